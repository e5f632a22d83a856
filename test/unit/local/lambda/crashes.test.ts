import { describe, expect, it } from '@jest/globals';
import { functionsUnderTest, until } from './function-under-test.ts';

const { start, bundle } = functionsUnderTest();

/** Does something fatal for an event that asks for it. */
const fatal = (statement: string) => `
  export const handler = async (event) => {
    if (event.fatal) { ${statement} }
    return 'well';
  };`;
const GREEDY = 'const kept = []; for (;;) kept.push({ text: String(kept.length) });';
const NEVER = 'await new Promise((resolve) => setTimeout(resolve, 60_000));';

describe('a bundle that takes its process with it', () => {
  it.each([
    ['process.exit', fatal(`process.exit(3); ${NEVER}`), 'exited with 3'],
    ['process.exit(0)', fatal(`process.exit(); ${NEVER}`), 'exited with 0'],
    [
      'an error no one catches',
      fatal(`setTimeout(() => { throw new TypeError('boom'); }); ${NEVER}`),
      'TypeError: boom',
    ],
    [
      'a rejection no one handles',
      fatal(`Promise.reject(new RangeError('lost')); ${NEVER}`),
      'RangeError: lost',
    ],
    ['a thrown text', fatal(`setTimeout(() => { throw 'only text'; }); ${NEVER}`), 'only text'],
  ])('crashes its event, and the next one works: %s', async (_, source, detail) => {
    const { lambda, logs } = start(source, { maxConcurrency: 1 });

    const crashed = await lambda.invoke({ fatal: true });

    expect(crashed).toEqual({ outcome: 'crashed', detail: expect.stringContaining(detail) });
    expect(await lambda.invoke({})).toEqual({ outcome: 'returned', payload: 'well' });
    expect(logs.filter((line) => line.includes('FUNCTION_CRASHED'))).toEqual([
      expect.stringContaining(detail),
    ]);
  });

  it.each([
    ['objects', GREEDY],
    ['a table that grows', 'const kept = new Map(); for (let key = 0; ; key++) kept.set(key, { key });'],
    ['buffers', 'const kept = []; for (;;) kept.push(Buffer.alloc(1_000_000, 1));'],
  ])('crashes its event when it takes more memory than it was given: %s', async (_, statement) => {
    const { lambda } = start(fatal(statement), { memoryMb: 64, maxConcurrency: 1 });

    expect(await lambda.invoke({ fatal: true })).toEqual({
      outcome: 'crashed',
      detail: expect.stringContaining('memory limit of 64 MB'),
    });
    expect(await lambda.invoke({})).toEqual({ outcome: 'returned', payload: 'well' });
  });

  it('leaves the events of other workers alone', async () => {
    const { lambda } = start(
      `export const handler = async (event) => {
        if (event.fatal) process.exit(1);
        await new Promise((resolve) => setTimeout(resolve, 200));
        return 'well';
      };`,
    );
    // Both workers are up before one crashes.
    await Promise.all([lambda.invoke({}), lambda.invoke({})]);

    const [well, crashed] = await Promise.all([lambda.invoke({}), lambda.invoke({ fatal: true })]);

    expect(well).toEqual({ outcome: 'returned', payload: 'well' });
    expect(crashed).toMatchObject({ outcome: 'crashed' });
  });

  it('is replaced when it crashes between two events', async () => {
    const { lambda, logs } = start(
      `import { threadId } from 'node:worker_threads';
       export const handler = async () => {
        setTimeout(() => { throw new Error('after the answer'); }, 20);
        return threadId;
      };`,
    );
    const first = await lambda.invoke({});
    await until(() => logs.some((line) => line.includes('after the answer')));

    const second = await lambda.invoke({});

    expect(first.outcome).toBe('returned');
    expect(second.outcome).toBe('returned');
    expect(second).not.toEqual(first);
  });
});

describe('a bundle that cannot be run', () => {
  it.each([
    ['an import that throws', "throw new Error('bad start');", 'bad start'],
    ['a package that is not there', "import 'no-such-package';", 'no-such-package'],
    ['a syntax error', 'export const handler = async () => {', 'SyntaxError'],
    ['no handler', 'export const other = async () => 1;', 'does not export a function "handler"'],
    [
      'a handler that is no function',
      "export const handler = 'text';",
      'does not export a function "handler"',
    ],
    ['a handler with a callback', 'export const handler = (event, context, callback) => {};', 'callback'],
    ['an import that takes too much memory', GREEDY, 'memory limit of 128 MB'],
  ])('crashes every event: %s', async (_, source, detail) => {
    const { lambda } = start(source);

    for (let event = 0; event < 2; event++) {
      expect(await lambda.invoke({})).toEqual({
        outcome: 'crashed',
        detail: expect.stringContaining(detail),
      });
    }
  });

  it('crashes events when there is none, and works once there is one', async () => {
    const { lambda } = start('', { bundleDir: '/nowhere' });
    expect(await lambda.invoke({})).toMatchObject({ outcome: 'crashed' });

    await lambda.reload({ bundleDir: bundle('export const handler = async () => 1;') });

    expect(await lambda.invoke({})).toEqual({ outcome: 'returned', payload: 1 });
  });

  it('states it when it is warmed, and every event tries again', async () => {
    const { lambda, logs } = start("throw new Error('bad start');");

    lambda.warm();
    await until(() => logs.length > 0);

    expect(logs).toEqual([expect.stringContaining('bad start')]);
    expect(await lambda.invoke({})).toMatchObject({ outcome: 'crashed' });
  });
});
