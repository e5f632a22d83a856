import { setTimeout as wait } from 'node:timers/promises';
import type { SendMessageCommandInput } from '@aws-sdk/client-sqs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Queues, startQueues } from '../../../../lib/local/engines/queues.ts';
import { createQueueConsumer } from '../../../../lib/local/events/queue-consumer.ts';
import type { Invocation } from '../../../../lib/local/lambda/function-worker.ts';
import { queueModel } from '../../../../lib/local/template/event-source-model.ts';
import { queueUrl } from '../../../../lib/local/template/local-names.ts';
import { engineQueues } from '../../../support/engine-queues.ts';
import { until } from '../lambda/function-under-test.ts';
import { CRASHED, failing, mappedFunction, RETURNED } from './mapped-functions.ts';

interface Message {
  readonly messageId: string;
  readonly body: string;
  readonly attributes: Readonly<Record<string, string>>;
}

const GONE = queueModel('gone', {});
/** One second is the shortest visibility timeout that hides a message. */
const WORK = queueModel('work', {
  VisibilityTimeout: 1,
  RedrivePolicy: { deadLetterTargetArn: GONE.arn, maxReceiveCount: 3 },
});

let queues: Queues;
const consumers: { stop(): Promise<void> }[] = [];
beforeEach(async () => {
  queues = await startQueues();
  await queues.ensure([WORK, GONE]);
});
afterEach(async () => {
  await Promise.all(consumers.splice(0).map((consumer) => consumer.stop()));
  sqs.stop();
  await queues.stop();
});

const sqs = engineQueues(() => queues.endpoint);
const send = (body: string, more: Partial<SendMessageCommandInput> = {}) => sqs.send('work', body, more);

/** Number of visible messages and of messages in flight in a queue. */
async function countOf(name: string): Promise<readonly [ready: number, taken: number]> {
  const attributes = await sqs.attributes(name);
  return [
    Number(attributes.ApproximateNumberOfMessages),
    Number(attributes.ApproximateNumberOfMessagesNotVisible),
  ];
}
async function untilCount(name: string, ready: number, taken: number): Promise<void> {
  for (;;) {
    const [readyNow, takenNow] = await countOf(name);
    if (readyNow === ready && takenNow === taken) return;
    await wait(20);
  }
}

/** Starts an event source mapping from the queue to a function with this answer. */
async function consumerUnderTest(
  answer: (records: readonly Message[]) => Invocation | Promise<Invocation>,
  { batchSize = 10, concurrency = 1, reportsFailures = true } = {},
) {
  const mapped = mappedFunction<Message>(answer);
  const logs: string[] = [];
  const consumer = createQueueConsumer({
    source: { queueArn: WORK.arn, functionArn: 'arn:work', batchSize, reportsFailures },
    queueUrl: queueUrl('work'),
    sqsEndpoint: queues.endpoint,
    concurrency,
    invoke: mapped.invoke,
    onLog: (line) => logs.push(line),
  });
  consumers.push(consumer);
  await consumer.start();
  return {
    ...mapped,
    logs,
    stop: consumer.stop,
    bodies: () => mapped.batches.map((batch) => batch.map(({ body }) => body)),
  };
}

