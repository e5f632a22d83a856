import { beforeAll, describe, expect, it } from '@jest/globals';
import { createShareToken } from '../../../shared/quotes/sharing/share-quote.ts';
import {
  createOrganization,
  type ServiceUnderTest,
  type TestOrganization,
} from '../../support/service-under-test.ts';
import { strategyBody } from '../../support/strategy-body.ts';
import { itRequiresFeature } from './it-requires-feature.ts';
import { DOCUMENTED_CALL } from './quotes-suite.ts';

const TERMS = 'Net 30 <b>days</b>\n\nNo waiting & no returns';
const UUID = 'b3f8f7a2-6a0f-4d0e-9f3b-1f2e3d4c5b6a';

/** A caller shares quotes, and customers without an API key open them. */
export function quoteShareSuite(service: () => ServiceUnderTest): void {
  describe('share links of quotes', () => {
    let organization: TestOrganization;
    beforeAll(async () => {
      organization = await createOrganization(service());
      await call('PUT', '/api/v1/pricing-strategy', { body: strategyBody({ sheet_terms: TERMS }) });
    });

    interface Options {
      readonly body?: unknown;
      readonly headers?: Readonly<Record<string, string>>;
      readonly key?: string;
    }
    const call = (method: string, path: string, options: Options = {}) =>
      service().call(method, path, { key: organization.apiKey, ...options });
    const create = async (): Promise<string> => {
      const { json } = await call('POST', '/api/v1/quotes', { body: DOCUMENTED_CALL });
      return `/api/v1/quotes/${Object(json).quote.quote_id}`;
    };
    const share = async (quote: string, options: Options = {}) => {
      const { status, json } = await call('POST', `${quote}/share`, options);
      expect(status).toBe(200);
      return Object(json) as { url: string; created_at: string; expires_at: string; created_by: string };
    };
    const tokenOf = (url: string) => url.split('/').at(-1) ?? '';
    /** Opens a link as a customer, on the address of the engine. */
    const open = (token: string, query = '', headers: Readonly<Record<string, string>> = {}) =>
      service().call('GET', `/shared-quotes/${token}${query}`, { headers });
    const expectMissing = async (token: string, query = '') => {
      const { status, headers, text } = await open(token, query);
      expect([status, headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
      expect(headers.get('content-security-policy')).toMatch(
        /^default-src 'none'; img-src data:; style-src 'sha256-/,
      );
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('cache-control')).toBe('no-store');
      return text;
    };

    it('show the sheet with the terms of its strategy until the quote expires, and count views', async () => {
      const quote = await create();
      const { url, created_at, expires_at, created_by } = await share(quote);
      const quoteId = quote.split('/').at(-1);
      expect(url).toMatch(/^https?:\/\/[^/]+\/(?:\w+\/)?shared-quotes\/[\w-]{43}$/);
      const decoded = Buffer.from(tokenOf(url), 'base64url').toString('latin1');
      expect(decoded).not.toMatch(/org_|Q-|test/);
      const { json: read } = await call('GET', quote);
      expect(new Date(expires_at)).toEqual(new Date(Object(read).quote.expiry_date));
      expect((await call('GET', `${quote}/share`)).json).toEqual({
        ...{ quote_id: quoteId, created_at, expires_at, created_by, views: 0 },
      });

      const { status, headers, text } = await open(tokenOf(url));
      expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      expect(headers.get('content-security-policy')).toMatch(
        /^default-src 'none'; img-src data:; style-src 'sha256-/,
      );
      expect([headers.get('referrer-policy'), headers.get('x-robots-tag')]).toEqual([
        'no-referrer',
        'noindex',
      ]);
      expect(headers.get('cache-control')).toBe('no-store');
      expect(text).toContain(
        '<p class="terms">Net 30 &lt;b&gt;days&lt;/b&gt;\n\nNo waiting &amp; no returns</p>',
      );
      expect(text).toBe((await call('GET', `${quote}/sheet`)).text);
      const pdf = await open(tokenOf(url), '', { accept: 'application/pdf' });
      expect(pdf.headers.get('content-type')).toBe('application/pdf');
      expect((await open(tokenOf(url), '?format=pdf')).text).toBe(pdf.text);

      const { json } = await call('GET', `${quote}/share`);
      expect(json).toMatchObject({ views: 3, last_viewed_at: expect.stringMatching(/Z$/) });
      expect(json).not.toHaveProperty('url');
    });

    it('keep the terms of the strategy version that priced the quote', async () => {
      const quote = await create();
      const { url } = await share(quote);
      await call('PUT', '/api/v1/pricing-strategy', { body: strategyBody({ validity_days: 9 }) });
      expect((await open(tokenOf(url))).text).toContain('Net 30');
      expect((await call('GET', `${await create()}/sheet`)).text).not.toContain('Terms');
      await call('PUT', '/api/v1/pricing-strategy', { body: strategyBody({ sheet_terms: TERMS }) });
    });

    it('do not work after a replacement, a revocation and the deletion of the quote', async () => {
      const quote = await create();
      const first = tokenOf((await share(quote)).url);
      await open(first);
      const second = tokenOf((await share(quote, { body: { expires_in_days: 90 } })).url);
      const pages = [await expectMissing(first)];
      expect((await call('GET', `${quote}/share`)).json).toMatchObject({ views: 0 });
      expect((await open(second)).status).toBe(200);

      expect((await call('DELETE', `${quote}/share`)).json).toEqual({
        ...{ quote_id: quote.split('/').at(-1), deleted: true },
      });
      pages.push(await expectMissing(second));
      for (const method of ['GET', 'DELETE']) {
        const { status, json } = await call(method, `${quote}/share`);
        expect([status, json]).toMatchObject([404, { error: { code: 'SHARE_LINK_NOT_FOUND' } }]);
      }

      const third = tokenOf((await share(quote)).url);
      await call('DELETE', quote);
      pages.push(await expectMissing(third), await expectMissing(third, '?format=pdf'));
      for (const method of ['GET', 'POST', 'DELETE']) {
        const { status, json } = await call(method, `${quote}/share`);
        expect([status, json]).toMatchObject([404, { error: { code: 'QUOTE_NOT_FOUND' } }]);
      }
      pages.push(await expectMissing('x'), await expectMissing('x'.repeat(2_000)));
      pages.push(await expectMissing(createShareToken()));
      expect(new Set(pages).size).toBe(1);
    });

    it('are listed in pages, without their address', async () => {
      const { apiKey: key } = await createOrganization(service());
      const quotes: string[] = [];
      for (let index = 0; index < 3; index++) {
        const { json } = await call('POST', '/api/v1/quotes', { key, body: DOCUMENTED_CALL });
        quotes.unshift(Object(json).quote.quote_id);
      }
      const [newest, deleted, oldest] = quotes;
      for (const id of quotes) await share(`/api/v1/quotes/${id}`, { key });
      const list = async (query = '') => Object((await call('GET', `/api/v1/shares${query}`, { key })).json);
      const first = await list('?limit=2');
      expect(first.shares).toMatchObject([{ quote_id: newest }, { quote_id: deleted }]);
      expect(first.pagination).toEqual({ next_cursor: deleted, limit: 2 });
      await call('DELETE', `/api/v1/quotes/${deleted}`, { key });
      const second = await list(`?limit=2&cursor=${deleted}`);
      expect(second.shares).toMatchObject([{ quote_id: oldest, views: 0 }]);
      const all = await list();
      expect(all.shares.map((each: { quote_id: string }) => each.quote_id)).toEqual([newest, oldest]);
      expect(all.pagination).toEqual({ next_cursor: null, limit: 20 });
      expect(JSON.stringify([first, all])).not.toMatch(/url|token|hash/i);
      for (const query of ['?cursor=x', '?limit=0', '?limit=101']) {
        const { status, json } = await call('GET', `/api/v1/shares${query}`, { key });
        const field = query.slice(1).split('=')[0];
        expect([status, json]).toMatchObject([400, { error: { details: { errors: [{ field }] } } }]);
      }
    });

    it('are created once for an Idempotency-Key, whose repetition has no address', async () => {
      const quote = await create();
      const keyed = { headers: { 'Idempotency-Key': UUID }, body: { expires_in_days: 3 } };
      const { url, ...rest } = await share(quote, keyed);
      const again = await call('POST', `${quote}/share`, keyed);
      expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
      expect(again.json).toEqual(rest);
      expect((await open(tokenOf(url))).status).toBe(200);
      for (const [path, body] of [
        [quote, { expires_in_days: 4 }],
        [await create(), keyed.body],
      ] as const) {
        const { status, json } = await call('POST', `${path}/share`, { ...keyed, body });
        expect([status, json]).toMatchObject([409, { error: { code: 'IDEMPOTENCY_CONFLICT' } }]);
      }
    });

    it('accept 1 to 90 days, and reject other bodies with the names of the fields', async () => {
      const quote = await create();
      for (const body of [{}, { expires_in_days: null }, { expires_in_days: '' }, { expires_in_days: 1 }]) {
        await share(quote, { body });
      }
      for (const [body, field] of [
        [{ expires_in_days: 0 }, 'expires_in_days'],
        [{ expires_in_days: 91 }, 'expires_in_days'],
        [{ expires_in_days: 1.5 }, 'expires_in_days'],
        [{ expires_in_days: '3' }, 'expires_in_days'],
        [{ days: 3 }, 'days'],
        [[], 'body'],
        [null, 'body'],
      ] as const) {
        const { status, json } = await call('POST', `${quote}/share`, { body });
        expect([status, json]).toMatchObject([400, { error: { details: { errors: [{ field }] } } }]);
      }
    });

    it('reject an unknown format before a view is counted, and have no other method', async () => {
      const quote = await create();
      const token = tokenOf((await share(quote)).url);
      for (const query of ['?format=doc', '?format=pdf&format=html']) {
        const { status, headers, text } = await open(token, query);
        expect([status, headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8']);
        expect(text).toContain('<h1>This address is not complete</h1>');
      }
      for (const method of ['POST', 'HEAD', 'DELETE']) {
        expect((await service().call(method, `/shared-quotes/${token}`)).status).toBe(404);
      }
      expect((await call('GET', `${quote}/share`)).json).toMatchObject({ views: 0 });
    });

    itRequiresFeature(
      service,
      'context-in-gateway-responses',
      'show a page of the gateway to a browser on a path that is none',
      async () => {
        // As browsers send it.
        const headers = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
        for (const path of ['/shared-quotes', '/shared-quotes/', '/shared-quotes/token/more']) {
          const { status, headers: answered, text } = await service().call('GET', path, { headers });
          expect([status, answered.get('content-type')]).toEqual([404, 'text/html']);
          expect(text).toContain('<h1>This link does not work</h1>');
        }
      },
    );

    it('do not work while the organization is suspended', async () => {
      const suspended = await createOrganization(service());
      const asSuspended = { key: suspended.apiKey };
      const made = await call('POST', '/api/v1/quotes', { ...asSuspended, body: DOCUMENTED_CALL });
      const { json } = await call(
        'POST',
        `/api/v1/quotes/${Object(made.json).quote.quote_id}/share`,
        asSuspended,
      );
      const token = tokenOf(Object(json).url);
      expect((await open(token)).status).toBe(200);
      await service().freight('org', 'suspend', suspended.orgId, '--json');
      await expectMissing(token);
    });
  });
}
