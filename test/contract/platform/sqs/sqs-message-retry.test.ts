import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createSqsClient } from '../../../../shared/platform/sqs/sqs-message-queue.ts';
import { createSqsMessageRetry } from '../../../../shared/platform/sqs/sqs-message-retry.ts';

const asked: { target: unknown; body: unknown }[] = [];
let status = 200;
const server = createServer(async (request, response) => {
  let text = '';
  for await (const chunk of request) text += chunk;
  asked.push({ target: request.headers['x-amz-target'], body: JSON.parse(text) });
  response.writeHead(status).end('{}');
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

const queueUrl = 'https://sqs.us-east-1.amazonaws.com/000000000000/uploads';
const comeAgain = () =>
  createSqsMessageRetry({
    client: createSqsClient({
      region: 'us-east-1',
      credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
      endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    }),
    queueUrl,
  });

describe('a message to be retried', () => {
  it.each([
    [1, 30],
    [2, 60],
    [5, 480],
    [7, 900],
    [8, 900],
  ])('received %i times becomes visible after %i seconds', async (receives, VisibilityTimeout) => {
    asked.length = 0;
    await comeAgain()({ receiptHandle: 'handle', receives });
    expect(asked).toEqual([
      {
        target: 'AmazonSQS.ChangeMessageVisibility',
        body: { QueueUrl: queueUrl, ReceiptHandle: 'handle', VisibilityTimeout },
      },
    ]);
  });

  it("becomes visible after the queue's visibility timeout if SQS fails", async () => {
    status = 500;
    await expect(comeAgain()({ receiptHandle: 'handle', receives: 1 })).resolves.toBeUndefined();
  });
});
