import { beforeAll, describe, expect, it } from '@jest/globals';
import {
  createOrganization,
  type ServiceUnderTest,
  type TestOrganization,
} from '../../support/service-under-test.ts';
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
      expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/);
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

    it('reject an unknown format', async () => {
      const { status, json } = await call('GET', `${await create()}/sheet?format=doc`);
      expect([status, json]).toMatchObject([400, { error: { code: 'INVALID_PARAMETERS' } }]);
    });

    it('state that a quote is accepted', async () => {
      const quote = await create();
      await call('POST', `${quote}/convert`);
      expect((await call('GET', `${quote}/sheet`)).text).toContain('This quote has been accepted.');
    });

    it('are not found for deleted, foreign and unknown quotes', async () => {
      const quote = await create();
      const foreign = await service().call('GET', `${quote}/sheet`, { key: other.apiKey });
      await call('DELETE', quote);
      const deleted = await call('GET', `${quote}/sheet`);
      const unknown = await call('GET', '/api/v1/quotes/Q-1/sheet?format=pdf');

      for (const { status, json } of [foreign, deleted, unknown]) {
        expect([status, json]).toMatchObject([404, { error: { code: 'QUOTE_NOT_FOUND' } }]);
      }
    });
  });
}
