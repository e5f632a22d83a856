import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TOOLS } from '../../../functions/mcp/tools.ts';
import { DESCRIPTION_FILE } from '../../../lib/functions/description-file.ts';
import { errorFormatOfPath } from '../../../shared/platform/http/error-format.ts';
import { type Rejection, rejectionBody, rejectionStatus } from '../../../shared/platform/http/rejection.ts';
import { smoke } from '../../smoke/smoke.ts';

const KEY = 'frk_test_good';
const PATHS = [
  '/api/v1/terminals/search',
  '/api/v1/places/search',
  '/api/v1/usage',
  '/api/v1/organization',
  '/api/v1/market/summary',
  '/api/v1/quotes',
  '/api/v1/rfps',
  '/api/v1/contract-rates',
  '/api/v1/accessorials',
  '/api/v1/pricing-strategy',
  '/api/v1/pricing-strategy/history',
  '/api/v1/keys',
  '/api/v1/audit-log',
  '/v1/webhooks',
];
const DESCRIPTION = JSON.parse(readFileSync(DESCRIPTION_FILE, 'utf8'));
/** The examples of the description: the checks compare answers with it. */
const ANSWERS: Readonly<Record<string, unknown>> = Object.fromEntries(
  PATHS.map((path) => [
    path,
    DESCRIPTION.paths[path].get.responses['200'].content['application/json'].example,
  ]),
);

const TAG = '"n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg"';

/** Answers a message as the MCP server does: its tools, and a terminal. */
async function answerMcp(
  request: IncomingMessage,
  answer: (status: number, body: unknown) => void,
): Promise<void> {
  const { method } = Object(await json(request));
  const result =
    method === 'tools/list'
      ? { tools: TOOLS.map(({ name }) => ({ name })) }
      : { structuredContent: ANSWERS['/api/v1/terminals/search'] };
  answer(200, { jsonrpc: '2.0', id: 1, result });
}

/** Answers as the service does; `wrong` takes an answer away. */
let wrong: ((path: string) => unknown) | undefined;
const server = createServer((request, response) => {
  const { url = '', headers } = request;
  const { pathname, searchParams } = new URL(url, 'http://here');
  const isKnown = [headers['x-api-key'], headers.authorization?.replace('Bearer ', '')].includes(KEY);
  const answer = (status: number, body: unknown) =>
    response
      .writeHead(status, { 'x-request-id': 'one', ...(pathname === '/openapi.json' ? { etag: TAG } : {}) })
      .end(JSON.stringify(wrong?.(pathname) ?? body));
  const reject = (kind: Exclude<Rejection['kind'], 'rate-limited'>) => {
    const rejection = { kind, message: 'no' };
    answer(rejectionStatus(rejection), rejectionBody(errorFormatOfPath(pathname), rejection));
  };
  const isKnownTag = headers['if-none-match'] === TAG;
  if (pathname === '/openapi.json' && isKnownTag)
    response.writeHead(304, { 'x-request-id': 'one', etag: TAG }).end();
  else if (pathname === '/openapi.json') answer(200, DESCRIPTION);
  else if (pathname.startsWith('/shared-quotes/'))
    response.writeHead(404, { 'x-request-id': 'one', 'content-type': 'text/html' }).end('<p>Not valid');
  else if (pathname === '/health') answer(200, { status: 'ok', version: '0123456789ab' });
  else if (pathname !== '/mcp' && ANSWERS[pathname] === undefined) reject('not-found');
  else if (!isKnown) reject('unauthorized');
  else if (pathname === '/mcp') answerMcp(request, answer);
  else if (searchParams.get('limit') === '0') reject('invalid');
  else answer(200, ANSWERS[pathname]);
});
let url = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

const outcomes = async (isStopped = () => false) => {
  const results = await smoke({ url, apiKey: KEY }, () => {}, isStopped);
  return Map.groupBy(results, ({ outcome }) => outcome);
};

describe('a service that is known by its address alone', () => {
  it('is checked as a caller sees it; what needs AWS is skipped', async () => {
    const found = await outcomes();
    // The only thing amiss: this server speaks no TLS.
    expect(found.get('failed')?.map(({ name }) => name)).toEqual([
      'TLS 1.2 or newer is spoken, and nothing older',
      'the certificate is trusted and valid for more than 45 days',
    ]);
    expect(found.get('passed')).toHaveLength(25);
    expect(found.get('skipped')?.map(({ detail }) => detail)).toEqual([
      expect.stringContaining('--environment'),
      expect.stringContaining('--with-organization'),
    ]);
  });

  it('fails where an answer is another one', async () => {
    wrong = (path) => (path === '/api/v1/quotes' ? { nothing: true } : undefined);
    const found = await outcomes();
    wrong = undefined;
    expect(found.get('failed')?.map(({ name }) => name)).toEqual([
      'TLS 1.2 or newer is spoken, and nothing older',
      'the certificate is trusted and valid for more than 45 days',
      'calls without an API key are rejected',
      'calls with an unknown API key are rejected',
      'quotes are listed',
      'the API key is accepted in x-api-key and as Bearer token',
      'invalid requests are rejected in the error format of the path',
    ]);
  });

  it('is asked nothing more when it is stopped', async () => {
    expect((await outcomes(() => true)).size).toBe(0);
  });
});
