import { describe, expect, it } from 'vitest';
import { readPreview } from '../../../../functions/preview-pricing-strategy/schema.ts';
import { readReplacement } from '../../../../functions/replace-pricing-strategy/schema.ts';
import { toTermsDocument } from '../../../../shared/quotes/strategy/convert-strategy.ts';
import { PLACE_SOURCES } from '../../../support/place-sources.ts';
import { strategyBody } from '../../../support/strategy-body.ts';

describe('optional members of a strategy', () => {
  it.each([[{}], [{ note: null }], [{ note: '' }], [{ note: ' \n ' }]])(
    'a replacement with %j has no note',
    (change) => {
      const read = readReplacement(strategyBody(change), undefined, PLACE_SOURCES);
      expect(read).toMatchObject({ ok: true });
      expect(read.ok && 'note' in read.body).toBe(false);
    },
  );

  it('a note keeps line feeds and tabs, without spaces at the ends', () => {
    expect(readReplacement(strategyBody({ note: ' a\r\n\tb 🚚 ' }), '"3"', PLACE_SOURCES)).toMatchObject({
      body: { note: 'a\n\tb 🚚', expectedVersion: 3 },
    });
  });

  it.each([['x'.repeat(501)], ['a\rb'], ['\u0000'], [7], [{}]])('the note %j is rejected', (note) => {
    expect(readReplacement(strategyBody({ note }), undefined, PLACE_SOURCES)).toMatchObject({
      rejection: { details: { errors: [{ field: 'note' }] } },
    });
  });

  it.each([[{}], [{ sheet_terms: '' }], [{ sheet_terms: ' \r\n ' }]])(
    'a replacement with %j has no terms on sheets',
    (change) => {
      const read = readReplacement(strategyBody(change), undefined, PLACE_SOURCES);
      expect(read).toMatchObject({ ok: true });
      expect(read.ok && 'sheetTerms' in read.body.terms).toBe(false);
    },
  );

  it.each([
    [' Net 30\r\n\rNo waiting\u2028End 🚚 ', 'Net 30\n\nNo waiting\nEnd 🚚'],
    ['🚚'.repeat(4_000), '🚚'.repeat(4_000)],
    ['x\r\n'.repeat(2_000), 'x\n'.repeat(2_000).trim()],
  ])('terms on sheets keep their lines', (sent, kept) => {
    const read = readReplacement(strategyBody({ sheet_terms: sent }), undefined, PLACE_SOURCES);
    expect(read.ok && read.body.terms.sheetTerms).toBe(kept);
    expect(read.ok && toTermsDocument(read.body.terms).sheet_terms).toBe(kept);
  });

  it.each([
    ['x'.repeat(4_001)],
    ['🚚'.repeat(4_001)],
    ['x'.repeat(100_000)],
    ['a\tb'],
    ['a\u0000'],
    ['a\u0085b'],
    ['\ud800'],
    [null],
    [7],
    [[]],
  ])('the terms on sheets %j are rejected', (sheet_terms) => {
    expect(readReplacement(strategyBody({ sheet_terms }), undefined, PLACE_SOURCES)).toMatchObject({
      rejection: { details: { errors: [{ field: 'sheet_terms' }] } },
    });
  });

  it.each([[{}], [{ converted_quotes_as_loads: false }]])(
    'with %j, converted quotes do not become loads, and answers do not have the field',
    (change) => {
      const read = readReplacement(strategyBody(change), undefined, PLACE_SOURCES);
      expect(read).toMatchObject({ ok: true });
      expect(read.ok && 'convertedQuotesAsLoads' in read.body.terms).toBe(false);
      expect(read.ok && 'converted_quotes_as_loads' in toTermsDocument(read.body.terms)).toBe(false);
    },
  );

  it('converted quotes become loads if the strategy has the field, which a preview accepts as well', () => {
    const sent = strategyBody({ converted_quotes_as_loads: true });
    const read = readReplacement(sent, undefined, PLACE_SOURCES);
    expect(read.ok && read.body.terms.convertedQuotesAsLoads).toBe(true);
    expect(read.ok && toTermsDocument(read.body.terms).converted_quotes_as_loads).toBe(true);
    expect(readPreview(sent, PLACE_SOURCES)).toMatchObject({ ok: true });
  });

  it.each([['true'], [1], [null], [{}]])(
    'the setting %j of converted quotes is rejected',
    (converted_quotes_as_loads) => {
      expect(
        readReplacement(strategyBody({ converted_quotes_as_loads }), undefined, PLACE_SOURCES),
      ).toMatchObject({
        rejection: { details: { errors: [{ field: 'converted_quotes_as_loads' }] } },
      });
    },
  );

  it.each([
    [{}, 100],
    [{ quotes: null }, 100],
    [{ quotes: 1 }, 1],
    [{ quotes: 100 }, 100],
  ])('a preview with %j has %d quotes', (change, quotes) => {
    expect(readPreview(strategyBody(change), PLACE_SOURCES)).toMatchObject({ ok: true, body: { quotes } });
  });

  it.each([[0], [101], [1.5], ['5'], [true]])('%j quotes are rejected', (quotes) => {
    expect(readPreview(strategyBody({ quotes }), PLACE_SOURCES)).toMatchObject({
      rejection: { details: { errors: [{ field: 'quotes' }] } },
    });
  });
});
