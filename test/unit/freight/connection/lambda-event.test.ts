import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sendEvent } from '../../../../bin/freight/connection/lambda-event.ts';
import { CommandFailedError } from '../../../../bin/freight/failures/command-errors.ts';

let server: Server;
let endpoint: string;
let answer: { readonly status: number; readonly type?: string };
let received: { readonly request: IncomingMessage; readonly body: string }[];
beforeEach(async () => {
  answer = { status: 202 };
  received = [];
  server = createServer(async (request, response) => {
    const chunks = await request.toArray();
    received.push({ request, body: Buffer.concat(chunks).toString() });
    response.writeHead(answer.status, answer.type === undefined ? {} : { 'x-amzn-errortype': answer.type });
    response.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  server.close();
});

const address = () => ({
  region: 'us-east-1',
  credentials: { accessKeyId: 'id', secretAccessKey: 'key' },
  endpoint,
});

describe('an event that is left with a function', () => {
  it('is sent signed, as one that no one waits for', async () => {
    await sendEvent(address(), 'reindex', { runId: 'r' });

    const [{ request, body } = {}] = received;
    expect(request).toMatchObject({ method: 'POST', url: '/2015-03-31/functions/reindex/invocations' });
    expect(request?.headers['x-amz-invocation-type']).toBe('Event');
    expect(request?.headers.authorization).toMatch(
      /^AWS4-HMAC-SHA256 Credential=id\/\d{8}\/us-east-1\/lambda\//,
    );
    expect(JSON.parse(body ?? '')).toEqual({ runId: 'r' });
  });

  it.each([
    [{ status: 404, type: 'ResourceNotFoundException:http://docs' }, /: ResourceNotFoundException\.$/],
    [{ status: 403, type: 'AccessDeniedException' }, /: AccessDeniedException\.$/],
    [{ status: 503 }, /: status 503\.$/],
    [{ status: 200 }, /: status 200\.$/],
  ])('is rejected in one line where Lambda answers %j', async (given, message) => {
    answer = given;

    const left = sendEvent(address(), 'reindex', {});

    await expect(left).rejects.toThrow(CommandFailedError);
    await expect(left).rejects.toThrow(message);
  });

  it('is rejected in one line where Lambda is not there', async () => {
    server.close();

    await expect(sendEvent(address(), 'reindex', {})).rejects.toThrow(
      /^Lambda cannot be reached: ECONNREFUSED\.$/,
    );
  });
});
