import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import {
  createOpenSearchClient,
  type OpenSearchClient,
} from '../../../shared/terminals/opensearch-client.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

let server: Server | undefined;
let client: OpenSearchClient | undefined;
afterEach(async () => {
  client?.close();
  server?.closeAllConnections();
  await new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()));
});

/** A client of a server that answers the first request, the second and so on like this. */
async function clientOf(answers: readonly Answer[], timeoutMs = 5_000) {
  const seen: { socket: unknown; authorization: string | undefined; url: string | undefined }[] = [];
  server = createServer((request, response) => {
    seen.push({ socket: request.socket, authorization: request.headers.authorization, url: request.url });
    answers[Math.min(seen.length, answers.length) - 1]?.(request, response);
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const credentials = async () => ({ accessKeyId: 'AKID', secretAccessKey: 'secret', sessionToken: 'token' });
  client = createOpenSearchClient({ endpoint, timeoutMs, signing: { region: 'us-east-1', credentials } });
  return { client, seen };
}

const ok: Answer = (_, response) => response.end('{"fine":true}');
const status =
  (code: number): Answer =>
  (_, response) =>
    response.writeHead(code).end('{}');
const silence: Answer = () => {};

describe('the OpenSearch client', () => {
  it('signs its requests for the service "es" and keeps its connection', async () => {
    const { client, seen } = await clientOf([ok]);
    expect(await client.call('POST', '/terminals/_search', '{}')).toEqual({
      status: 200,
      body: { fine: true },
    });
    await client.call('GET', '/_alias');
    expect(seen.map(({ url }) => url)).toEqual(['/terminals/_search', '/_alias']);
    expect(seen[0]?.authorization).toMatch(/Credential=AKID\/\d{8}\/us-east-1\/es\/aws4_request/);
    expect(seen[0]?.authorization).toContain('x-amz-security-token');
    expect(seen[0]?.socket).toBe(seen[1]?.socket);
  });

  it.each([
    ['turned away', status(429)],
    ['in trouble', status(503)],
    ['cut off', ((request) => request.socket.destroy()) satisfies Answer],
    ['silent', silence],
  ])('tries once more, on a new connection, when it is %s', async (_, first) => {
    const { client, seen } = await clientOf([first, ok], 2_000);
    expect(await client.call('POST', '/a', '{}')).toEqual({ status: 200, body: { fine: true } });
    expect(seen).toHaveLength(2);
    expect(seen[0]?.socket).not.toBe(seen[1]?.socket);
  });

  it.each([400, 403, 404, 500])('takes %d for an answer', async (code) => {
    const { client, seen } = await clientOf([status(code)]);
    expect((await client.call('POST', '/a', '{}')).status).toBe(code);
    expect(seen).toHaveLength(1);
  });

  it('gives up after the second attempt, within the time for both', async () => {
    const { client, seen } = await clientOf([silence], 400);
    const started = performance.now();
    await expect(client.call('POST', '/a', '{}')).rejects.toMatchObject({
      name: 'OpenSearchUnreachableError',
    });
    expect(seen).toHaveLength(2);
    expect(performance.now() - started).toBeGreaterThan(350);
  });

  it('gives up on an answer that begins and does not end', async () => {
    const { client, seen } = await clientOf([(_, response) => response.write('{')], 400);
    await expect(client.call('POST', '/a', '{}')).rejects.toMatchObject({
      name: 'OpenSearchUnreachableError',
    });
    expect(seen).toHaveLength(2);
  });

  it('says that an answer was no JSON', async () => {
    const { client } = await clientOf([(_, response) => response.end('<html>')]);
    expect(await client.call('GET', '/a')).toEqual({ status: 200, body: undefined });
  });
});