describe('the event source mapping of a queue', () => {
  it('invokes the function with the event of Lambda and deletes processed messages', async () => {
    await send('{"a":1}', { MessageAttributes: { reason: { DataType: 'String', StringValue: 'x' } } });

    const { batches } = await consumerUnderTest(() => RETURNED);
    await untilCount('work', 0, 0);

    expect(batches).toEqual([
      [
        {
          messageId: expect.stringMatching(/^[0-9a-f-]{36}$/),
          receiptHandle: expect.any(String),
          body: '{"a":1}',
          attributes: {
            ApproximateReceiveCount: '1',
            SentTimestamp: expect.stringMatching(/^\d{13}$/),
            SenderId: expect.any(String),
            ApproximateFirstReceiveTimestamp: expect.stringMatching(/^\d{13}$/),
          },
          messageAttributes: {
            reason: { stringValue: 'x', stringListValues: [], binaryListValues: [], dataType: 'String' },
          },
          md5OfBody: 'bb6cb5c68df4652941caf652a366f2d8',
          eventSource: 'aws:sqs',
          eventSourceARN: WORK.arn,
          awsRegion: 'us-east-1',
        },
      ],
    ]);
  });

  it('returns only the messages in batchItemFailures to the queue and delivers them after the visibility timeout', async () => {
    await Promise.all(['one', 'two', 'three'].map((body) => send(body)));
    const idOf = (records: readonly Message[], body: string) =>
      records.filter((record) => record.body === body).map(({ messageId }) => messageId);

    const { bodies, batches } = await consumerUnderTest((records) =>
      Number(records[0]?.attributes.ApproximateReceiveCount) > 1
        ? RETURNED
        : failing(...idOf(records, 'two')),
    );
    await until(() => batches.length === 2);
    await untilCount('work', 0, 0);

    expect(bodies().map((batch) => batch.toSorted())).toEqual([['one', 'three', 'two'], ['two']]);
  });

  it('ignores batchItemFailures if ReportBatchItemFailures is off', async () => {
    await send('one');

    const { batches } = await consumerUnderTest(
      (records) => failing(...records.map(({ messageId }) => messageId)),
      {
        reportsFailures: false,
      },
    );
    await until(() => batches.length === 1);

    await untilCount('work', 0, 0);
  });

  it.each<Invocation>([
    CRASHED,
    { outcome: 'timed-out' },
    { outcome: 'throttled' },
    { outcome: 'failed', errorType: 'Error', errorMessage: 'no' },
  ])('delivers the batch again after the invocation result %j', async (ended) => {
    await send('one');
    await send('two');
    let calls = 0;

    const { batches } = await consumerUnderTest(() => {
      calls += 1;
      return calls === 1 ? ended : RETURNED;
    });
    await until(() => batches.flat().length >= 3);
    await untilCount('work', 0, 0);

    expect(await countOf('gone')).toEqual([0, 0]);
  });

  it('moves a message that always fails to the dead-letter queue and processes the others', async () => {
    await send('poison');
    await send('good');

    const { batches } = await consumerUnderTest((records) =>
      failing(...records.filter(({ body }) => body === 'poison').map(({ messageId }) => messageId)),
    );
    await untilCount('gone', 1, 0);

    const poisoned = batches.flat().filter(({ body }) => body === 'poison');
    expect(poisoned.map(({ attributes }) => attributes.ApproximateReceiveCount)).toEqual(['1', '2', '3']);
    expect(await countOf('work')).toEqual([0, 0]);
    const Messages = await sqs.receive('gone');
    expect(Messages).toMatchObject([{ Body: 'poison' }]);
  });

  it('invokes the function up to its maximum concurrency and not above it', async () => {
    await Promise.all(Array.from({ length: 30 }, (_, index) => send(String(index))));
    let open = () => {};
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });

    const { underWay, mostAtOnce, batches } = await consumerUnderTest(() => gate.then(() => RETURNED), {
      batchSize: 1,
      concurrency: 3,
    });
    await until(() => underWay() === 3);
    open();
    await until(() => new Set(batches.flat().map(({ body }) => body)).size === 30);

    expect(mostAtOnce()).toBe(3);
    await untilCount('work', 0, 0);
  });

  it('waits for the invocation in progress when it stops, receives no new messages and loses none', async () => {
    let end = (_: Invocation) => {};
    const ending = new Promise<Invocation>((resolve) => {
      end = resolve;
    });
    const { batches, underWay, stop } = await consumerUnderTest(() => ending, { batchSize: 1 });
    await send('one');
    await until(() => underWay() === 1);
    await send('two');

    const stopping = stop();
    end(RETURNED);
    await stopping;

    expect(batches).toHaveLength(1);
    expect(await countOf('work')).toEqual([1, 0]);
  });

  it('stops while the function hangs, and its messages become visible again', async () => {
    const { underWay, stop } = await consumerUnderTest(() => new Promise<Invocation>(() => {}));
    await send('one');
    await until(() => underWay() === 1);

    await stop();

    const Messages = await sqs.receive('work', {
      WaitTimeSeconds: 10,
    });
    expect(Messages).toMatchObject([{ Body: 'one' }]);
  });

  it('logs QUEUE_NOT_READ if the queue cannot be read', async () => {
    await queues.stop();
    const { logs } = await consumerUnderTest(() => RETURNED);

    await until(() => logs.length > 0);

    expect(JSON.parse(logs[0] ?? '')).toMatchObject({
      level: 'error',
      code: 'QUEUE_NOT_READ',
      queue: WORK.arn,
    });
    queues = await startQueues();
  });
});
