import { describe, expect, it } from 'vitest';
import { functionsUnderTest, until } from './function-under-test.ts';

const { start, bundle } = functionsUnderTest();

/** A bundle that runs the statement for an event with `fatal`. */
const fatal = (statement: string) => `
  export const handler = async (event) => {
    if (event.fatal) { ${statement} }
    return 'well';
  };`;
const GREEDY = 'const kept = []; for (;;) kept.push({ text: String(kept.length) });';
const NEVER = 'await new Promise((resolve) => setTimeout(resolve, 60_000));';

describe('a bundle that ends its worker', () => {
  it.each([
    ['process.exit', fatal(`process.exit(3); ${NEVER}`), 'exited with 3'],
    ['process.exit(0)', fatal(`process.exit(); ${NEVER}`), 'exited with 0'],
    [
      'an uncaught error',
      fatal(`setTimeout(() => { throw new TypeError('boom'); }); ${NEVER}`),
      'TypeError: boom',
    ],
    ['an unhandled rejection', fatal(`Promise.reject(new RangeError('lost')); ${NEVER}`), 'RangeError: lost'],
    ['a thrown string', fatal(`setTimeout(() => { throw 'only text'; }); ${NEVER}`), 'only text'],
  ])('crashes only its event and is logged; the next event succeeds: %s', async (_, source, detail) => {
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
    ['a growing map', 'const kept = new Map(); for (let key = 0; ; key++) kept.set(key, { key });'],
    ['buffers', 'const kept = []; for (;;) kept.push(Buffer.alloc(1_000_000, 1));'],
  ])('crashes only its event if it exceeds the memory limit: %s', async (_, statement) => {
    const { lambda } = start(fatal(statement), { memoryMb: 64, maxConcurrency: 1 });

    expect(await lambda.invoke({ fatal: true })).toEqual({
      outcome: 'crashed',
      detail: expect.stringContaining('memory limit of 64 MB'),
    });
    expect(await lambda.invoke({})).toEqual({ outcome: 'returned', payload: 'well' });
  });

  it('does not affect the events of other workers', async () => {
    const { lambda } = start(
      `export const handler = async (event) => {
        if (event.fatal) process.exit(1);
        await new Promise((resolve) => setTimeout(resolve, 200));
        return 'well';
      };`,
    );
    // Both workers have started before one crashes.
    await Promise.all([lambda.invoke({}), lambda.invoke({})]);

    const [well, crashed] = await Promise.all([lambda.invoke({}), lambda.invoke({ fatal: true })]);

    expect(well).toEqual({ outcome: 'returned', payload: 'well' });
    expect(crashed).toMatchObject({ outcome: 'crashed' });
  });

  it('runs in a new worker after a crash between two events', async () => {
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

describe('a bundle that cannot start', () => {
  it.each([
    ['an import that throws', "throw new Error('bad start');", 'bad start'],
    ['a missing package', "import 'no-such-package';", 'no-such-package'],
    ['a syntax error', 'export const handler = async () => {', 'SyntaxError'],
    ['no handler', 'export const other = async () => 1;', 'does not export a function "handler"'],
    [
      'a handler that is not a function',
      "export const handler = 'text';",
      'does not export a function "handler"',
    ],
    ['a handler with a callback', 'export const handler = (event, context, callback) => {};', 'callback'],
    ['an import that exceeds the memory limit', GREEDY, 'memory limit of 128 MB'],
  ])('crashes every event: %s', async (_, source, detail) => {
    const { lambda } = start(source);

    for (let event = 0; event < 2; event++) {
      expect(await lambda.invoke({})).toEqual({
        outcome: 'crashed',
        detail: expect.stringContaining(detail),
      });
    }
  });

  it('crashes events while it is missing, and succeeds after a reload with a bundle', async () => {
    const { lambda } = start('', { bundleDir: '/nowhere' });
    expect(await lambda.invoke({})).toMatchObject({ outcome: 'crashed' });

    await lambda.reload({ bundleDir: bundle('export const handler = async () => 1;') });

    expect(await lambda.invoke({})).toEqual({ outcome: 'returned', payload: 1 });
  });

  it('logs the error of its import, and fails again for the next event', async () => {
    const { lambda, logs } = start("throw new Error('bad start');");

    expect(await lambda.invoke({})).toMatchObject({ outcome: 'crashed' });
    await until(() => logs.length > 0);

    expect(logs).toEqual([expect.stringContaining('bad start')]);
    expect(await lambda.invoke({})).toMatchObject({ outcome: 'crashed' });
  });
});
