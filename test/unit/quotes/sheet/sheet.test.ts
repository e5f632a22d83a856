import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseHTML } from 'linkedom';
import { DATA_SOURCES } from '../../../../bin/build/data-files.ts';
import { type QuoteSheet, quoteSheet, type SheetBlock } from '../../../../shared/quotes/sheet/quote-sheet.ts';
import { readLogo } from '../../../../shared/quotes/sheet/read-logo.ts';
import { readSheetFormat } from '../../../../shared/quotes/sheet/read-sheet.ts';
import { isOfOneCustomer, sheetHtml } from '../../../../shared/quotes/sheet/render-sheet.ts';
import { printableText, sheetPdf } from '../../../../shared/quotes/sheet/sheet-pdf.ts';
import { LOGOS } from './sample-logos.ts';
import { INTERNAL_PARTS, NO_TOLLS, SAMPLE_QUOTE } from './sample-quote.ts';

const SENDER = 'Harbor Lines';
const HARBOR_LINES = { name: SENDER, lines: [] };

const wholeSheet = (
  changes: Partial<typeof SAMPLE_QUOTE> = {},
  sender: QuoteSheet['sender'] = HARBOR_LINES,
  terms = '',
) => quoteSheet([{ quote: { ...SAMPLE_QUOTE, ...changes }, terms }], sender);
const sheetOf = (changes: Partial<typeof SAMPLE_QUOTE> = {}) => partsOf(wholeSheet(changes));

/** The blocks of a sheet by their kind; tables by their title. */
function partsOf({ blocks }: QuoteSheet) {
  const ofKind = <Kind extends SheetBlock['kind']>(kind: Kind) =>
    blocks.filter((block): block is Extract<SheetBlock, { kind: Kind }> => block.kind === kind);
  return {
    headings: ofKind('quote').map(({ text }) => text),
    notices: ofKind('notice').map(({ text }) => text),
    facts: ofKind('facts').flatMap(({ facts }) => facts),
    rows: (wanted: string) => ofKind('table').find(({ title }) => title === wanted)?.rows ?? [],
    titles: ofKind('table').map(({ title, level }) => `${title} ${level}`),
    terms: ofKind('terms').map(({ title, text }) => [title, text]),
  };
}

