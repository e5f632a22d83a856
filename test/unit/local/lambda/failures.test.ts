import { describe, expect, it } from '@jest/globals';
import { functionsUnderTest, GATED, type Gated } from './function-under-test.ts';

const { start } = functionsUnderTest();

/** Throws for an event that asks for it, and counts the events of its worker. */
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
    ['an error with a name of its own', "Object.assign(new Error('x'), { name: 'Own' })", 'Own', 'x'],
    ['a text', "'just text'", 'string', 'just text'],
    ['undefined', 'undefined', 'undefined', 'undefined'],
  ])('fails with type and message, and its worker goes on: %s', async (_, expression, type, message) => {
    const { lambda } = throwing(expression);

    expect(await lambda.invoke({ fail: true })).toEqual({
      outcome: 'failed',
      errorType: type,
      errorMessage: message,
    });
    expect(await lambda.invoke({})).toEqual({ outcome: 'returned', payload: 2 });
  });

  it('fails the same when it throws before it is async', async () => {
    const { lambda } = start("export const handler = () => { throw new Error('at once'); };");

    expect(await lambda.invoke({})).toEqual({
      outcome: 'failed',
      errorType: 'Error',
      errorMessage: 'at once',
    });
  });

  it('is logged with its stack, which callers do not see', async () => {
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

describe('a handler that takes too long', () => {
  const SLOW = `import { threadId } from 'node:worker_threads';
    export const handler = async ({ forever }) => {
      if (forever === 'waiting') await new Promise((resolve) => setInterval(() => {}, 1000));
      if (forever === 'computing') for (;;);
      return threadId;
    };`;

  it.each(['waiting', 'computing'])('is ended, and its worker replaced: %s', async (forever) => {
    const { lambda, logs, returned } = start(SLOW, { timeoutSeconds: 0.5, maxConcurrency: 1 });
    const worker = await returned<number>({});

    expect(await lambda.invoke({ forever })).toEqual({ outcome: 'timed-out' });

    expect(await returned<number>({})).not.toBe(worker);
    expect(logs).toEqual([expect.stringContaining('Task timed out after 0.50 seconds')]);
  });

  it('leaves the events of other workers alone', async () => {
    const { lambda, returned } = start(SLOW, { timeoutSeconds: 0.5 });
    let over = false;
    const slow = lambda.invoke({ forever: 'waiting' }).finally(() => {
      over = true;
    });

    const workers = new Set<number>();
    while (!over) workers.add(await returned<number>({}));

    expect(await slow).toEqual({ outcome: 'timed-out' });
    expect(workers.size).toBe(1);
  });

  it('does not have the import of its bundle counted, as in Lambda', async () => {
    const { lambda } = start(
      `await new Promise((resolve) => setTimeout(resolve, 700));
       export const handler = async (event, context) => context.getRemainingTimeInMillis() > 300;`,
      { timeoutSeconds: 0.6 },
    );

    expect(await lambda.invoke({})).toEqual({ outcome: 'returned', payload: true });
  });

  it('has the wait for a free worker left out of its time, too', async () => {
    const { returned, open } = start(GATED, { timeoutSeconds: 1.5, maxConcurrency: 1 });
    const first = returned<Gated>({ name: 'first' });
    const second = returned<Gated>({ name: 'second' });

    setTimeout(open, 900, 'first');
    await first;
    setTimeout(open, 900, 'second');

    expect(await second).toMatchObject({ events: 2 });
  });
});
