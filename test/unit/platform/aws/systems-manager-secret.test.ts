import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { requestSettings } from '../../../../shared/platform/aws/request-settings.ts';
import { createSystemsManager, readSecret } from '../../../../shared/platform/aws/systems-manager-secret.ts';

const PARAMETER = '/freight/dev/eia-api-key';
const VALUE = 'a-key-of-the-eia';

type Behaviour = (response: ServerResponse) => void;
const json =
  (status: number, body: unknown): Behaviour =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
const FOUND = json(200, { Parameter: { Name: PARAMETER, Type: 'SecureString', Value: VALUE } });

let behaviours: Behaviour[] = [];
const calls: { readonly headers: IncomingHttpHeaders; readonly body: string }[] = [];
const server = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  calls.push({ headers: request.headers, body });
  (behaviours.shift() ?? FOUND)(response);
});
let endpoint: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  endpoint = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
});
afterAll(
  () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    }),
);
beforeEach(() => {
  behaviours = [];
  calls.length = 0;
});

const read = () =>
  readSecret(
    createSystemsManager({
      region: 'us-east-1',
      credentials: { accessKeyId: 'id', secretAccessKey: 'secret', sessionToken: 'token' },
      endpoint,
      ...requestSettings({ timeoutMs: 300, attempts: 2 }),
    }),
    PARAMETER,
  );

describe('a secret of Systems Manager', () => {
  it('is read decrypted with one signed call', async () => {
    await expect(read()).resolves.toBe(VALUE);

    expect(calls).toHaveLength(1);
    expect(JSON.parse(calls[0]?.body ?? '')).toEqual({ Name: PARAMETER, WithDecryption: true });
    expect(calls[0]?.headers).toMatchObject({
      'x-amz-target': 'AmazonSSM.GetParameter',
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-security-token': 'token',
      authorization: expect.stringMatching(
        /^AWS4-HMAC-SHA256 Credential=id\/\d{8}\/us-east-1\/ssm\/aws4_request/,
      ),
    });
  });

  it.each(['ParameterNotFound', 'com.amazonaws.ssm#ParameterNotFound'])(
    'is undefined where there is none: %s',
    async (__type) => {
      behaviours = [json(400, { __type })];

      await expect(read()).resolves.toBeUndefined();
      expect(calls).toHaveLength(1);
    },
  );

  it.each([
    ['an error of the service', json(500, 'oops')],
    ['no answer', () => undefined],
    ['throttling', json(400, { __type: 'ThrottlingException' })],
  ])('is requested again after %s', async (_, once) => {
    behaviours = [once];

    await expect(read()).resolves.toBe(VALUE);
    expect(calls).toHaveLength(2);
  });

  it.each([
    ['no right', json(400, { __type: 'AccessDeniedException', message: VALUE }), /AccessDeniedException/],
    ['an answer of another shape', json(200, { Value: VALUE }), /response without a parameter/],
    ['an empty value', json(200, { Parameter: { Value: ' ' } }), /the value is empty/],
    ['no JSON', json(200, `<${VALUE}>`), /SyntaxError/],
  ])('is unreadable with %s, and the error has no response data', async (_, behaviour, reason) => {
    behaviours = [behaviour, behaviour];

    const failure = await read().catch((error: unknown) => error);

    expect(failure).toMatchObject({ name: 'SecretUnreadableError', message: expect.stringMatching(reason) });
    expect(String(failure)).not.toContain(VALUE);
  });
});
