import { describe, expect, it } from 'vitest';
import { functionsUnderTest, GATED, type Gated } from './function-under-test.ts';

const { start } = functionsUnderTest();

/** A function that throws for an event with `fail`, and otherwise returns the number of events of its worker. */
const throwing = (expression: string) =>
  start(`let events = 0;
    export const handler = async (event) => {
      events += 1;
      if (event.fail) throw ${expression};
      return events;
    };`);

describe('a handler that throws', () => {
  it.each([
    ['an error', "new TypeError('no rate')", 'TypeError', 'no rate'],
    ['an error with a custom name', "Object.assign(new Error('x'), { name: 'Own' })", 'Own', 'x'],
    ['a string', "'just text'", 'string', 'just text'],
    ['undefined', 'undefined', 'undefined', 'undefined'],
  ])(
    'fails with error type and message, and its worker continues: %s',
    async (_, expression, type, message) => {
      const { lambda } = throwing(expression);

      expect(await lambda.invoke({ fail: true })).toEqual({
        outcome: 'failed',
        errorType: type,
        errorMessage: message,
      });
      expect(await lambda.invoke({})).toEqual({ outcome: 'returned', payload: 2 });
    },
  );

  it('fails in the same way if it is not async', async () => {
    const { lambda } = start("export const handler = () => { throw new Error('at once'); };");

    expect(await lambda.invoke({})).toEqual({
      outcome: 'failed',
      errorType: 'Error',
      errorMessage: 'at once',
    });
  });

  it('is logged with its stack, which the result does not contain', async () => {
    const { lambda, logs } = throwing("new Error('no rate')");

    const invocation = await lambda.invoke({ fail: true });

    expect(JSON.stringify(invocation)).not.toContain('index.mjs');
    expect(logs.map((line) => JSON.parse(line))).toEqual([
      {
        level: 'error',
        code: 'FUNCTION_FAILED',
        function: 'tested',
        errorType: 'Error',
        errorMessage: 'no rate',
        stack: expect.stringContaining('index.mjs'),
      },
    ]);
  });
});

describe('the time-out of a function', () => {
  const SLOW = `import { threadId } from 'node:worker_threads';
    export const handler = async ({ forever }) => {
      if (forever === 'waiting') await new Promise((resolve) => setInterval(() => {}, 1000));
      if (forever === 'computing') for (;;);
      return threadId;
    };`;

  it.each(['waiting', 'computing'])('ends the handler and replaces its worker: %s', async (forever) => {
    const { lambda, logs, returned } = start(SLOW, { timeoutSeconds: 3, maxConcurrency: 1 });
    const worker = await returned<number>({});

    expect(await lambda.invoke({ forever })).toEqual({ outcome: 'timed-out' });

    expect(await returned<number>({})).not.toBe(worker);
    expect(logs).toEqual([expect.stringContaining('Task timed out after 3.00 seconds')]);
  });

  it('does not affect the events of other workers', async () => {
    const { lambda, returned } = start(SLOW, { timeoutSeconds: 3 });
    let over = false;
    const slow = lambda.invoke({ forever: 'waiting' }).finally(() => {
      over = true;
    });

    const workers = new Set<number>();
    while (!over) workers.add(await returned<number>({}));

    expect(await slow).toEqual({ outcome: 'timed-out' });
    expect(workers.size).toBe(1);
  });

  it('excludes the import of the bundle, as in Lambda', async () => {
    const { lambda } = start(
      `await new Promise((resolve) => setTimeout(resolve, 4_000));
       export const handler = async () => true;`,
      { timeoutSeconds: 3 },
    );

    expect(await lambda.invoke({})).toEqual({ outcome: 'returned', payload: true });
  });

  it('excludes the wait for a free worker', async () => {
    const { returned, open } = start(GATED, { timeoutSeconds: 6, maxConcurrency: 1 });
    const first = returned<Gated>({ name: 'first' });
    const second = returned<Gated>({ name: 'second' });

    setTimeout(open, 3_500, 'first');
    await first;
    setTimeout(open, 3_500, 'second');

    expect(await second).toMatchObject({ events: 2 });
  });
});
