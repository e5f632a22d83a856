import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type Queues, startQueues } from '../../../lib/local/engines/queues.ts';
import { failedItems } from '../../../lib/local/events/batch-response.ts';
import { ScheduleExpressionError } from '../../../lib/local/events/cron-field.ts';
import { createQueueConsumer } from '../../../lib/local/events/queue-consumer.ts';
import { scheduleExpression } from '../../../lib/local/events/schedule-expression.ts';
import { createSchedules } from '../../../lib/local/events/schedules.ts';
import type { Invocation } from '../../../lib/local/lambda/function-worker.ts';
import { queueModel } from '../../../lib/local/template/event-source-model.ts';
import { queueUrl } from '../../../lib/local/template/local-names.ts';
import type { ScheduleModel } from '../../../lib/local/template/service-model.ts';
import { engineQueues } from '../../support/engine-queues.ts';

const RETURNED: Invocation = { outcome: 'returned', payload: null };
const FAILED: Invocation = { outcome: 'failed', errorType: 'Error', errorMessage: 'no' };

describe('a schedule expression', () => {
  /** The next times of an expression, as YYYY-MM-DDTHH:MM. */
  function nextOf(expression: string, after: string, count: number): string[] {
    const next = scheduleExpression(expression);
    const moments: string[] = [];
    for (let last: Date | undefined = new Date(after); moments.length < count; ) {
      last = next(last);
      if (last === undefined) break;
      moments.push(last.toISOString().slice(0, 16));
    }
    return moments;
  }

  const FROM = '2026-11-21T08:44:30Z';

  it.each([
    ['rate(1 minute)', ['2026-11-21T08:45']],
    ['rate(1 hour)', ['2026-11-21T09:44']],
    ['rate(7 days)', ['2026-11-28T08:44']],
    ['cron(0 12,23 ? * TUE-WED *)', ['2026-11-24T12:00', '2026-11-24T23:00', '2026-11-25T12:00']],
    ['cron(0/15 * * * ? *)', ['2026-11-21T08:45', '2026-11-21T09:00', '2026-11-21T09:15']],
    [
      'cron(10-30/10 0 1 * ? *)',
      ['2026-12-01T00:10', '2026-12-01T00:20', '2026-12-01T00:30', '2027-01-01T00:10'],
    ],
    ['cron(0 18 ? * 2-6 *)', ['2026-11-23T18:00', '2026-11-24T18:00']],
    [
      'cron(0 18 ? * FRI-MON *)',
      ['2026-11-21T18:00', '2026-11-22T18:00', '2026-11-23T18:00', '2026-11-27T18:00'],
    ],
    ['cron(0 0 L * ? *)', ['2026-11-30T00:00', '2026-12-31T00:00', '2027-01-31T00:00', '2027-02-28T00:00']],
    ['cron(0 0 29 FEB ? *)', ['2028-02-29T00:00', '2032-02-29T00:00']],
    ['cron(0 6 1 1 ? 2020)', []],
  ])('%s is due at its next times after the given one', (expression, expected) => {
    expect(nextOf(expression, FROM, Math.max(expected.length, 1))).toEqual(expected);
  });

  it.each([
    'rate(1 minutes)',
    'rate(5 minute)',
    'rate(0 minutes)',
    'rate(1.5 hours)',
    'cron(* * * * *)',
    'cron(* * * * * *)',
    'cron(60 * * * ? *)',
    'cron(* * ? * 8 *)',
    'cron(a * * * ? *)',
  ])('is rejected as EventBridge does: %s', (expression) => {
    expect(() => scheduleExpression(expression)).toThrow(ScheduleExpressionError);
  });
});