describe('the sheet of a quote', () => {
  it('has what the customer needs', () => {
    const { blocks, ...sheet } = wholeSheet();
    expect(sheet).toEqual({
      title: `Quote Q-${SAMPLE_QUOTE.quote_id.slice(-8)}`,
      sender: HARBOR_LINES,
      createdAt: new Date(SAMPLE_QUOTE.created_at),
    });
    const table = (title: string, rows: readonly (readonly string[])[]) =>
      expect.objectContaining({ kind: 'table', title, level: 2, rows });
    expect(blocks).toEqual([
      {
        kind: 'facts',
        facts: [
          ['Customer', 'Müller & Söhne'],
          ['Your reference', 'PO 7'],
          ['Quote id', SAMPLE_QUOTE.quote_id],
          ['Created', 'October 7, 2026, 17:00 UTC'],
          ['Valid until', 'October 14, 2026, 23:59 UTC'],
          ['Origin', 'Pier 400, Los Angeles, CA 90731'],
          ['Stop 1', 'Barstow, CA'],
          ['Destination', 'Fresno, CA'],
          ['Distance', '1,240.5 miles one way'],
          ['Equipment', '40 ft high cube container'],
          ['Commodity', 'Ceramic tiles'],
          ['Weight', '43,000 lb'],
          ['Loads a week', '12.5'],
          ['Pickup', 'October 9, 2026'],
          ['Estimated delivery', 'October 12, 2026'],
        ],
      },
      expect.objectContaining({
        title: 'Price',
        rows: [
          ['Base rate', '$1,632.50'],
          ['Fuel surcharge', '$596.13'],
          ['Chassis, 3 at $40.00 per day', '$120.00'],
        ],
        total: ['Total', '$2,348.63 USD'],
      }),
      table('Charges that may apply', [['Detention', '$85.00 per hour', '$170.00 for 2']]),
      table('Charges after the move', [
        ['Detention', 'The driver waits for longer than the free time.', '$80.00 per hour after 2 free'],
      ]),
    ]);
  });

  it('has no cost, margin, market rate, contract rate, strategy, reason of a decline and internal text', () => {
    const decline = { declined_at: '', reason: 'price', competitor_price: 7391, note: 'internal' } as const;
    const declined = { outcome: 'lost', decline } as const;
    expect(JSON.stringify({ ...SAMPLE_QUOTE, ...declined })).toMatch(INTERNAL_PARTS);
    expect(JSON.stringify(wholeSheet())).not.toMatch(INTERNAL_PARTS);
    expect(JSON.stringify(wholeSheet(declined))).not.toMatch(INTERNAL_PARTS);
  });

  it.each<[string, Partial<typeof SAMPLE_QUOTE>, RegExp]>([
    [
      'replaced',
      { outcome: 'superseded', superseded_by: 'Q-1M4BMXGM0007Z3K9M2QX4T8V1BP' },
      /replaced by quote Q-X4T8V1BP\.$/,
    ],
    ['declined', { outcome: 'lost' }, /not offered any more\. Ask Harbor Lines/],
    ['expired', { status: 'expired' }, /expired on October 14, 2026, 23:59 UTC\. Ask Harbor Lines/],
    ['converted', { status: 'converted' }, /accepted/],
  ])('states that the quote is %s, after the notice of simulated loads', (_, changes, notice) => {
    const { market } = SAMPLE_QUOTE;
    if (market === undefined) throw new Error('the sample has a market');
    const simulated = (is: boolean) =>
      sheetOf({
        ...changes,
        pricing: { ...SAMPLE_QUOTE.pricing, tolls: { ...NO_TOLLS, facilities: [] } },
        market: { ...market, simulated: is },
      }).notices;
    const byContract = sheetOf({ ...changes, market: { ...market, simulated: true } }).notices;
    expect(byContract).toEqual([expect.stringMatching(notice)]);
    expect(simulated(false)).toEqual([expect.stringMatching(notice)]);
    expect(simulated(true)).toEqual([
      expect.stringMatching(/simulated loads/),
      expect.stringMatching(notice),
    ]);
  });

  it('leaves out what the quote does not have', () => {
    const { facts, rows } = sheetOf({
      customer: '',
      customer_reference: '',
      weekly_volume: null,
      pricing: { ...SAMPLE_QUOTE.pricing, fuel_surcharge: 0, excluded_charges: [] },
    });
    expect(facts[0]?.[0]).toBe('Quote id');
    expect(facts.map(([label]) => label)).not.toContain('Loads a week');
    expect(rows('Price')[1]).toEqual(['Fuel surcharge', 'No separate charge']);
    expect(rows('Charges that may apply')).toEqual([]);
  });

  it('shows the ZIP code of a city only if the request named it', () => {
    const { route } = SAMPLE_QUOTE;
    const textOf = (name: string) => {
      const destination = { ...route.destination, type: 'city', name, zip: '85001' } as const;
      return JSON.stringify(wholeSheet({ route: { ...route, destination } }));
    };
    expect(textOf('Phoenix, AZ')).not.toContain('85001');
    expect(textOf('Phoenix, AZ 85001')).toContain('Phoenix, AZ 85001');
  });
});

