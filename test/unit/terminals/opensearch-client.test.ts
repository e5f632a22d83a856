import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import {
  createOpenSearchClient,
  type OpenSearchClient,
  type OpenSearchRequest,
} from '../../../shared/terminals/opensearch/opensearch-client.ts';

const CREDENTIALS = { accessKeyId: 'AKID', secretAccessKey: 'secret', sessionToken: 'token' };

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

let server: Server | undefined;
let client: OpenSearchClient | undefined;
afterEach(async () => {
  jest.restoreAllMocks();
  client?.close();
  server?.closeAllConnections();
  await new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()));
});

/** A client of a server with this response. */
async function clientOf(answer: Answer, timeoutMs = 5_000, credentials = async () => CREDENTIALS) {
  const seen: Pick<IncomingMessage, 'headers' | 'method' | 'url'>[] = [];
  server = createServer((request, response) => {
    seen.push(request);
    answer(request, response);
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  client = await createOpenSearchClient(
    { endpoint, signing: { region: 'us-east-1', credentials } },
    timeoutMs,
  );
  return { client, seen };
}

const answerWith =
  (code: number, body = '{}', type = 'application/json; charset=UTF-8'): Answer =>
  (_, response) =>
    response.writeHead(code, { 'content-type': type }).end(body);
/** Starts a body and does not end it. */
const begun: Answer = (_, response) =>
  response.writeHead(200, { 'content-type': 'application/json' }).write('{');

const search: OpenSearchRequest = (library, options) =>
  library.search({ index: 'terminals', body: { query: { match_all: {} } } }, options);

describe('the OpenSearch client', () => {
  it('signs its requests for the service "es"', async () => {
    const { client, seen } = await clientOf(answerWith(200, '{"fine":true}'));
    expect(await client.send(search)).toEqual({ fine: true });
    expect(seen.map(({ method, url }) => `${method} ${url}`)).toEqual(['POST /terminals/_search']);
    expect(seen[0]?.headers.authorization).toMatch(/Credential=AKID\/\d{8}\/us-east-1\/es\/aws4_request/);
    expect(seen[0]?.headers.authorization).toContain('x-amz-security-token');
  });

  it.each([
    [403, '{}', 'status 403'],
    [404, '{"error":{"type":"index_not_found_exception"}}', 'status 404 index_not_found_exception'],
    [503, '{"error":"busy"}', 'status 503'],
  ])('fails with status %d, without a retry', async (status, body, message) => {
    const { client, seen } = await clientOf(answerWith(status, body));
    await expect(client.send(search)).rejects.toMatchObject({ name: 'OpenSearchError', status, message });
    expect(seen).toHaveLength(1);
  });

  it.each([
    ['is silent', () => {}],
    ['does not end its body', begun],
  ])('fails in time if the node %s', async (_, answer) => {
    const { client, seen } = await clientOf(answer, 300);
    await expect(client.send(search)).rejects.toThrow('no response within 300 ms');
    expect(seen).toHaveLength(1);
  });

  it('fails with the error code of the connection only, and prints nothing', async () => {
    const print = jest.spyOn(console, 'log').mockImplementation(() => {});
    const { client } = await clientOf((request, response) => {
      begun(request, response);
      setTimeout(() => request.socket.resetAndDestroy(), 20);
    });
    const failure = await client.send(search).catch((error: unknown) => error);
    expect(failure).toMatchObject({ name: 'OpenSearchError', status: undefined });
    expect(Object(failure).message).toMatch(/^(ECONNRESET|ConnectionError)$/);
    expect(Object(failure).cause).toBeUndefined();
    expect(print).not.toHaveBeenCalled();
    const nowhere = await createOpenSearchClient({ endpoint: 'http://127.0.0.1:1' }, 4_000);
    await expect(nowhere.send(search)).rejects.toThrow(/^ECONNREFUSED$/);
  });

  it('fails without the message of a credentials error', async () => {
    const { client, seen } = await clientOf(answerWith(200), 400, async () => {
      throw Object.assign(new Error('a secret'), { name: 'CredentialsMissingError' });
    });
    await expect(client.send(search)).rejects.toThrow(/^CredentialsMissingError$/);
    expect(seen).toEqual([]);
  });
});
