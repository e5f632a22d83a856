import { existsSync, mkdirSync, readFileSync, rmSync, utimesSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { checkoutsUnderTest, until } from './checkout-under-test.ts';

const checkout = checkoutsUnderTest();

const RAN = { code: 0, out: 'ran []\n', err: '' };
const INSTALLED = { ...RAN, err: expect.stringMatching(/^Installing packages .*\n$/) };

describe('packages', () => {
  it('are installed where there are none, and not again', async () => {
    const { run, npmRuns } = checkout();

    expect(await run(['script.mjs'])).toEqual(INSTALLED);
    expect(await run(['script.mjs'])).toEqual(RAN);

    expect(npmRuns().map(({ args }) => args[0])).toEqual(['ci']);
  });

  it('are installed again when the lock file has changed', async () => {
    const { run, npmRuns, changeLock } = checkout();
    await run(['script.mjs']);

    changeLock();

    expect(await run(['script.mjs'])).toEqual(INSTALLED);
    expect(await run(['script.mjs'])).toEqual(RAN);
    expect(npmRuns()).toHaveLength(2);
  });

  it('are installed again when they were removed', async () => {
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
    ['without one of them', { has: ['one'] }],
    ['with another version of one', { has: ['one', 'two'], versions: { two: '2.0.1' } }],
    ['whose files are gone', { has: ['one', 'two'], missing: ['two'] }],
  ])('are installed after a plain npm install %s', async (_, made) => {
    const { run, npmRuns, plainCi } = checkout();
    plainCi(made);

    expect(await run(['script.mjs'])).toEqual(INSTALLED);
    expect(npmRuns()).toHaveLength(1);
  });

  it('are those of development too, whatever NODE_ENV says', async () => {
    const { run, npmRuns } = checkout();

    await run(['script.mjs'], { NODE_ENV: 'production' });

    expect(npmRuns()[0]?.args).toContain('--include=dev');
  });

  it("are installed without the settings of the npm script's own run, and with the user's", async () => {
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
  ])('are installed by the npm of the PATH where %s started this', async (_, execpath) => {
    const { run, root, writeCommand, npmRuns } = checkout();
    writeCommand('npm', `exec "${process.execPath}" npm-cli.js "$@"`);

    const ended = await run(['script.mjs'], { npm_execpath: execpath, PATH: `${root}:/usr/bin:/bin` });

    expect(ended).toEqual(INSTALLED);
    expect(npmRuns()).toHaveLength(1);
  });

  it('are missed in one line when npm fails, after what npm said; the next start tries again', async () => {
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

  it('are missed in one line when there is no npm', async () => {
    const { run, root } = checkout();

    const { code, err } = await run(['script.mjs'], { npm_execpath: '', PATH: root });

    expect(code).toBe(1);
    expect(err).toMatch(/^Installing .*\nspawn npm ENOENT\nnpm ci failed.*\n$/);
  });

  it('say so in one line when the pinned Node is not among them', async () => {
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

describe('an installation', () => {
  it('that is interrupted ends, and is done again', async () => {
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

  it('that is interrupted is done again for the lock file of before, too', async () => {
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

  it('that was killed is done again at once', async () => {
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

  it('is done once for two commands at once, and both run', async () => {
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

  it('is tried by the second of two commands when the first one fails', async () => {
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
    ['nobody', ''],
    ['a process that got the number of the one that took it', String(process.pid)],
  ])('is not waited for when its lock is old: of %s', async (_, owner) => {
    const { run, path, write } = checkout();
    mkdirSync(path('.installing'));
    if (owner !== '') write('.installing/pid', owner);
    const anHourAgo = Date.now() / 1000 - 3600;
    utimesSync(path('.installing'), anHourAgo, anHourAgo);

    expect(await run(['script.mjs'])).toEqual(INSTALLED);
  });
});
