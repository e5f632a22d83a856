import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createSqsEventQueues, type EventQueues } from '../../../../bin/freight/connection/event-queues.ts';
import { redrive } from '../../../../shared/platform/sqs/redrive.ts';
import {
  QUEUE_CREDENTIALS,
  QUEUE_REGION,
  startTestQueues,
  type TestQueue,
  type TestQueues,
} from '../../../support/queues-under-test.ts';

let engine: TestQueues;
let [main, dead]: TestQueue[] = [];
let queues: EventQueues;

beforeAll(async () => {
  engine = await startTestQueues();
  [main, dead] = [await engine.createQueue(), await engine.createQueue()];
  queues = createSqsEventQueues(
    { endpoint: engine.endpoint, region: QUEUE_REGION, credentials: QUEUE_CREDENTIALS },
    (name) => (name.endsWith('-dlq') ? dead : main)?.url ?? '',
  );
});

afterAll(async () => {
  queues.close();
  await engine.stop();
});

/** The port that sends a rejected message to the dead-letter queue, as a function does. */
const toDeadLetters = () =>
  createSqsEventQueues(
    { endpoint: engine.endpoint, region: QUEUE_REGION, credentials: QUEUE_CREDENTIALS },
    () => dead?.url ?? '',
  ).intake();

describe('the queues of events, as operators use them', () => {
  it('redrive failed messages, and leave rejected messages visible', async () => {
    const letters = await toDeadLetters();
    await letters.send([
      ...Array.from({ length: 25 }, (_, index) => ({ body: `good ${index}`, attributes: { lane: 'slow' } })),
      { body: 'bad', attributes: { reason: 'not JSON' } },
    ]);
    const parts = await queues.withDeadLetters('events');
    const how = { ...parts, includeRejected: false, now: () => new Date(Date.now() + 1_000) };

    await expect(redrive({ ...how, dryRun: true })).resolves.toEqual({
      moved: 25,
      rejected: { 'not JSON': 1 },
      failed: 0,
    });
    expect(await main?.messages()).toEqual([]);

    await expect(redrive({ ...how, dryRun: false })).resolves.toEqual({
      moved: 25,
      rejected: { 'not JSON': 1 },
      failed: 0,
    });
    expect(await dead?.messages()).toEqual([{ body: 'bad', attributes: { reason: 'not JSON' } }]);
    const moved = (await main?.messages()) ?? [];
    expect(new Set(moved.map(({ body }) => body)).size).toBe(25);
    expect(moved[0]?.attributes).toEqual({ lane: 'slow' });
    expect(await parts.deadLetters.receive()).toHaveLength(1);
  });
});
