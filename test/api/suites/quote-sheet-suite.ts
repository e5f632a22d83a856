import { beforeAll, describe, expect, it } from '@jest/globals';
import {
  createOrganization,
  type ServiceUnderTest,
  type TestOrganization,
} from '../../support/service-under-test.ts';
import { LOGOS } from '../../unit/quotes/sheet/sample-logos.ts';
import { DOCUMENTED_CALL } from './quotes-suite.ts';

const MARKUP = '<script>alert(1)</script> Müller & Söhne';

/** A caller reads sheets of quotes for customers. */
export function quoteSheetSuite(service: () => ServiceUnderTest): void {
  describe('sheets of quotes', () => {
    let organization: TestOrganization;
    let other: TestOrganization;
    beforeAll(async () => {
      organization = await service().freight('org', 'create', '--name', 'A & <b>B</b>', '--json');
      other = await createOrganization(service());
    });

    const call = (method: string, path: string, options: { body?: unknown; accept?: string } = {}) => {
      const { body, accept } = options;
      return service().call(method, path, {
        key: organization.apiKey,
        ...(accept === undefined ? {} : { headers: { accept } }),
        ...(body === undefined ? {} : { body }),
      });
    };
    const create = async (): Promise<string> => {
      const { json } = await call('POST', '/api/v1/quotes', {
        body: { ...DOCUMENTED_CALL, customer: MARKUP, customer_reference: MARKUP },
      });
      return `/api/v1/quotes/${Object(json).quote.quote_id}`;
    };

    it('are pages without scripts, cost and margin', async () => {
      const quote = await create();
      const { status, headers, text } = await call('GET', `${quote}/sheet`);

      expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      expect(headers.get('content-security-policy')).toMatch(
        /^default-src 'none'; img-src data:; style-src 'sha256-/,
      );
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('x-robots-tag')).toBe('noindex');
      expect(headers.get('cache-control')).toBe('no-store');
      expect(text).toContain('<p class="sender">A &amp; &lt;b&gt;B&lt;/b&gt;</p>');
      expect(text).toContain('<dd>&lt;script&gt;alert(1)&lt;/script&gt; Müller &amp; Söhne</dd>');
      expect(text).not.toContain('<script');
      const { margin, market } = Object((await call('GET', quote)).json).quote;
      for (const internal of [margin.cost, margin.amount, market.rate]) {
        expect(text.replaceAll(',', '')).not.toContain(internal.toFixed(2));
      }
      expect(text).not.toMatch(/margin:? \$|market|contract/i);
    });

    it('are PDF files by Accept or by the parameter', async () => {
      const quote = await create();
      const byAccept = await call('GET', `${quote}/sheet`, { accept: 'application/pdf' });
      const byParameter = await call('GET', `${quote}/sheet?format=pdf`, { accept: 'text/html' });

      for (const { status, headers, text } of [byAccept, byParameter]) {
        expect([status, headers.get('content-type')]).toEqual([200, 'application/pdf']);
        expect(headers.get('content-disposition')).toBe(`inline; filename="${quote.split('/').at(-1)}.pdf"`);
        expect(text).toMatch(/^%PDF-1\.7\n[\n\x20-\x7e]*%%EOF\n$/);
      }
      expect(byParameter.text).toBe(byAccept.text);
      const html = await call('GET', `${quote}/sheet?format=html`, { accept: 'application/pdf' });
      expect(html.headers.get('content-type')).toBe('text/html; charset=utf-8');
    });

    it('show the profile of the organization with its logo', async () => {
      const profile = '/api/v1/organization/profile';
      const empty = await service().call('GET', profile, { key: other.apiKey });
      expect([empty.status, empty.json]).toMatchObject([200, { profile: { name: '', logo: null } }]);
      const [logo = ''] = LOGOS['with an alpha channel'] ?? [];
      const body = { name: 'Harbor & Lines', contact: 'Dana Reyes', mc_number: '123456', logo };
      const replaced = await call('PUT', profile, { body });
      expect([replaced.status, replaced.json]).toMatchObject([200, { profile: { ...body, logo } }]);
      expect((await call('GET', profile)).json).toEqual(replaced.json);
      for (const bad of ['A'.repeat(600_000), 'no picture', 'A'.repeat(5_000_000)]) {
        const { status, json } = await call('PUT', profile, { body: { logo: bad } });
        expect([status, json]).toMatchObject([400, { error: { code: 'INVALID_PARAMETERS' } }]);
      }

      const quote = await create();
      const html = (await call('GET', `${quote}/sheet`)).text;
      expect(html).toContain(`<img class="logo" src="${logo}" alt="">`);
      expect(html).toContain('<p class="sender">Harbor &amp; Lines</p>');
      expect(html).toContain('<p class="line">MC 123456</p>');
      const shared = Object((await call('POST', `${quote}/share`)).json);
      const opened = await service().call('GET', `/shared-quotes/${shared.url.split('/').at(-1)}`, {});
      expect(opened.text).toBe((await call('GET', `${quote}/sheet`)).text);
      expect((await call('GET', `${quote}/sheet?format=pdf`)).text).toContain('/Subtype /Image');
      await call('PUT', profile, { body: {} });
      expect((await call('GET', `${quote}/sheet`)).text).toContain('A &amp; &lt;b&gt;B&lt;/b&gt;');
    });

    it('are one sheet for several quotes of a customer', async () => {
      const ids = [await create(), await create()].map((path) => path.split('/').at(-1) ?? '');
      const make = (quote_ids: unknown, query = '') =>
        call('POST', `/api/v1/quote-sheets${query}`, { body: { quote_ids } });
      const html = await make(ids);
      expect([html.status, html.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      for (const id of ids) expect(html.text).toContain(`<dd>${id}</dd>`);
      expect(html.text).toContain('<h1>2 quotes for &lt;script');
      const pdf = await make(ids, '?format=pdf');
      expect([pdf.status, pdf.text.slice(0, 8)]).toEqual([200, '%PDF-1.7']);

      const { json } = await call('POST', '/api/v1/quotes', {
        body: { ...DOCUMENTED_CALL, customer: 'Bluepine' },
      });
      const bluepine = Object(json).quote.quote_id;
      const bad = [[...ids, bluepine], [], [ids[0], ids[0]], ['Q-1'], 'Q-1', Array(51).fill(ids[0])];
      for (const quoteIds of bad) {
        const { status, json: error } = await make(quoteIds);
        expect([status, error]).toMatchObject([400, { error: { code: 'INVALID_PARAMETERS' } }]);
      }
      await call('DELETE', `/api/v1/quotes/${ids[1]}`);
      const gone = await make(ids);
      expect([gone.status, gone.json]).toMatchObject([404, { error: { details: { quote_id: ids[1] } } }]);
    });

    it('reject an unknown format', async () => {
      const { status, json } = await call('GET', `${await create()}/sheet?format=doc`);
      expect([status, json]).toMatchObject([400, { error: { code: 'INVALID_PARAMETERS' } }]);
    });
  });
}