describe('the schedules of a template', () => {
  const MINUTE = 60_000;
  const sweep: ScheduleModel = {
    name: 'sweep',
    arn: 'arn:aws:events:us-east-1:000000000000:rule/sweep',
    expression: 'rate(1 minute)',
    functionArn: 'arn:sweep',
    retries: 2,
  };

  beforeEach(() => {
    jest.useFakeTimers({ now: new Date('2026-11-24T11:59:30.250Z') });
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  /** Starts these schedules with functions that return the answers of the test. */
  async function started(...schedules: readonly ScheduleModel[]) {
    const answers: Promise<Invocation>[] = [];
    const invoke = jest.fn(
      async (_arn: string, _event: unknown): Promise<Invocation> => answers.shift() ?? RETURNED,
    );
    const logs: string[] = [];
    let aheadMs = 0;
    const running = createSchedules({
      schedules,
      invoke,
      now: () => new Date(Date.now() + aheadMs),
      onLog: (line) => logs.push(line),
    });
    await running.start();
    const moveClock = (ms: number) => {
      aheadMs += ms;
      running.clockMoved();
    };
    return { ...running, invoke, logs, answers, moveClock };
  }

  it('send the event of EventBridge in the scheduled minute', async () => {
    const test = await started({ ...sweep, expression: 'cron(0 12 ? * TUE *)' });
    await jest.advanceTimersByTimeAsync(29_000);
    expect(test.invoke).not.toHaveBeenCalled();

    await jest.advanceTimersByTimeAsync(1_000);

    expect(test.invoke.mock.calls).toEqual([
      [
        'arn:sweep',
        expect.objectContaining({ 'detail-type': 'Scheduled Event', time: '2026-11-24T12:00:00Z' }),
      ],
    ]);
    await test.stop();
  });

  it('do not repeat runs that were missed while the machine slept', async () => {
    const test = await started(sweep);

    jest.setSystemTime(new Date('2026-11-24T20:00:00Z'));
    await jest.advanceTimersByTimeAsync(MINUTE);

    expect(test.invoke).toHaveBeenCalledTimes(1);
    await jest.advanceTimersByTimeAsync(MINUTE);
    expect(test.invoke).toHaveBeenCalledTimes(2);
    await test.stop();
  });

  it('start one run at once if the moved clock passes their time', async () => {
    const test = await started(sweep, {
      ...sweep,
      name: 'distant',
      functionArn: 'arn:distant',
      expression: 'rate(60 days)',
    });

    test.moveClock(20 * 24 * 60 * MINUTE);

    expect(test.invoke.mock.calls.map(([arn]) => arn)).toEqual(['arn:sweep']);
    expect(test.list()).toMatchObject([
      { next: '2026-12-14T12:00:30.250Z' },
      { next: '2027-01-23T11:59:30.250Z' },
    ]);
    await test.stop();
  });

  it('retry a failed event after 1 min and after 2 min more, then log SCHEDULED_EVENT_FAILED', async () => {
    const test = await started({ ...sweep, expression: 'rate(1 day)' });
    test.answers.push(...[FAILED, FAILED, FAILED].map((answer) => Promise.resolve(answer)));
    await jest.advanceTimersByTimeAsync(24 * 60 * MINUTE);
    expect(test.invoke).toHaveBeenCalledTimes(1);

    await jest.advanceTimersByTimeAsync(MINUTE);
    expect(test.invoke).toHaveBeenCalledTimes(2);
    await jest.advanceTimersByTimeAsync(2 * MINUTE);
    expect(test.invoke).toHaveBeenCalledTimes(3);
    const events = test.invoke.mock.calls.map(([, event]) => event);
    expect(events).toEqual([events[0], events[0], events[0]]);
    expect(test.logs).toEqual([expect.stringContaining('SCHEDULED_EVENT_FAILED')]);
    await test.stop();
  });

  it('wait longer than the maximum delay of a timer', async () => {
    const test = await started({ ...sweep, expression: 'rate(60 days)' });

    await jest.advanceTimersByTimeAsync(59 * 24 * 60 * MINUTE);
    expect(test.invoke).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(24 * 60 * MINUTE);
    expect(test.invoke).toHaveBeenCalledTimes(1);
    await test.stop();
  });
});

describe('the response of a function to a batch', () => {
  const failures = (...ids: unknown[]) => ({
    batchItemFailures: ids.map((itemIdentifier) => ({ itemIdentifier })),
  });

  it.each([
    [undefined, []],
    [{}, []],
    [failures(), []],
    [failures('a', 'c', 'a'), ['a', 'c']],
    ['done', ['a', 'b', 'c']],
    [{ batchItemFailures: 'a' }, ['a', 'b', 'c']],
    [failures(''), ['a', 'b', 'c']],
    [failures('a', 'of another batch'), ['a', 'b', 'c']],
  ])('%j fails the items that it names, or the complete batch if it is invalid', (response, failed) => {
    expect(failedItems(response, ['a', 'b', 'c'])).toEqual(new Set(failed));
  });
});

describe('the event source mapping of a queue', () => {
  interface Message {
    readonly messageId: string;
    readonly body: string;
  }
  const GONE = queueModel('gone', {});
  /** One second is the shortest visibility timeout that hides a message. */
  const WORK = queueModel('work', {
    VisibilityTimeout: 1,
    RedrivePolicy: { deadLetterTargetArn: GONE.arn, maxReceiveCount: 3 },
  });
  let queues: Queues;
  const sqs = engineQueues(() => queues.endpoint);
  let stopConsumer: () => Promise<void>;
  beforeEach(async () => {
    queues = await startQueues();
    await queues.ensure([WORK, GONE]);
  });
  afterEach(async () => {
    await stopConsumer();
    sqs.stop();
    await queues.stop();
  });
  async function untilEmpty(name: string, left: number): Promise<void> {
    for (;;) {
      const { ApproximateNumberOfMessages: ready, ApproximateNumberOfMessagesNotVisible: taken } =
        await sqs.attributes(name);
      if (Number(ready) === left && Number(taken) === 0) return;
      await wait(20);
    }
  }

  it.each([true, false])(
    'deletes processed messages and moves one that always fails to its dead-letter queue; partial responses: %s',
    async (reportsFailures) => {
      const taken: string[] = [];
      const consumer = createQueueConsumer({
        source: {
          queueArn: WORK.arn,
          functionArn: 'arn:work',
          batchSize: reportsFailures ? 10 : 1,
          reportsFailures,
        },
        queueUrl: queueUrl('work'),
        sqsEndpoint: queues.endpoint,
        concurrency: 1,
        onLog: () => {},
        invoke: async (_functionArn, event) => {
          const { Records } = event as { readonly Records: readonly Message[] };
          taken.push(...Records.map(({ body }) => body));
          const bad = Records.filter(({ body }) => body === 'poison');
          if (!reportsFailures) return bad.length > 0 ? { outcome: 'timed-out' } : RETURNED;
          const batchItemFailures = bad.map(({ messageId }) => ({ itemIdentifier: messageId }));
          return { outcome: 'returned', payload: { batchItemFailures } };
        },
      });
      stopConsumer = consumer.stop;
      await sqs.send('work', 'poison');
      await sqs.send('work', 'good');
      await consumer.start();

      await untilEmpty('gone', 1);

      expect(taken.toSorted()).toEqual(['good', 'poison', 'poison', 'poison']);
      await untilEmpty('work', 0);
      expect(await sqs.receive('gone')).toMatchObject([{ Body: 'poison' }]);
    },
  );
});
