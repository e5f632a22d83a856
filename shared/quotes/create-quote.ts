import { replayAnswer, replayOrRefuse } from '../accounts/idempotency/answer-once.ts';
import type { IdempotencyStore, KeyedAnswer, KeyedCall } from '../accounts/idempotency/idempotency-store.ts';
import { periodEnd, usagePeriod } from '../accounts/usage/usage-period.ts';
import type { Account } from '../platform/account/account.ts';
import { type Answer, refuse, succeed } from '../platform/http/outcome.ts';
import { CURRENCY, describeQuote } from './pricing/describe-quote.ts';
import { type PriceQuotePorts, priceQuoteUseCase } from './pricing/price-quote.ts';
import { quoteLimitExceeded, refuseContended } from './pricing/quote-refusals.ts';
import type { QuoteDraft } from './pricing/quote-request.ts';
import { quoteEvent } from './quote-event.ts';
import type { CreatedQuote } from './record/quote-document.ts';
import { type QuoteId, quoteCreatedAt } from './record/quote-id.ts';
import type { QuoteStore } from './record/quote-store.ts';

export interface CreateQuotePorts extends PriceQuotePorts {
  readonly quotes: Pick<QuoteStore<KeyedAnswer>, 'create'>;
  readonly answers: IdempotencyStore;
  readonly newQuoteId: (now: Date) => QuoteId;
  readonly now: () => Date;
}

/** `keyed` where the call has an Idempotency-Key: one quote is made for all calls with that key. */
export type CreateQuote = (
  draft: QuoteDraft,
  caller: Account,
  keyed?: KeyedCall,
) => Promise<Answer<{ readonly quote: CreatedQuote }>>;

/**
 * Prices a quote, keeps it with the object of its events, and answers it. The monthly limit of quotes is the last reason
 * to reject: a rejected request stores and counts nothing. Where other writes come first each time, it answers 429 with
 * Retry-After.
 */
export function createQuoteUseCase(ports: CreateQuotePorts): CreateQuote {
  const priceQuote = priceQuoteUseCase(ports);

  return async (draft, caller, keyed) => {
    const quoteId = ports.newQuoteId(ports.now());
    const priced = await priceQuote(draft, caller, quoteId);
    if (!priced.ok) return priced;
    const { quote, strategy, quoteLimit } = priced.body;
    const detail = describeQuote(quote);
    const { customer_reference: _, ...told } = detail;
    const body = { quote: { quote_id: quoteId, status: 'active' as const, ...told } };

    const creation = await ports.quotes.create(
      caller,
      {
        quoteId,
        expiryDay: quote.expiryDay,
        summary: {
          totalCents: quote.price.totalCents,
          currency: CURRENCY,
          origin: quote.fields.origin,
          destination: quote.fields.destination,
          customerReference: quote.fields.customerReference,
        },
        detail,
        event: quoteEvent(quoteId, quote, strategy),
        strategyVersion: strategy.version,
      },
      keyed && { call: keyed, body: JSON.stringify(body) },
      quoteLimit,
    );
    if (typeof creation === 'object' && quoteLimit !== undefined) {
      const resetsAt = periodEnd(usagePeriod(quoteCreatedAt(quoteId)));
      return refuse(quoteLimitExceeded(creation.overLimit, quoteLimit, resetsAt));
    }
    if (creation === 'contended') {
      // The writes that came first may be those of a call with the same key.
      const earlier = keyed && (await ports.answers.find(keyed));
      return keyed && earlier ? replayAnswer(keyed, earlier) : refuseContended();
    }
    return creation === 'created' || keyed === undefined
      ? succeed(body)
      : replayOrRefuse(ports.answers, keyed);
  };
}
