import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import {
  createOpenSearchClient,
  type OpenSearchClient,
  type OpenSearchRequest,
} from '../../../shared/terminals/opensearch/opensearch-client.ts';
import type { OpenSearchConnection } from '../../../shared/terminals/opensearch/opensearch-connection.ts';

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

/** A client of a server with these responses, in order. */
async function clientOf(
  answers: readonly Answer[],
  timeoutMs = 5_000,
  credentials: NonNullable<OpenSearchConnection['signing']>['credentials'] = async () => CREDENTIALS,
) {
  const seen: Pick<IncomingMessage, 'socket' | 'headers' | 'method' | 'url'>[] = [];
  server = createServer((request, response) => {
    seen.push(request);
    answers[Math.min(seen.length, answers.length) - 1]?.(request, response);
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  client = createOpenSearchClient({ endpoint, timeoutMs, signing: { region: 'us-east-1', credentials } });
  return { client, seen };
}

const answerWith =
  (code: number, body = '{}', type = 'application/json; charset=UTF-8'): Answer =>
  (_, response) =>
    response.writeHead(code, { 'content-type': type }).end(body);
const ok = answerWith(200, '{"fine":true}');
const silence: Answer = () => {};
/** Starts a body and does not end it. */
const begun: Answer = (_, response) =>
  response.writeHead(200, { 'content-type': 'application/json' }).write('{');
/** Starts a body and resets the connection. */
const cutOff: Answer = (request, response) => {
  begun(request, response);
  setTimeout(() => request.socket.resetAndDestroy(), 20);
};

const search: OpenSearchRequest = (library, options) =>
  library.search({ index: 'terminals', body: { query: { match_all: {} } } }, options);
const aliases: OpenSearchRequest = (library, options) => library.indices.getAlias({}, options);

describe('the OpenSearch client', () => {
  it('signs its requests for the service "es" and keeps its connection', async () => {
    const { client, seen } = await clientOf([ok]);
    expect(await client.send(search)).toEqual({ status: 200, body: { fine: true } });
    await client.send(aliases);
    expect(seen.map(({ url }) => url)).toEqual(['/terminals/_search', '/_alias']);
    expect(seen[0]?.headers.authorization).toMatch(/Credential=AKID\/\d{8}\/us-east-1\/es\/aws4_request/);
    expect(seen[0]?.headers.authorization).toContain('x-amz-security-token');
    expect(seen[0]?.socket).toBe(seen[1]?.socket);
  });

  it.each([
    ['turned away', answerWith(429)],
    ['in trouble', answerWith(503)],
    ['cut off', ((request) => request.socket.destroy()) satisfies Answer],
    ['silent', silence],
    ['reset inside its answer', cutOff],
  ])('retries once, on a new connection, when it is %s', async (_, first) => {
    const { client, seen } = await clientOf([first, ok], 8_000);
    expect(await client.send(search)).toEqual({ status: 200, body: { fine: true } });
    expect(seen).toHaveLength(2);
    expect(seen[0]?.socket).not.toBe(seen[1]?.socket);
  });

  it.each([400, 403, 404, 500])('returns status %d without a retry', async (code) => {
    const { client, seen } = await clientOf([answerWith(code)]);
    expect((await client.send(search)).status).toBe(code);
    expect(seen).toHaveLength(1);
  });

  it.each([
    ['is silent', silence],
    ['does not end', begun],
  ])('fails after the second attempt, within the total time, if the node %s', async (_, answer) => {
    const { client, seen } = await clientOf([answer], 3_000);
    await expect(client.send(search)).rejects.toMatchObject({ name: 'OpenSearchUnreachableError' });
    expect(seen).toHaveLength(2);
  });

  it.each([
    ['text/html', '<html>'],
    ['application/json', '{"cut'],
    ['application/json', ''],
  ])('returns an undefined body for a response that is not JSON: %s %s', async (type, body) => {
    const { client, seen } = await clientOf([answerWith(200, body, type)]);
    expect(await client.send(aliases)).toEqual({ status: 200, body: undefined });
    expect(seen).toHaveLength(1);
  });

  it('fails with the error code of the connection only, and prints nothing', async () => {
    const print = jest.spyOn(console, 'log').mockImplementation(() => {});
    const { client } = await clientOf([cutOff], 400);
    const failure = await client.send(search).catch((error: unknown) => error);
    expect(failure).toMatchObject({ name: 'OpenSearchUnreachableError' });
    expect(Object(failure).message).toMatch(/^(ECONNRESET|ConnectionError)$/);
    expect(Object(failure).cause).toBeUndefined();
    expect(print).not.toHaveBeenCalled();
    const nowhere = createOpenSearchClient({ endpoint: 'http://127.0.0.1:1', timeoutMs: 4_000 });
    await expect(nowhere.send(search)).rejects.toThrow('ECONNREFUSED');
  });

  it('fails in time when credentials are missing or do not arrive', async () => {
    const failing = async () => {
      throw Object.assign(new Error('a secret'), { name: 'CredentialsMissingError' });
    };
    const { client, seen } = await clientOf([ok], 400, failing);
    await expect(client.send(search)).rejects.toThrow(/^CredentialsMissingError$/);
    client.close();
    const waiting = createOpenSearchClient({
      endpoint: 'http://127.0.0.1:1',
      timeoutMs: 300,
      signing: { region: 'us-east-1', credentials: () => new Promise(() => {}) },
    });
    await expect(waiting.send(search)).rejects.toThrow('ETIMEDOUT');
    expect(seen).toEqual([]);
  });

  it('sends no requests of its own, also minutes after a failure', async () => {
    const { client, seen } = await clientOf([answerWith(503), answerWith(503), ok]);
    expect((await client.send(search)).status).toBe(503);
    jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 600_000);
    expect((await client.send(search)).status).toBe(200);
    expect(seen.map(({ method, url }) => `${method} ${url}`)).toEqual(
      Array(3).fill('POST /terminals/_search'),
    );
  });
});
