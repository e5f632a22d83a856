import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkoutsUnderTest, READY, until } from './checkout-under-test.ts';

const NPM_RUN = `
  const { spawn } = require('node:child_process');
  const [script, ...command] = process.argv.slice(1);
  spawn('/bin/sh', ['-c', script, ...command], { stdio: 'ignore' });
  setInterval(() => {}, 1000);`;

const checkout = checkoutsUnderTest();

describe('a command of the project', () => {
  it('receives its arguments unchanged', async () => {
    const { run } = checkout();

    const { out } = await run(['script.mjs', '--flag', 'two words', '$HOME', '--', '']);

    expect(out).toBe('ran ["--flag","two words","$HOME","--",""]\n');
  });

  it('runs in the folder of the project, with its commands and the pinned Node first on the PATH', async () => {
    const { run, root, path, node, write } = checkout();
    write('script.mjs', 'console.log(process.cwd()); console.log(process.env.PATH);');

    const { out } = await run(['script.mjs']);

    const [folder, paths] = out.split('\n');
    expect(folder).toBe(root);
    expect(paths?.split(':').slice(0, 2)).toEqual([path('node_modules/.bin'), dirname(node)]);
  });

  it('can be a command of the packages', async () => {
    const { run } = checkout();

    expect(await run(['--tool', 'tool', 'check', '--write'])).toMatchObject({
      code: 0,
      out: 'tool check --write\n',
    });
  });

  it.each([0, 1, 42])('ends with the exit code of its script: %i', async (code) => {
    const { run, write } = checkout();
    write('script.mjs', `process.exit(${code});`);

    expect(await run(['script.mjs'])).toMatchObject({ code });
  });

  it('ends with exit code 137 if its script is killed, as a shell does', async () => {
    const { run, write } = checkout();
    write('script.mjs', "process.kill(process.pid, 'SIGKILL');");

    expect(await run(['script.mjs'])).toMatchObject({ code: 137 });
  });

  it('causes an error of one line if it does not exist', async () => {
    const { run } = checkout();
    await run(['script.mjs']);

    const { code, err } = await run(['--tool', 'none']);

    expect(code).toBe(127);
    expect(err).toMatch(/^spawn .*none ENOENT\n$/);
  });

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'forwards %s to its script, which ends in its own way',
    async (signal) => {
      const { start, write } = checkout();
      write(
        'script.mjs',
        `process.on('${signal}', () => { console.log('ending'); process.exit(9); });
         console.log('begun');
         setInterval(() => {}, 1000);`,
      );
      const { child, out, ended } = start(['script.mjs']);
      await until(() => out().includes('begun'));

      child.kill(signal);

      expect(await ended).toMatchObject({ code: 9, out: 'begun\nending\n' });
    },
  );

  it.each([
    ['npm', 'exec "$0" "$@"', 'SIGTERM'],
    ['npm', 'exec "$0" "$@"', 'SIGKILL'],
    ['a shell of npm', '"$0" "$@"; true', 'SIGKILL'],
  ] as const)('ends when its parent ends: %s (%s, %s)', async (_above, script, signal) => {
    const { root, write, path } = checkout();
    write(
      'script.mjs',
      `import { writeFileSync } from 'node:fs';
       process.on('SIGTERM', () => { writeFileSync('ended', ''); process.exit(0); });
       writeFileSync('begun', String(process.pid));
       setInterval(() => {}, 1000);`,
    );
    // As npm does, this process starts a shell and ends without ending it.
    const npm = spawn(
      process.execPath,
      ['-e', NPM_RUN, script, process.execPath, READY, path('script.mjs')],
      {
        stdio: 'ignore',
        env: {
          PATH: process.env.PATH,
          FREIGHT_ROOT: root,
          npm_execpath: path('npm-cli.js'),
          npm_lifecycle_event: 'start',
        },
      },
    );
    await until(() => existsSync(path('begun')));

    npm.kill(signal);

    await until(() => existsSync(path('ended')));
  });
});
