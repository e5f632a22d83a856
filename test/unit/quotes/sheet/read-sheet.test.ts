import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../../../shared/platform/http/outcome.ts';
import type { TextAnswer } from '../../../../shared/platform/http/text-answer.ts';
import { createQuoteIds } from '../../../../shared/quotes/record/quote-id.ts';
import type { StoredQuote } from '../../../../shared/quotes/record/quote-store.ts';
import { readSheetUseCase } from '../../../../shared/quotes/sheet/read-sheet.ts';
import { createRenderSheet } from '../../../../shared/quotes/sheet/render-sheet.ts';
import { SHEET_POLICY } from '../../../../shared/quotes/sheet/sheet-style.ts';
import { UNSET_STRATEGY } from '../../../../shared/quotes/strategy/strategy-store.ts';
import { bodyOf, rejectionOf } from '../../../support/answer-parts.ts';
import { SAMPLE_QUOTE } from './sample-quote.ts';

const CALLER = { orgId: 'org_1', mode: 'test' } as const;
const quoteId = createQuoteIds()(new Date('2026-10-07T17:00:00Z'));
const STORED: StoredQuote = {
  quoteId,
  status: 'active',
  outcome: 'open',
  expiryDay: '2026-10-14',
  summary: {
    totalCents: 234_863,
    currency: 'USD',
    origin: 'Pier 400',
    destination: 'Fresno, CA',
    customerReference: 'PO 7',
    customer: 'Acme',
  },
  detail: SAMPLE_QUOTE,
  event: {},
  strategyVersion: 3,
};

interface Known {
  readonly name?: string | undefined;
  readonly terms?: string;
}

/** Sheets of one quote of one organization, whose third strategy has terms. */
function sheetsUnderTest({ name = 'Harbor Lines', terms = 'Net 30' }: Known = {}) {
  const renderSheet = createRenderSheet({
    quotes: {
      read: async ({ orgId, mode }, id) =>
        `${orgId} ${mode} ${id}` === `org_1 test ${quoteId}` ? STORED : undefined,
    },
    senders: { readName: async (orgId) => (orgId === 'org_1' && name !== '' ? name : undefined) },
    strategies: {
      version: async (orgId, mode, version) =>
        `${orgId} ${mode} ${version}` === 'org_1 test 3'
          ? { ...UNSET_STRATEGY, version: 3, ...(terms !== '' && { sheetTerms: terms }) }
          : undefined,
    },
    renderPdf: async ({ title, terms: shown }) => `%PDF ${title} ${shown}`,
  });
  const read = readSheetUseCase(renderSheet);
  return (
    request: { quoteId?: string; query?: Record<string, string>; accept?: string } = {},
    caller: { orgId: string; mode: 'test' | 'live' } = CALLER,
  ) => read({ quoteId, query: {}, accept: undefined, ...request }, caller);
}

const textOf = (answer: Outcome<TextAnswer>): string => bodyOf(answer).text;

describe('the sheet of a stored quote', () => {
  it('is a page with the name of the organization and the terms of the strategy', async () => {
    const answer = await sheetsUnderTest()();

    expect(answer).toMatchObject({
      ok: true,
      body: { contentType: 'text/html; charset=utf-8' },
      headers: {
        'Content-Security-Policy': SHEET_POLICY,
        'Referrer-Policy': 'no-referrer',
        'X-Robots-Tag': 'noindex',
      },
    });
    expect(textOf(answer)).toContain('<p class="sender">Harbor Lines</p>');
    expect(textOf(answer)).toContain('<p class="terms">Net 30</p>');
  });

  it('is a PDF file by the header or the parameter', async () => {
    const read = sheetsUnderTest();
    const expected = {
      ok: true,
      body: { contentType: 'application/pdf', text: `%PDF Quote ${quoteId} Net 30` },
      headers: {
        'Content-Disposition': `inline; filename="${quoteId}.pdf"`,
        'Referrer-Policy': 'no-referrer',
        'X-Robots-Tag': 'noindex',
      },
    };
    expect(await read({ accept: 'application/pdf' })).toEqual(expected);
    expect(await read({ query: { format: 'pdf' } })).toEqual(expected);
  });

  it('has no terms if the strategy has none', async () => {
    expect(textOf(await sheetsUnderTest({ terms: '' })())).not.toContain('Terms');
  });

  it('does not exist for another organization or mode, an unknown id and another text', async () => {
    const read = sheetsUnderTest();
    const unknown = createQuoteIds()(new Date('2026-10-08T17:00:00Z'));
    const answers = [
      [await read({}, { ...CALLER, orgId: 'org_2' }), quoteId],
      [await read({}, { ...CALLER, mode: 'live' }), quoteId],
      [await read({ quoteId: unknown }), unknown],
      [await read({ quoteId: 'Q-1' }), 'Q-1'],
    ] as const;
    for (const [answer, id] of answers) {
      expect(rejectionOf(answer)).toMatchObject({ code: 'QUOTE_NOT_FOUND', details: { quote_id: id } });
    }
  });

  it('is rejected without the organization, and in another format', async () => {
    expect(rejectionOf(await sheetsUnderTest({ name: '' })())).toEqual({
      kind: 'unauthorized',
      message: 'Missing organization context',
    });
    expect(rejectionOf(await sheetsUnderTest()({ query: { format: 'doc' } }))).toMatchObject({
      kind: 'invalid',
      details: { errors: [{ field: 'format', message: 'must be html or pdf' }] },
    });
  });
});
