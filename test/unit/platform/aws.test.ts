import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { failureReason } from '../../../shared/platform/aws/failure-reason.ts';
import { requestSettings } from '../../../shared/platform/aws/request-settings.ts';
import { createSystemsManager, readSecret } from '../../../shared/platform/aws/systems-manager-secret.ts';
import { createDocumentClient } from '../../../shared/platform/dynamodb/document-client.ts';

const PARAMETER = '/freight/dev/eia-api-key';
const VALUE = 'a-key-of-the-eia';

type Behavior = (response: ServerResponse) => void;
const json =
  (status: number, body: unknown): Behavior =>
  (response) =>
    response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body));
const silence: Behavior = () => undefined;

let behaviors: Behavior[] = [];
const calls: { readonly headers: IncomingHttpHeaders; readonly body: string }[] = [];
const server = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  calls.push({ headers: request.headers, body });
  const found = json(200, { Parameter: { Name: PARAMETER, Type: 'SecureString', Value: VALUE } });
  (behaviors.shift() ?? found)(response);
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => {
  server.close();
  server.closeAllConnections();
});
beforeEach(() => {
  behaviors = [];
  calls.length = 0;
});

const endpoint = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const CREDENTIALS = { accessKeyId: 'id', secretAccessKey: 'secret', sessionToken: 'token' };

/** Reads the secret with two attempts of 200 ms. */
const read = () =>
  readSecret(
    createSystemsManager({
      region: 'us-east-1',
      credentials: CREDENTIALS,
      endpoint: endpoint(),
      ...requestSettings({ timeoutMs: 200, attempts: 2 }),
    }),
    PARAMETER,
  );
const failureOf = (reading: Promise<unknown>) => reading.catch((error: unknown) => error);

describe('a secret of Systems Manager', () => {
  it('is read decrypted with one signed call', async () => {
    await expect(read()).resolves.toBe(VALUE);
    expect(calls).toHaveLength(1);
    expect(JSON.parse(calls[0]?.body ?? '')).toEqual({ Name: PARAMETER, WithDecryption: true });
    expect(calls[0]?.headers).toMatchObject({
      'x-amz-target': 'AmazonSSM.GetParameter',
      'x-amz-security-token': 'token',
      authorization: expect.stringMatching(
        /^AWS4-HMAC-SHA256 Credential=id\/\d{8}\/us-east-1\/ssm\/aws4_request/,
      ),
    });
  });

  it('is undefined where there is none', async () => {
    behaviors = [json(400, { __type: 'com.amazonaws.ssm#ParameterNotFound' })];
    await expect(read()).resolves.toBeUndefined();
    expect(calls).toHaveLength(1);
  });

  it.each([
    ['no answer', silence, 'TimeoutError', 2],
    // The SDK names this error by its class, which is of another realm in a test.
    ['a connection that breaks', (response: ServerResponse) => response.destroy(), '', 2],
    ['throttling', json(400, { __type: 'ThrottlingException', message: VALUE }), 'ThrottlingException', 2],
    ['an error of the service', json(503, ''), 'status 503', 2],
    ['an answer that is not JSON', json(200, `<${VALUE}>`), 'SyntaxError', 1],
    ['expired credentials', json(400, { __type: 'ExpiredTokenException' }), 'ExpiredTokenException', 1],
    ['no right', json(400, { __type: 'AccessDeniedException' }), 'AccessDeniedException', 1],
    ['an answer of another shape', json(200, { Value: VALUE }), 'response without a parameter', 1],
    ['an empty value', json(200, { Parameter: { Value: ' ' } }), 'the value is empty', 1],
  ])(
    'is requested again after %s if that may help; the error has no response data',
    async (_, behavior, reason, attempts) => {
      behaviors = [behavior, behavior];
      const failure = await failureOf(read());
      expect(failure).toMatchObject({
        name: 'SecretUnreadableError',
        message: expect.stringContaining(reason),
      });
      expect(calls).toHaveLength(attempts);
      expect(String(failure)).not.toContain(VALUE);
    },
  );
});

it('the reason of a failure never includes the message', () => {
  const error = Object.assign(new Error('secret'), { $metadata: { httpStatusCode: 500 } });
  expect([error, new TypeError('secret')].map(failureReason)).toEqual(['status 500', 'TypeError']);
});

it('a table that does not respond fails before the function times out', async () => {
  behaviors = [silence];
  const client = createDocumentClient({
    endpoint: endpoint(),
    region: 'us-east-1',
    credentials: CREDENTIALS,
    maxAttempts: 1,
  });
  const reading = client.send(new GetCommand({ TableName: 'organizations', Key: { pk: 'ORG#1' } }));
  await expect(reading).rejects.toMatchObject({ name: 'TimeoutError' });
});
