import { expect, it } from 'vitest';
import { FreightClient } from '../../../../../clients/typescript/src/index.ts';

/** The call in docs/integrators/quote-sheet.md. */
it('the sheet of a quote is the text of the response in the requested format', async () => {
  const requests: string[] = [];
  const client = new FreightClient({
    apiKey: 'frk_test_key',
    baseUrl: 'http://localhost:1',
    fetch: async (url, { headers }) => {
      requests.push(`${url} ${new Headers(headers).get('accept')}`);
      const isPdf = url.endsWith('pdf');
      return new Response(isPdf ? '%PDF-1.7' : '<!doctype html>', {
        headers: { 'content-type': isPdf ? 'application/pdf' : 'text/html; charset=utf-8' },
      });
    },
  });

  expect(await client.quotes.sheet('Q-1')).toBe('<!doctype html>');
  expect(await client.quotes.sheet('Q-1', 'pdf')).toBe('%PDF-1.7');
  expect(requests).toEqual([
    'http://localhost:1/api/v1/quotes/Q-1/sheet?format=html text/html',
    'http://localhost:1/api/v1/quotes/Q-1/sheet?format=pdf application/pdf',
  ]);
});

it('the share link of a quote is created with an idempotency key, read and revoked', async () => {
  const share = {
    ...{ quote_id: 'Q-1', views: 0 },
    ...{ created_at: '2026-11-23T12:00:00.000Z', expires_at: '2026-12-23T12:00:00.000Z' },
  };
  const created = { ...share, url: 'http://localhost:1/shared-quotes/token' };
  const deleted = { quote_id: 'Q-1', deleted: true };
  const answers: Record<string, object> = { POST: created, GET: share, DELETE: deleted };
  const requests: unknown[] = [];
  const client = new FreightClient({
    apiKey: 'frk_test_key',
    baseUrl: 'http://localhost:1',
    fetch: async (url, { method = 'GET', headers, body }) => {
      requests.push([method, url, new Headers(headers).has('idempotency-key'), body]);
      return new Response(JSON.stringify(answers[method]), {
        headers: { 'content-type': 'application/json' },
      });
    },
  });

  expect(await client.quotes.share('Q-1', { expires_in_days: 30 })).toEqual(created);
  expect(await client.quotes.readShare('Q-1')).toEqual(share);
  expect(await client.quotes.revokeShare('Q-1')).toEqual(deleted);
  const url = 'http://localhost:1/api/v1/quotes/Q-1/share';
  expect(requests).toEqual([
    ['POST', url, true, '{"expires_in_days":30}'],
    ['GET', url, false, undefined],
    ['DELETE', url, false, undefined],
  ]);
});
