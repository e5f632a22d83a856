import { setTimeout as wait } from 'node:timers/promises';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { SQSEvent } from 'aws-lambda';
import { createImportUploads } from '../../../../functions/import-market/import-uploads.ts';
import { type QueuesAndBuckets, startQueuesAndBuckets } from '../../../../lib/local/engines/fauxqs.ts';
import { consumeQueue } from '../../../../lib/local/events/queue-consumer.ts';
import { arnOf, engineSettings, queueUrl } from '../../../../lib/local/template/local-names.ts';
import { logOutput } from '../../../../shared/platform/logging/log.ts';
import { createSqsMessageQueue } from '../../../../shared/platform/sqs/sqs-message-queue.ts';
import { eventually } from '../../../support/eventually.ts';

const NAME = 'uploads';
const ARN = arnOf('AWS::SQS::Queue', NAME);
const FILES = 40;
const SLICES = 20;
const WORKERS = 2;
/** Slices of both workers while the event of a file becomes a message, and while that is received. */
const FEW = 10;

let queues: QueuesAndBuckets;
let client: SQSClient;
let stop = (): void => {};
beforeAll(async () => {
  const queue = { name: NAME, arn: ARN, attributes: { VisibilityTimeout: '60' } };
  queues = await startQueuesAndBuckets({ queues: [queue], buckets: [] });
  client = new SQSClient(engineSettings(queues.endpoint));
  for (const level of ['info', 'warn'] as const)
    jest.spyOn(logOutput, level).mockImplementation(() => undefined);
});
afterAll(async () => {
  stop();
  client.destroy();
  await queues.stop();
});

/** Sends the event of the bucket for a new file: it has no message group. */
async function uploaded(key: string): Promise<void> {
  const detail = { object: { key, size: 12, etag: 'tag', sequencer: '1' } };
  const MessageBody = JSON.stringify({ source: 'aws.s3', 'detail-type': 'Object Created', detail });
  await client.send(new SendMessageCommand({ QueueUrl: queueUrl(NAME), MessageBody }));
}

/** Works on the queue as the function does. @returns the keys of the slices, in order. */
function importFromQueue(): string[] {
  const slices: string[] = [];
  const handler = createImportUploads({
    importFile: async ({ key }) => {
      slices.push(key);
      await wait(5);
      const needed = key.includes('small') ? 1 : SLICES;
      const done = slices.filter((one) => one === key).length >= needed;
      return done ? { outcome: 'known' } : { outcome: 'unfinished' };
    },
    importQuote: async () => ({ outcome: 'off' }),
    queue: createSqsMessageQueue({ client, queueUrl: queueUrl(NAME) }),
    returnMessage: async () => undefined,
  });
  stop = consumeQueue(
    { queueArn: ARN, functionArn: 'import-market', batchSize: 1, maximumConcurrency: WORKERS },
    queues,
    {
      eventsAtOnce: () => WORKERS,
      invoke: async (_: string, event: unknown) => ({
        outcome: 'returned',
        payload: await handler(event as SQSEvent, {
          awsRequestId: 'one',
          getRemainingTimeInMillis: () => 600_000,
        }),
      }),
    },
    () => {},
  );
  return slices;
}

describe('imports', () => {
  it('of an organization and mode with many waiting slices delay no other by more than a few', async () => {
    for (let file = 0; file < FILES; file++) await uploaded(`organizations/org_busy/live/${file}.csv`);
    const slices = importFromQueue();
    await eventually(
      async () => slices.length,
      (count) => count > FILES,
    );
    const small = ['organizations/org_quiet/live/small.csv', 'organizations/org_busy/test/small.csv'];
    for (const key of small) {
      const before = slices.length;
      await uploaded(key);
      await eventually(
        async () => slices.includes(key),
        (found) => found,
        20_000,
      );
      // In a queue without groups, a slice of each waiting file comes first.
      expect(slices.indexOf(key) - before).toBeLessThan(FEW);
    }
    expect(slices.length).toBeLessThan(FILES * SLICES);
  });
});
