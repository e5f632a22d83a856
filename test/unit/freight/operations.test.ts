import { describe, expect, it } from '@jest/globals';
import { timeSpan } from '../../../bin/freight/arguments.ts';
import {
  type FailedEventReplay,
  redriveFailedEvents,
} from '../../../bin/freight/connection/failed-events.ts';
import { CommandFailedError } from '../../../bin/freight/connection/failures.ts';
import { commandLineUnderTest } from '../../support/command-line-under-test.ts';
import { createInMemoryDeadLetters } from '../../support/in-memory-queues.ts';

describe('freight terminals reindex', () => {
  it('prints the rows of the new index, or why there is none', async () => {
    const { freight, json, searchIndex } = commandLineUnderTest();
    searchIndex.answerRebuild(260);
    expect(await json('terminals', 'reindex')).toEqual({ rows: 260 });
    searchIndex.answerRebuild(new CommandFailedError('The search domain does not answer.'));
    expect(await freight('terminals', 'reindex')).toMatchObject({
      exitCode: 1,
      complaints: expect.stringContaining('The search domain does not answer.'),
    });
  });
});

const NOW = Date.parse('2026-03-01T12:00:00.000Z');
const EARLIER = NOW - 60_000;
const arn = (name: string) => `arn:aws:lambda:us-east-1:1:function:${name}`;

/** A message of Lambda for a failed asynchronous invocation. */
const run = (name: string, requestPayload: unknown = { time: 'then' }) => ({
  body: JSON.stringify({ version: '1.0', requestContext: { functionArn: arn(name) }, requestPayload }),
});
/** As EventBridge writes what it could not hand over. */
const undelivered = (name: string) => ({
  body: JSON.stringify({ 'detail-type': 'Scheduled Event' }),
  attributes: { TARGET_ARN: arn(name), ERROR_CODE: 'NO_PERMISSIONS' },
});
const records = (first: string, last = first) => ({
  body: JSON.stringify({
    requestContext: { functionArn: arn('publish:live'), condition: 'RetryAttemptsExhausted' },
    DDBStreamBatchInfo: {
      shardId: 'shard-1',
      startSequenceNumber: first,
      endSequenceNumber: last,
      streamArn: 'arn:stream',
    },
  }),
});

function replayUnderTest(change: Partial<FailedEventReplay> = {}) {
  const deadLetters = createInMemoryDeadLetters();
  const calls: [string, unknown][] = [];
  const work: FailedEventReplay = {
    call: async (functionArn, event) => {
      calls.push([functionArn, event]);
      return { returned: { batchItemFailures: [] } };
    },
    recordsOf: async ({ first, last }) => [first, last],
    ...change,
  };
  const redrive = (dryRun = false) =>
    redriveFailedEvents(deadLetters.port, work, { dryRun, now: () => new Date(NOW) });
  return { deadLetters, calls, redrive };
}

describe('a failed event', () => {
  it('of a schedule is run once a function, with what the first of its runs was called with', async () => {
    const { deadLetters, calls, redrive } = replayUnderTest();
    for (const message of [run('sweep', 1), run('sweep', 2), run('refresh', 3), undelivered('sweep')]) {
      deadLetters.add(message, EARLIER);
    }

    await expect(redrive()).resolves.toEqual({ done: 4, left: {} });
    expect(calls).toEqual([
      [arn('sweep'), 1],
      [arn('refresh'), 3],
    ]);
    expect(deadLetters.bodies()).toEqual([]);
  });

  it('of a stream is called with the records that the message names', async () => {
    const { deadLetters, calls, redrive } = replayUnderTest();
    deadLetters.add(records('17', '19'), EARLIER);

    await expect(redrive()).resolves.toEqual({ done: 1, left: {} });
    expect(calls).toEqual([[arn('publish:live'), { Records: ['17', '19'] }]]);
  });

  it.each([
    [
      'is older than the stream',
      { recordsOf: async () => undefined },
      'older than the 24 hours of stream retention',
    ],
    ['is not in the stream', { recordsOf: async () => [] }, 'records not found in the stream'],
    [
      'fails again',
      { call: async () => ({ failure: 'TypeError: no' }) },
      'publish:live fails: TypeError: no',
    ],
    [
      'fails in part',
      { call: async () => ({ returned: { batchItemFailures: [{ itemIdentifier: '17' }] } }) },
      'publish:live fails: some records failed',
    ],
  ])('that %s is left for others to see, with the reason', async (_case, change, reason) => {
    const { deadLetters, redrive } = replayUnderTest(change);
    deadLetters.add(records('17'), EARLIER);

    await expect(redrive()).resolves.toEqual({ done: 0, left: { [reason]: 1 } });
    expect([deadLetters.bodies().length, deadLetters.hidden()]).toEqual([1, 0]);
  });

  it('with an unknown message format stays, and the others are redriven', async () => {
    const { deadLetters, redrive } = replayUnderTest();
    for (const body of ['no JSON', '{}', '"text"']) deadLetters.add({ body }, EARLIER);
    deadLetters.add(run('sweep'), EARLIER);

    await expect(redrive()).resolves.toEqual({ done: 1, left: { 'unknown message format': 3 } });
    expect(deadLetters.hidden()).toBe(0);
  });

  it('is neither lost nor hidden where its work cannot be asked for', async () => {
    const { deadLetters, redrive } = replayUnderTest({
      call: async () => {
        throw new Error('Lambda cannot be reached');
      },
    });
    for (const name of ['a', 'b', 'c']) deadLetters.add(run(name), EARLIER);

    await expect(redrive()).rejects.toThrow('cannot be reached');
    expect(deadLetters.bodies()).toHaveLength(3);
  });
});

