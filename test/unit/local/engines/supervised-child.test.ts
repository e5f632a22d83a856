import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { type SupervisedChild, startSupervised } from '../../../../lib/local/engines/supervised-child.ts';
import { processStart } from '../../../../lib/local/process-identity.ts';

const MODULE = fileURLToPath(new URL('../../../../lib/local/engines/supervised-child.ts', import.meta.url));
/** A program that prints its process ID and that of its parent, and then runs for 10 min. */
const ENDLESS = ['/bin/sh', '-c', 'echo "pids $$ $PPID"; exec sleep 600'] as const;
const HERE = fileURLToPath(new URL('.', import.meta.url));

const children: SupervisedChild[] = [];
const parents: ChildProcess[] = [];
afterEach(async () => {
  for (const parent of parents.splice(0)) parent.kill('SIGKILL');
  await Promise.all(children.splice(0).map((child) => child.stop()));
});

function supervise(command: string, ...args: string[]): SupervisedChild {
  const child = startSupervised(command, args, HERE);
  children.push(child);
  return child;
}
const superviseNode = (program: string, ...args: string[]) =>
  supervise(process.execPath, '-e', program, ...args);
const untilEnded = async (child: SupervisedChild) => {
  while (!child.ended()) await wait(10);
};

const runs = (pid: number) => processStart(pid) !== undefined;
const allGone = async (pids: readonly number[]) => {
  while (pids.some(runs)) await wait(10);
};

/** Process IDs of the program and of its supervisor. */
async function pidsOf(output: () => string): Promise<[program: number, supervisor: number]> {
  for (;;) {
    const [, program, supervisor] = /pids (\d+) (\d+)\n/.exec(output()) ?? [];
    if (program !== undefined) return [Number(program), Number(supervisor)];
    await wait(10);
  }
}

describe('a supervised program', () => {
  it('runs until it is stopped, and does not exist afterwards', async () => {
    const child = supervise(...ENDLESS);
    const pids = await pidsOf(child.output);
    expect(child.ended()).toBe(false);
    expect(pids.map(runs)).toEqual([true, true]);

    await child.stop();

    expect(child.ended()).toBe(true);
    await allGone(pids);
  });

  it('ends with its parent, even if the parent is killed', async () => {
    const parent = spawn(
      process.execPath,
      [
        '--input-type=module',
        '-e',
        `import { startSupervised } from ${JSON.stringify(MODULE)};
         const [command, ...args] = ${JSON.stringify(ENDLESS)};
         const child = startSupervised(command, args, '.');
         setInterval(() => console.log(child.output()), 10);`,
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    parents.push(parent);
    let printed = '';
    parent.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
    });
    const pids = await pidsOf(() => printed);

    parent.kill('SIGKILL');

    await allGone(pids);
    expect(pids.map(runs)).toEqual([false, false]);
  });

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'continues after %s to its process and its supervisor: only its parent ends it',
    async (signal) => {
      const child = supervise(...ENDLESS);
      const pids = await pidsOf(child.output);

      for (const pid of pids) process.kill(pid, signal);
      await wait(100);

      expect(child.ended()).toBe(false);
      expect(pids.map(runs)).toEqual([true, true]);
      await child.stop();
      await allGone(pids);
    },
  );

  it('is reported as ended when it exits, with its last output', async () => {
    const child = superviseNode("console.log('first'); console.error('last words'); process.exitCode = 3;");

    await untilEnded(child);

    expect(child.output()).toContain('first\n');
    expect(child.output()).toContain('last words\n');
    await child.stop();
  });

  it('is reported as ended at once if the program does not exist, with the path in the output', async () => {
    const child = supervise('/no/such/program');

    await untilEnded(child);

    expect(child.output()).toContain('/no/such/program');
  });

  it('keeps only the end of a long output', async () => {
    const child = superviseNode("for (let line = 0; line < 20_000; line++) console.log('line ' + line);");

    await untilEnded(child);

    expect(child.output()).toMatch(/line 19999\n$/);
    expect(child.output().length).toBeLessThan(50_000);
  });

  it('receives its arguments unchanged', async () => {
    const words = ['two words', '$HOME', '"quoted"', '*', ''];
    const child = superviseNode('console.log(JSON.stringify(process.argv.slice(1)))', ...words);

    await untilEnded(child);

    expect(JSON.parse(child.output())).toEqual(words);
  });

  it('can be stopped twice', async () => {
    const child = supervise(...ENDLESS);
    const pids = await pidsOf(child.output);

    await Promise.all([child.stop(), child.stop()]);

    await allGone(pids);
    expect(child.ended()).toBe(true);
  });
});
