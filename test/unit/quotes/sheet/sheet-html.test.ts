import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { parseHTML } from 'linkedom';
import { describe, expect, it } from 'vitest';
import { quoteSheet } from '../../../../shared/quotes/sheet/quote-sheet.ts';
import { sheetHtml } from '../../../../shared/quotes/sheet/sheet-html.ts';
import { SHEET_POLICY } from '../../../../shared/quotes/sheet/sheet-style.ts';
import { SAMPLE_QUOTE } from './sample-quote.ts';

const pageOf = (name: string, customer: string, terms = '') =>
  sheetHtml(quoteSheet({ ...SAMPLE_QUOTE, status: 'expired', customer }, { name, terms }));
const tagsOf = (html: string) => [...html.matchAll(/<[^>]*>/g)].map(([tag]) => tag);
const textsOf = (html: string, selector: string) =>
  [...parseHTML(html).document.querySelectorAll(selector)].map(({ textContent }) => textContent);

const cellsOf = (html: string) =>
  [...parseHTML(html).document.querySelectorAll('tr')].map(({ children }) =>
    [...children].map(({ textContent }) => textContent),
  );

const MARKUP = `</dd><script>alert("1")</script><img src=x onerror='a'>&amp;`;

describe('the HTML page of a sheet', () => {
  it('shows markup in names as text', () => {
    const html = pageOf(MARKUP, MARKUP, MARKUP);
    expect(html).not.toMatch(/<(script|img)/);
    expect(textsOf(html, '.sender')).toEqual([MARKUP]);
    expect(textsOf(html, 'dd')[0]).toBe(MARKUP);
    expect(textsOf(html, '.terms')).toEqual([MARKUP]);
  });

  it('shows terms with their lines under a heading, and no heading without terms', () => {
    const html = pageOf('Harbor Lines', 'Acme', 'Net 30\n\n  No waiting');
    expect(textsOf(html, 'h2').at(-1)).toBe('Terms');
    expect(textsOf(html, '.terms')).toEqual(['Net 30\n\n  No waiting']);
    expect(textsOf(pageOf('Harbor Lines', 'Acme'), 'h2')).not.toContain('Terms');
  });

  it('has a title, and the facts and charges in their order', () => {
    const sheet = quoteSheet(SAMPLE_QUOTE, { name: 'Harbor Lines', terms: '' });
    const html = sheetHtml(sheet);

    expect(textsOf(html, 'title')).toEqual([`Quote ${SAMPLE_QUOTE.quote_id} - Harbor Lines`]);
    expect(textsOf(html, 'h1')).toEqual([`Quote ${SAMPLE_QUOTE.quote_id}`]);
    expect(textsOf(html, 'h2')).toEqual(['Price', 'Charges that may apply']);
    expect(textsOf(html, '.notice, .terms')).toEqual([]);
    expect(html).not.toContain('undefined');
    expect(textsOf(html, 'dt')).toEqual(sheet.facts.map(({ label }) => label));
    expect(textsOf(html, 'dd')).toEqual(sheet.facts.map(({ value }) => value));
    expect(cellsOf(html)).toEqual([
      ['Charge', 'Amount'],
      ['Base rate', '$1,632.50'],
      ['Fuel surcharge', '$596.13'],
      ['Chassis', '$120.00'],
      ['Total', '$2,348.63 USD'],
      ['Charge', 'Rate', 'Usual amount'],
      ['Detention', '$85.00 per hour', '$170.00 for 2'],
    ]);
  });

  it('shows the notice, and no table of other charges without any', () => {
    const pricing = { ...SAMPLE_QUOTE.pricing, excluded_charges: [] };
    const sheet = quoteSheet(
      { ...SAMPLE_QUOTE, status: 'converted', pricing },
      { name: 'Harbor Lines', terms: '' },
    );
    const html = sheetHtml(sheet);

    expect(textsOf(html, '.notice')).toEqual(['This quote has been accepted.']);
    expect(textsOf(html, 'h2')).toEqual(['Price']);
    expect(cellsOf(html).at(-1)).toEqual(['Total', '$2,348.63 USD']);
    expect(html).toContain('</table>\n</main>');
  });

  it('has the same tags with every text', () => {
    const plain = tagsOf(pageOf('a', 'b', 'c'));
    fc.assert(
      fc.property(
        fc.string({ minLength: 1, unit: 'grapheme' }),
        fc.string({ minLength: 1, unit: fc.constantFrom('<', '>', '&', '"', "'", '/', '!', '-', 'a') }),
        (sender, customer) => {
          expect(tagsOf(pageOf(sender, customer, customer))).toEqual(plain);
        },
      ),
    );
  });

  it('has no script and no address, and a policy with the hash of its style', () => {
    const html = pageOf('Harbor Lines', 'Acme');
    expect(html).not.toMatch(/<script|https?:|src=|href=|style=|url\(/);
    const [, style = ''] = /<style>([\s\S]*)<\/style>/.exec(html) ?? [];
    const hash = createHash('sha256').update(style).digest('base64');
    expect(SHEET_POLICY).toContain(`default-src 'none'; style-src 'sha256-${hash}'`);
  });
});