describe('freight failed-events redrive', () => {
  const dev = ['--environment', 'dev'];

  it('does again what each queue has, and says what is left', async () => {
    const { freight, json, failedEvents } = commandLineUnderTest();
    failedEvents.queues['api/schedules']?.add(run('refresh'), 0);
    failedEvents.queues['workers/quotes-stream']?.add({ body: 'no JSON' }, 0);

    const dry = await freight(...dev, 'failed-events', 'redrive', '--dry-run');
    expect(dry).toMatchObject({ exitCode: 0, printed: expect.stringMatching(/api\/schedules +1 /) });
    const { exitCode, printed, complaints } = await freight(...dev, 'failed-events', 'redrive');
    expect(exitCode).toBe(1);
    expect(printed).toMatch(/api\/schedules +1 /);
    expect(printed).toContain('{"unknown message format":1}');
    expect(complaints).toContain('docs/operators/operations.md');
    await expect(json(...dev, 'failed-events', 'redrive', '--queue', 'api/schedules')).resolves.toEqual([
      { queue: 'api/schedules', done: 0, left: {} },
    ]);
  });
});

describe('freight dlq redrive', () => {
  const EARLIER = Date.parse('2026-03-01T11:00:00Z');

  it('exits with 1 if a queue rejects messages', async () => {
    const { freight, queues } = commandLineUnderTest();
    queues.retries.deadLetters.add({ body: 'stays' }, EARLIER);
    queues.reject('stays');

    await expect(freight('dlq', 'redrive', '--queue', 'retries')).resolves.toEqual({
      exitCode: 1,
      printed: expect.stringMatching(/retries +0 +\{\} +1$/),
      complaints: 'Some messages could not be moved to retries. Run the command again.',
    });
    expect(queues.retries.deadLetters.bodies()).toEqual(['stays']);
  });
});

describe('a span of time', () => {
  it.each([
    ['8d', 691_200_000],
    ['12h', 43_200_000],
    ['5m', 300_000],
    ['90s', 90_000],
  ])('"%s" is %s ms', (text, ms) => {
    expect(timeSpan(text)).toBe(ms);
  });

  it.each(['', '8', '8 d', '8w', '0s', '9999999999d'])('cannot be "%s"', (text) => {
    expect(() => timeSpan(text)).toThrow('It must be a duration');
  });
});

describe('freight schedule run', () => {
  it('fails, with the reason, if the run did nothing', async () => {
    const line = commandLineUnderTest();
    const connection = await line.connect(undefined);
    const ended = { outcome: 'returned', payload: { outcome: 'skipped', reason: 'no key' } };
    const schedules = { list: async () => [], run: async () => ended };
    line.connect.mockResolvedValue({ ...connection, local: { schedules } } as never);

    expect(await line.freight('schedule', 'run', 'refresh')).toMatchObject({
      exitCode: 1,
      complaints: 'refresh did nothing: no key.',
    });
  });
});
