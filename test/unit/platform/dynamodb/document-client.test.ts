import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, describe, expect, it } from 'vitest';
import { createDocumentClient } from '../../../../shared/platform/dynamodb/document-client.ts';

let server: Server | undefined;

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

async function clientOf(answer: Parameters<typeof createServer>[1]) {
  const listening = createServer(answer).listen(0, '127.0.0.1');
  server = listening;
  await new Promise((resolve) => listening.once('listening', resolve));
  return createDocumentClient({
    endpoint: `http://127.0.0.1:${(listening.address() as AddressInfo).port}`,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    maxAttempts: 1,
  });
}

const get = new GetCommand({ TableName: 'organizations', Key: { pk: 'ORG#1' } });

describe('document client', () => {
  it('reads plain values', async () => {
    const client = await clientOf((_request, response) => {
      response.setHeader('Content-Type', 'application/x-amz-json-1.0');
      response.end('{"Item":{"used":{"N":"7"},"billing":{"BOOL":true}}}');
    });

    expect((await client.send(get)).Item).toEqual({ used: 7, billing: true });
  });

  it('fails if a table does not respond, before the function times out', async () => {
    const client = await clientOf(() => {});

    await expect(client.send(get)).rejects.toMatchObject({ name: 'TimeoutError' });
  });
});