describe('the sheet of several quotes', () => {
  const second = { ...SAMPLE_QUOTE, quote_id: 'Q-1M4BMXGM0007Z3K9M2QX4AAAAAA' };
  const sheetOfBoth = (changes: Partial<typeof SAMPLE_QUOTE>, terms: readonly [string, string]) =>
    quoteSheet(
      [
        { quote: SAMPLE_QUOTE, terms: terms[0] },
        { quote: { ...second, ...changes }, terms: terms[1] },
      ],
      HARBOR_LINES,
    );

  it('names each quote, and has the same charges after the move and terms once', () => {
    const sheet = sheetOfBoth({}, ['Net 30', 'Net 30']);
    const { headings, titles, terms } = partsOf(sheet);
    expect(sheet.title).toBe('2 quotes for Müller & Söhne');
    expect(headings).toEqual([
      `Q-${SAMPLE_QUOTE.quote_id.slice(-8)}: Pier 400 to Fresno, CA`,
      'Q-X4AAAAAA: Pier 400 to Fresno, CA'.replace('Q-X4AAAAAA', `Q-${second.quote_id.slice(-8)}`),
    ]);
    const ofQuote = ['Price 3', 'Charges that may apply 3'];
    expect(titles).toEqual([...ofQuote, ...ofQuote, 'Charges after the move 2']);
    expect(terms).toEqual([['Terms', 'Net 30']]);
  });

  it('has other charges and terms at their quote', () => {
    const { titles, terms } = partsOf(sheetOfBoth({ schedule_of_charges: [] }, ['Net 30', '']));
    const ofQuote = ['Price 3', 'Charges that may apply 3'];
    expect(titles).toEqual([...ofQuote, 'Charges after the move 3', ...ofQuote]);
    expect(terms).toEqual([[`Terms of Q-${SAMPLE_QUOTE.quote_id.slice(-8)}`, 'Net 30']]);
  });

  it.each([
    [
      [
        ['Acme', null],
        ['ACME ', null],
      ],
      true,
    ],
    [
      [
        ['Acme', null],
        ['Bluepine', null],
      ],
      false,
    ],
    [
      [
        ['Acme', null],
        ['', null],
      ],
      false,
    ],
    [
      [
        ['', null],
        ['', null],
      ],
      true,
    ],
    [
      [
        ['Acme', 'CU-1'],
        ['AHP', 'CU-1'],
        ['ahp', null],
      ],
      true,
    ],
    [
      [
        ['Acme', 'CU-1'],
        ['AHP', null],
      ],
      false,
    ],
    [
      [
        ['Acme', 'CU-1'],
        ['Acme', 'CU-2'],
      ],
      false,
    ],
  ] as const)('of %j is of one customer: %s', (quotes, isOne) => {
    const read = quotes.map(([customer, customer_id]) => ({ customer, customer_id }));
    expect(isOfOneCustomer(read)).toBe(isOne);
  });
});

