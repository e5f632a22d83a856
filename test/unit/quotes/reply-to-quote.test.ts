import { describe, expect, it } from '@jest/globals';
import type { ReadQuote } from '../../../shared/quotes/record/quote-document.ts';
import { parseQuoteId, type StoredQuote } from '../../../shared/quotes/record/stored-quote.ts';
import { replyToQuoteUseCase } from '../../../shared/quotes/reply-to-quote.ts';
import { CALLER } from './quoting-under-test.ts';
import { INTERNAL_PARTS, NO_TOLLS, SAMPLE_QUOTE } from './sheet/sample-quote.ts';

const draftOf = async (changes: Partial<ReadQuote> = {}) => {
  const detail = { ...SAMPLE_QUOTE, ...changes };
  const quoteId = parseQuoteId(detail.quote_id);
  const stored = { quoteId, status: detail.status, outcome: detail.outcome, detail } as StoredQuote;
  const answer = await replyToQuoteUseCase({ read: async () => stored })(detail.quote_id, CALLER);
  if (!answer.ok) throw new Error(answer.rejection.message);
  return answer.body;
};

describe('the draft of a mail with a quote', () => {
  it('has lane, load, price, days, validity and later charges, and nothing internal', async () => {
    const { subject, text } = await draftOf();
    expect(subject).toBe(`Quote ${SAMPLE_QUOTE.quote_id}: Pier 400 to Barstow, CA to Fresno, CA (PO 7)`);
    expect(text).toBe(
      [
        'Hello,',
        'Thank you for your request. Our price:',
        [
          'Pier 400 to Barstow, CA to Fresno, CA, 40 ft high cube container, Ceramic tiles, 43,000 lb',
          '$2,348.63: base rate $1,632.50, fuel $596.13, Chassis (3) $120.00',
          `Pickup 2026-10-09, delivery about 2026-10-12. Valid until 2026-10-14. Quote ${SAMPLE_QUOTE.quote_id}.`,
        ].join('\n'),
        'Not in the total, and charged only if it occurs:\n- Detention: $80.00 per hour after 2 free. The driver waits for longer than the free time.',
        'Best regards',
      ].join('\n\n'),
    );
    expect(`${subject}${text}`).not.toMatch(INTERNAL_PARTS);
  });

  it('says that a quote is no longer valid, and that loads are simulated', async () => {
    const market = { ...SAMPLE_QUOTE.market, simulated: true };
    const { text } = await draftOf({
      outcome: 'lost',
      market,
      pricing: { ...SAMPLE_QUOTE.pricing, tolls: { ...NO_TOLLS, facilities: [] } },
      customer_reference: '',
      schedule_of_charges: [],
    });
    expect(text).toContain('This quote is not valid any more. Its price was:');
    expect(text).toContain('it is an example and not an offer');
    expect(text).not.toContain('Not in the total');
  });
});
