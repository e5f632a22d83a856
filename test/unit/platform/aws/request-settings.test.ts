import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failureReason } from '../../../../shared/platform/aws/failure-reason.ts';
import { requestSettings } from '../../../../shared/platform/aws/request-settings.ts';

type Behavior = (response: ServerResponse) => void;
const exception =
  (status: number, body: object | string): Behavior =>
  (response) =>
    response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body));

let behavior: Behavior;
const server = createServer((request, response) => {
  request.resume().on('end', () => behavior(response));
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

/** Failure reason and number of attempts of a call with two attempts of 200 ms. */
async function failureOf(failing: Behavior): Promise<{ reason: string; attempts: number }> {
  behavior = failing;
  const client = new SSMClient({
    region: 'us-east-1',
    credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ...requestSettings({ timeoutMs: 200, attempts: 2 }),
  });
  const failure = await client
    .send(new GetParameterCommand({ Name: 'one' }))
    .catch((error: unknown) => error);
  client.destroy();
  return { reason: failureReason(failure), attempts: Object(failure).$metadata?.attempts };
}

describe('an AWS client with limits', () => {
  it.each<[string, Behavior, RegExp, number]>([
    ['no answer', () => undefined, /^TimeoutError$/, 2],
    ['a connection that breaks', (response) => response.destroy(), /^TimeoutError$/, 2],
    [
      'throttling',
      exception(400, { __type: 'ThrottlingException', message: 'm' }),
      /^ThrottlingException$/,
      2,
    ],
    ['an error of the service', exception(503, ''), /^status 503$/, 2],
    [
      'expired credentials',
      exception(400, { __type: 'ExpiredTokenException' }),
      /^ExpiredTokenException$/,
      1,
    ],
    ['a missing right', exception(400, { __type: 'AccessDeniedException' }), /^AccessDeniedException$/, 1],
  ])('reports %s, after retries if they may help', async (_, failing, reason, attempts) => {
    const found = await failureOf(failing);
    expect(found).toEqual({ reason: expect.stringMatching(reason), attempts });
  });

  it('does not wait for an incomplete response', async () => {
    const { reason } = await failureOf((response) => {
      response.writeHead(200, { 'content-length': 100 }).write('{"Parameter":');
    });

    expect(reason).toMatch(/^(TimeoutError|ECONNRESET|Error)$/);
  });

  it('never includes request or response data in a reason', () => {
    const error = Object.assign(new Error('secret'), { $metadata: { httpStatusCode: 500 } });
    expect([failureReason(error), failureReason(new TypeError('secret'))]).toEqual([
      'status 500',
      'TypeError',
    ]);
  });
});
