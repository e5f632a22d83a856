import { inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { printableText } from '../../../../shared/quotes/sheet/printable-text.ts';
import { quoteSheet } from '../../../../shared/quotes/sheet/quote-sheet.ts';
import { sheetPdf } from '../../../../shared/quotes/sheet/sheet-pdf.ts';
import { SAMPLE_QUOTE } from './sample-quote.ts';
import { SHEET_FONTS } from './sheet-fonts.ts';

const pdfOf = (name: string, changes: Partial<typeof SAMPLE_QUOTE> = {}, terms = '') =>
  sheetPdf(quoteSheet({ ...SAMPLE_QUOTE, ...changes }, { name, terms }), SHEET_FONTS);

/** Streams of the file, inflated. */
const streamsOf = (pdf: string): readonly string[] =>
  [...pdf.matchAll(/stream\n([0-9a-f]+)>\nendstream/g)].map(([, hex = '']) =>
    inflateSync(Buffer.from(hex, 'hex')).toString('latin1'),
  );
const pagesOf = (pdf: string): number => pdf.match(/\/Type \/Page\n/g)?.length ?? 0;

describe('the PDF file of a sheet', () => {
  it('has only ASCII characters, title, language and tags', async () => {
    const pdf = await pdfOf('Müller & Söhne (Łódź)');
    expect(pdf).toMatch(/^%PDF-1\.7\n[\n\x20-\x7e]*%%EOF\n$/);
    expect(pdf).toContain('/Lang (en-US)');
    expect(pdf).toContain('/Marked true');
    // The title as UTF-16: "M", then "ü" as octal escapes.
    expect(pdf).toContain(String.raw`\000M\000\374\000l`);
    expect(streamsOf(pdf).length).toBeGreaterThan(3);
  });

  it('has streams of the declared length at the declared positions', async () => {
    const pdf = await pdfOf('Harbor Lines');
    for (const [whole, length = ''] of pdf.matchAll(/\/Length (\d+)[\s\S]*?\nstream\n/g)) {
      const start = pdf.indexOf(whole) + whole.length;
      expect(pdf.slice(start + Number(length), start + Number(length) + 10)).toBe('\nendstream');
    }
    const [, table = ''] = /xref\n0 \d+\n[^\n]*\n([\s\S]*?)trailer/.exec(pdf) ?? [];
    const offsets = table
      .trim()
      .split('\n')
      .map((row) => Number.parseInt(row, 10));
    offsets.forEach((offset, index) => {
      expect(pdf.slice(offset).startsWith(`${index + 1} 0 obj`)).toBe(true);
    });
  });

  it('is the same for the same quote', async () => {
    expect(await pdfOf('Harbor Lines')).toBe(await pdfOf('Harbor Lines'));
    expect(await pdfOf('Harbor Lines')).not.toBe(await pdfOf('Harbor Line'));
  });

  it('continues a long list of charges on further pages', async () => {
    const [charge] = SAMPLE_QUOTE.pricing.excluded_charges ?? [];
    if (charge === undefined) throw new Error('The sample has no charge.');
    const excluded_charges = Array.from({ length: 80 }, () => charge);
    const long = await pdfOf('Harbor Lines', { pricing: { ...SAMPLE_QUOTE.pricing, excluded_charges } });
    expect([pagesOf(await pdfOf('Harbor Lines')), pagesOf(long)]).toEqual([1, 4]);
  });

  it.each([
    ['one word', 'W'.repeat(4_000), 2],
    ['lines', 'Net 30\n'.repeat(570), 10],
    ['empty lines', `a${'\n'.repeat(3_000)}b`, 2],
    ['any characters', '東京 עברית 🚚 )(\\\ud800\n'.repeat(150), 4],
  ])('continues terms of %s on further pages', async (_, terms, pages) => {
    const pdf = await pdfOf('Harbor Lines', {}, terms);
    expect(pdf).toMatch(/^%PDF-1\.7\n[\n\x20-\x7e]*%%EOF\n$/);
    expect(pagesOf(pdf)).toBe(pages);
  });

  it('accepts any name', async () => {
    for (const name of ['W'.repeat(200), '\ud800', '東京 עברית 🚚', ')(\\', '\u202e\u200b', '\0\n\r']) {
      expect(await pdfOf(name, { customer: name })).toMatch(/%%EOF\n$/);
    }
  });
});

describe('a printable text', () => {
  it.each([
    ['Müller & Søn, Łódź, Ελλάδα, Москва', 'Müller & Søn, Łódź, Ελλάδα, Москва'],
    ['<b>#1*9</b> © ® ™ €', '<b>#1*9</b> © ® ™ €'],
    ['東京 🚚', '□□ □'],
    ['a\u202eb\u200dc', 'abc'],
    ['\ud800', '\ufffd'],
  ])('of %j is %j', (text, printable) => {
    expect(printableText(text)).toBe(printable);
  });
});
