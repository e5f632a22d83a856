import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { logOutput } from '../../../../shared/platform/logging/log.ts';
import {
  createSqsClient,
  createSqsMessageQueue,
  type OutgoingMessage,
} from '../../../../shared/platform/sqs/sqs-message-queue.ts';
import {
  QUEUE_CREDENTIALS,
  QUEUE_REGION,
  startTestQueues,
  type TestQueue,
  type TestQueues,
} from '../../../support/queues-under-test.ts';
import { type Fault, type QueueProxy, startQueueProxy } from './queue-proxy.ts';

let queues: TestQueues;
let proxy: QueueProxy;
let complaints: jest.SpiedFunction<typeof logOutput.error>;

beforeAll(async () => {
  queues = await startTestQueues();
});
afterAll(() => queues.stop());

/** A queue behind a proxy that injects the first of these faults into the first request, and so on. */
async function queueWithFaults(faults: readonly Fault[] = []) {
  complaints = jest.spyOn(logOutput, 'error').mockImplementation(() => undefined);
  proxy = await startQueueProxy(queues.endpoint, faults);
  const queue = await queues.createQueue();
  const port = createSqsMessageQueue({
    client: createSqsClient({
      endpoint: proxy.endpoint,
      region: QUEUE_REGION,
      credentials: QUEUE_CREDENTIALS,
    }),
    queueUrl: queue.url,
    pause: async () => undefined,
  });
  return { port, queue };
}

afterEach(async () => {
  await proxy.stop();
  jest.restoreAllMocks();
});

const numbered = (count: number): OutgoingMessage[] =>
  Array.from({ length: count }, (_, index) => ({ body: `message ${index}` }));
const bodiesIn = async (queue: TestQueue) => (await queue.messages()).map(({ body }) => body);
const bodiesOf = (messages: readonly OutgoingMessage[]) => messages.map(({ body }) => body).sort();

describe('a queue of SQS', () => {
  it('sends no request without messages', async () => {
    const { port } = await queueWithFaults();

    await expect(port.send([])).resolves.toEqual([]);
    expect(proxy.requests).toEqual([]);
  });

  it('sends any number of messages, ten per request', async () => {
    const { port, queue } = await queueWithFaults();
    const messages = numbered(123);

    await expect(port.send(messages)).resolves.toEqual([]);
    expect((await bodiesIn(queue)).sort()).toEqual(bodiesOf(messages));
    expect(proxy.requests).toHaveLength(13);
  });

  it('sends attributes, delay and the message group', async () => {
    const { port, queue } = await queueWithFaults();

    const sent = await port.send([
      { body: 'Grüße', attributes: { reason: 'no JSON', from: 'test' }, group: 'org_1', delaySeconds: 900 },
    ]);
    expect(sent).toEqual([]);

    expect(await queue.messages()).toEqual([
      { body: 'Grüße', attributes: { reason: 'no JSON', from: 'test' } },
    ]);
    expect(proxy.requests).toMatchObject([{ Entries: [{ MessageGroupId: 'org_1', DelaySeconds: 900 }] }]);
  });

  it('sends a message of exactly 1 MiB, and reports a larger one without affecting the others', async () => {
    const { port, queue } = await queueWithFaults();
    const largest = { body: 'ü'.repeat(524_288 - 10), attributes: { note: 'x'.repeat(10) } };
    const larger = { body: 'x'.repeat(1_048_577) };

    await expect(port.send([{ body: 'first' }, larger, largest, { body: 'last' }])).resolves.toEqual([1]);
    expect((await bodiesIn(queue)).sort()).toEqual(['first', 'last', largest.body].sort());
  });

  it.each<[string, Fault[], number]>([
    ['the connection breaks before', ['cut'], 1],
    ['it answers 503', ['status 503'], 1],
    ['it throttles all', ['throttle'], 1],
    ['its answer is not JSON', ['rubbish'], 2],
    ['its answer is lost: the message may be there twice', ['lose answer'], 2],
    ['it fails three times', ['status 500', 'cut', 'status 500'], 1],
  ])('retries if %s', async (_case, faults, copies) => {
    const { port, queue } = await queueWithFaults(faults);

    await expect(port.send([{ body: 'kept' }])).resolves.toEqual([]);
    expect(await bodiesIn(queue)).toEqual(Array.from({ length: copies }, () => 'kept'));
    expect(complaints).not.toHaveBeenCalled();
  });

  it('returns the messages that failed four times, and logs the reason without their content', async () => {
    const { port, queue } = await queueWithFaults(['status 500', 'cut', 'throttle', 'status 503']);

    await expect(port.send(numbered(3))).resolves.toEqual([0, 1, 2]);
    expect(await bodiesIn(queue)).toEqual([]);
    const [line] = complaints.mock.calls.map(([text]: readonly unknown[]) => JSON.parse(String(text)));
    expect(line).toMatchObject({
      code: 'QUEUE_REJECTED_MESSAGES',
      messages: 3,
      // The SDK names a broken connection by its class, which is of another realm in a test.
      reasons: ['status 500', expect.any(String), 'ThrottlingException', 'status 503'],
    });
    expect(JSON.stringify(line)).not.toContain('message 0');
  });

  it('retries only entries without a sender fault', async () => {
    const { port, queue } = await queueWithFaults([{ fail: [1, 3], senderFault: false }]);
    const messages = numbered(5);

    await expect(port.send(messages)).resolves.toEqual([]);
    expect((await bodiesIn(queue)).sort()).toEqual(bodiesOf(messages));
    expect(proxy.requests.map(({ Entries }) => Entries.length)).toEqual([5, 2]);
  });

  it('does not retry an invalid message', async () => {
    const { port, queue } = await queueWithFaults();

    // SQS accepts only the characters of XML 1.0.
    await expect(port.send([{ body: 'good' }, { body: 'bad \u0000' }])).resolves.toEqual([1]);
    expect(await bodiesIn(queue)).toEqual(['good']);
    expect(proxy.requests).toHaveLength(1);
  });

  it('uses the endpoint of the client, not the host of the queue URL', async () => {
    const { port, queue } = await queueWithFaults();

    expect(new URL(queue.url).host).not.toBe(new URL(proxy.endpoint).host);
    await expect(port.send([{ body: 'here' }])).resolves.toEqual([]);
    expect(proxy.requests).toHaveLength(1);
  });
});