describe('the HTML page of a sheet', () => {
  const pageOf = (name: string, customer: string, terms = '') =>
    sheetHtml(wholeSheet({ status: 'expired', customer }, { name, lines: [] }, terms));
  const tagsOf = (html: string) => [...html.matchAll(/<[^>]*>/g)].map(([tag]) => tag);
  const textsOf = (html: string, selector: string) =>
    [...parseHTML(html).document.querySelectorAll(selector)].map(({ textContent }) => textContent);

  it('has the notice, the facts and the charges of the sheet, and its terms if there are any', () => {
    const sheet = wholeSheet({ status: 'converted' });
    const { notices, facts } = partsOf(sheet);
    const html = sheetHtml(sheet);
    expect(textsOf(html, '.notice')).toEqual(notices);
    expect(textsOf(html, 'dd')).toEqual(facts.map(([, value]) => value));
    expect(textsOf(html, 'td').join()).toBe(
      '$1,632.50,$596.13,$120.00,$2,348.63 USD,$85.00 per hour,$170.00 for 2,The driver waits for longer than the free time.,$80.00 per hour after 2 free',
    );
    expect(textsOf(html, '.terms')).toEqual([]);
    const terms = 'Net 30\n\n  No waiting';
    expect(textsOf(sheetHtml(wholeSheet({}, HARBOR_LINES, terms)), '.terms')).toEqual([terms]);
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
});

describe('the PDF file of a sheet', () => {
  const [regular = '', bold = ''] = DATA_SOURCES.fonts;
  /** The fonts that bundles contain. */
  const fonts = { regular: readFileSync(regular), bold: readFileSync(bold) };
  const pdfOf = (name: string, changes: Partial<typeof SAMPLE_QUOTE> = {}, terms = '') =>
    sheetPdf(wholeSheet(changes, { name, lines: [] }, terms), fonts);
  const pagesOf = (pdf: string): number => pdf.match(/\/Type \/Page\n/g)?.length ?? 0;

  it('has only ASCII characters, the title as UTF-16, and objects at the declared positions', async () => {
    const pdf = await pdfOf('Müller & Söhne (Łódź)');
    expect(pdf).toMatch(/^%PDF-1\.7\n[\n\x20-\x7e]*%%EOF\n$/);
    expect(pdf).toContain(String.raw`\000M\000\374\000l`);
    const streams = [...pdf.matchAll(/\/Length (\d+)[\s\S]*?\nstream\n/g)];
    expect(streams.length).toBeGreaterThan(3);
    for (const [whole, length = ''] of streams) {
      const start = pdf.indexOf(whole) + whole.length;
      expect(pdf.slice(start + Number(length), start + Number(length) + 10)).toBe('\nendstream');
    }
    const [, table = ''] = /xref\n0 \d+\n[^\n]*\n([\s\S]*?)trailer/.exec(pdf) ?? [];
    for (const [index, row] of table.trim().split('\n').entries()) {
      expect(pdf.slice(Number.parseInt(row, 10)).startsWith(`${index + 1} 0 obj`)).toBe(true);
    }
  });

  it.each(Object.entries(LOGOS))('shows the logo %s', async (_, [text, mediaType]) => {
    const logo = readLogo(text);
    if (typeof logo === 'string') throw new Error(logo);
    expect(logo).toMatchObject({ mediaType, width: 2, height: 2 });
    const sheet = wholeSheet({}, { name: SENDER, lines: ['1 Pier Road'], logo });
    expect(sheetHtml(sheet)).toContain(`<img class="logo" src="data:${mediaType};base64,`);
    const pdf = await sheetPdf(sheet, fonts);
    expect(pdf).toMatch(/^%PDF-1\.7\n[\n\x20-\x7e]*%%EOF\n$/);
    expect(pdf).toMatch(/\/Subtype \/Image/);
    expect(pdf).toMatch(/\/Filter \[\/ASCIIHexDecode \/(?:DCT|Flate)Decode\]/);
  });

  it('continues a long list of charges on further pages', async () => {
    const [charge] = SAMPLE_QUOTE.pricing.excluded_charges ?? [];
    if (charge === undefined) throw new Error('The sample has no charge.');
    const excluded_charges = Array.from({ length: 80 }, () => charge);
    const long = await pdfOf(SENDER, { pricing: { ...SAMPLE_QUOTE.pricing, excluded_charges } });
    expect([pagesOf(await pdfOf(SENDER)), pagesOf(long)]).toEqual([1, 4]);
  });

  it.each([
    ['one word', 'W'.repeat(4_000), 3],
    ['lines', 'Net 30\n'.repeat(570), 10],
    ['empty lines', `a${'\n'.repeat(3_000)}b`, 3],
    ['any characters', '東京 עברית 🚚 )(\\\ud800\n'.repeat(150), 4],
  ])('continues terms of %s on further pages', async (_, terms, pages) => {
    const pdf = await pdfOf(SENDER, {}, terms);
    expect(pdf).toMatch(/^%PDF-1\.7\n[\n\x20-\x7e]*%%EOF\n$/);
    expect(pagesOf(pdf)).toBe(pages);
  });

  it('accepts any name', async () => {
    for (const name of ['W'.repeat(200), '東京 🚚 )(\\\ud800', '\u202e\u200b', '\0\n\r']) {
      expect(await pdfOf(name, { customer: name })).toMatch(/%%EOF\n$/);
    }
  });

  it.each([
    ['Müller & Søn, Łódź, Ελλάδα, Москва', 'Müller & Søn, Łódź, Ελλάδα, Москва'],
    ['<b>#1*9</b> © ® ™ €', '<b>#1*9</b> © ® ™ €'],
    ['東京 🚚', '□□ □'],
    ['a\u202eb\u200dc', 'abc'],
    ['\ud800', '\ufffd'],
  ])('has %j as %j', (text, printable) => {
    expect(printableText(text)).toBe(printable);
  });
});

describe('the format of a sheet', () => {
  it.each([
    [undefined, 'html'],
    ['*/*', 'html'],
    ['Application/PDF; q=0.5, */*', 'pdf'],
    ['text/html,application/xhtml+xml,application/pdf;q=0.8', 'html'],
    ['text/html;q=0.1, application/pdf;q=0.8', 'pdf'],
    ['text/html, application/pdf', 'html'],
    ['application/pdf;q=0', 'html'],
    ['application/pdf;q=x', 'html'],
    [',;,;q=', 'html'],
  ])('Accept %j gives %s', (accept, format) => {
    expect(readSheetFormat({}, accept)).toEqual({ ok: true, body: format });
  });
});
