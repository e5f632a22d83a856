import { existsSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { checkoutsUnderTest, until } from './checkout-under-test.ts';

const checkout = checkoutsUnderTest();

const RAN = { code: 0, out: 'ran []\n', err: '' };
const INSTALLED = { ...RAN, err: expect.stringMatching(/^Installing packages .*\n$/) };

describe('packages', () => {
  it('are installed once if they are missing', async () => {
    const { run, npmRuns } = checkout();

    expect(await run(['script.mjs'])).toEqual(INSTALLED);
    expect(await run(['script.mjs'])).toEqual(RAN);

    expect(npmRuns().map(({ args }) => args[0])).toEqual(['ci']);
  });

  it('are installed again if the lock file changes', async () => {
    const { run, npmRuns, changeLock } = checkout();
    await run(['script.mjs']);

    changeLock();

    expect(await run(['script.mjs'])).toEqual(INSTALLED);
    expect(await run(['script.mjs'])).toEqual(RAN);
    expect(npmRuns()).toHaveLength(2);
  });

  it('are installed again if they were removed', async () => {
    const { run, npmRuns, path } = checkout();
    await run(['script.mjs']);

    rmSync(path('node_modules'), { recursive: true });

    expect(await run(['script.mjs'])).toEqual(INSTALLED);
    expect(npmRuns()).toHaveLength(2);
  });

  it('are not installed again after a plain npm ci', async () => {
    const { run, npmRuns, plainCi } = checkout();
    plainCi({ has: ['one', 'two'] });

    expect(await run(['script.mjs'])).toEqual(RAN);
    expect(npmRuns()).toEqual([]);
  });

  it.each([
    ['with a package missing', { has: ['one'] }],
    ['with another version of a package', { has: ['one', 'two'], versions: { two: '2.0.1' } }],
    ['with the files of a package missing', { has: ['one', 'two'], missing: ['two'] }],
  ])('are installed after a plain npm install %s', async (_, made) => {
    const { run, npmRuns, plainCi } = checkout();
    plainCi(made);

    expect(await run(['script.mjs'])).toEqual(INSTALLED);
    expect(npmRuns()).toHaveLength(1);
  });

  it('include development packages for any NODE_ENV', async () => {
    const { run, npmRuns } = checkout();

    await run(['script.mjs'], { NODE_ENV: 'production' });

    expect(npmRuns()[0]?.args).toContain('--include=dev');
  });

  it('are installed with the npm settings of the user and without those of the npm script', async () => {
    const { run, npmRuns } = checkout();

    await run(['script.mjs'], {
      npm_lifecycle_event: 'start',
      npm_package_json: '/elsewhere/package.json',
      npm_config_registry: 'https://registry.example.com',
    });

    expect(npmRuns()[0]?.names.toSorted()).toEqual(['npm_config_registry', 'npm_execpath']);
  });

  it.each([
    ['no npm', ''],
    ['another package manager', '/somewhere/yarn.js'],
  ])('are installed with npm from PATH if %s started the command', async (_, execpath) => {
    const { run, root, writeCommand, npmRuns } = checkout();
    writeCommand('npm', `exec "${process.execPath}" npm-cli.js "$@"`);

    const ended = await run(['script.mjs'], { npm_execpath: execpath, PATH: `${root}:/usr/bin:/bin` });

    expect(ended).toEqual(INSTALLED);
    expect(npmRuns()).toHaveLength(1);
  });

  it('cause an error of one line after the output of npm if npm fails, and are installed at the next start', async () => {
    const { run, path } = checkout();

    const failed = await run(['script.mjs'], { NPM_DOES: 'fail' });

    expect(failed).toMatchObject({ code: 1, out: '' });
    expect(failed.err.split('\n').slice(1)).toEqual([
      'npm error code E404',
      'npm ci failed: see above. Is the package registry reachable?',
      '',
    ]);
    expect(existsSync(path('.installing'))).toBe(false);
    expect(await run(['script.mjs'])).toEqual(INSTALLED);
  });

  it('cause an error of one line if npm does not exist', async () => {
    const { run, root } = checkout();

    const { code, err } = await run(['script.mjs'], { npm_execpath: '', PATH: root });

    expect(code).toBe(1);
    expect(err).toMatch(/^Installing .*\nspawn npm ENOENT\nnpm ci failed.*\n$/);
  });

  it('cause an error of one line if the pinned Node is missing', async () => {
    const { run, node } = checkout();
    await run(['script.mjs']);
    rmSync(node);

    expect(await run(['script.mjs'])).toEqual({
      code: 1,
      out: '',
      err: 'The pinned Node is missing from node_modules. Remove node_modules and try again.\n',
    });
  });
});

describe('the installation of packages', () => {
  it('ends when it is interrupted, and runs again at the next start', async () => {
    const { start, run, npmRuns, path } = checkout();
    const interrupted = start(['script.mjs'], { NPM_DOES: 'hang' });
    await until(() => npmRuns().length === 1);

    interrupted.child.kill('SIGTERM');

    expect(await interrupted.ended).toMatchObject({ code: 143, out: '' });
    expect(() => process.kill(npmRuns()[0]?.pid ?? 0, 0)).toThrow('ESRCH');
    expect(existsSync(path('.installing'))).toBe(false);
    expect(await run(['script.mjs'])).toEqual(INSTALLED);
    expect(npmRuns()).toHaveLength(2);
  });

  it('runs again after an interruption if the lock file is restored', async () => {
    const { start, run, npmRuns, path, changeLock, write } = checkout();
    const before = readFileSync(path('package-lock.json'), 'utf8');
    await run(['script.mjs']);
    changeLock();
    const interrupted = start(['script.mjs'], { NPM_DOES: 'hang' });
    await until(() => npmRuns().length === 2);
    interrupted.child.kill('SIGTERM');
    await interrupted.ended;

    write('package-lock.json', before);

    expect(await run(['script.mjs'])).toEqual(INSTALLED);
  });

  it('runs again at once after a kill', async () => {
    const { start, run, npmRuns, path } = checkout();
    const killed = start(['script.mjs'], { NPM_DOES: 'hang' });
    await until(() => npmRuns().length === 1);

    killed.child.kill('SIGKILL');
    process.kill(npmRuns()[0]?.pid ?? 0, 'SIGKILL');
    await killed.ended;

    expect(existsSync(path('.installing'))).toBe(true);
    expect(await run(['script.mjs'])).toEqual(INSTALLED);
    expect(existsSync(path('.installing'))).toBe(false);
  });

  it('waits for an owner that has not written its process id yet', async () => {
    const { run, path } = checkout();
    mkdirSync(path('.installing'));
    writeFileSync(path('.installing/pid'), '');

    const { code, err } = await run(['script.mjs']);

    expect([code, err.split('\n')[0]]).toEqual([
      0,
      'Another process is installing the packages: waiting for it ...',
    ]);
  });

  it('runs once for two concurrent commands, and both commands run', async () => {
    const { run, npmRuns } = checkout();

    const both = await Promise.all([
      run(['script.mjs', 'one'], { NPM_DOES: 'slowly' }),
      run(['script.mjs', 'two'], { NPM_DOES: 'slowly' }),
    ]);

    expect(both.map(({ code, out }) => ({ code, out }))).toEqual([
      { code: 0, out: 'ran ["one"]\n' },
      { code: 0, out: 'ran ["two"]\n' },
    ]);
    expect(npmRuns()).toHaveLength(1);
    expect(both.map(({ err }) => err).sort()).toEqual([
      'Another process is installing the packages: waiting for it ...\n',
      INSTALLED.err,
    ]);
  });

  it('runs in the second of two commands if the first one is interrupted', async () => {
    const { start, run, npmRuns } = checkout();
    const first = start(['script.mjs'], { NPM_DOES: 'hang' });
    await until(() => npmRuns().length === 1);
    const second = run(['script.mjs']);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(npmRuns()).toHaveLength(1);

    first.child.kill('SIGTERM');

    expect(await second).toMatchObject({ code: 0, out: 'ran []\n' });
    expect(npmRuns()).toHaveLength(2);
  });

  it.each([
    ['without an owner', ''],
    ['with the process ID of another process', String(process.pid)],
  ])('does not wait for an old lock %s', async (_, owner) => {
    const { run, path, write } = checkout();
    mkdirSync(path('.installing'));
    if (owner !== '') write('.installing/pid', owner);
    const anHourAgo = Date.now() / 1000 - 3600;
    utimesSync(path('.installing'), anHourAgo, anHourAgo);

    expect(await run(['script.mjs'])).toEqual(INSTALLED);
  });
});
