import * as v from 'valibot';
import { KEY_IN_USE } from '../accounts/idempotency/answer-once.ts';
import type { KeyedCall } from '../accounts/idempotency/dynamodb-idempotency-store.ts';
import { rateLimitHeaders } from '../accounts/usage/usage-headers.ts';
import type { Account } from '../platform/account/account.ts';
import { type Answer, reject, succeed } from '../platform/http/outcome.ts';
import { CURRENCY, describeQuote, figuresOf, quoteEvent } from './pricing/describe-quote.ts';
import { type PriceQuotePorts, priceQuoteUseCase } from './pricing/price-quote.ts';
import type { CreatedQuote } from './record/quote-document.ts';
import { type QuoteId, quoteCreatedAt, quoteSummary } from './record/stored-quote.ts';
import { quoteLimitExceeded, rejectDecision } from './request/quote-rejections.ts';
import type { QuoteDraft } from './request/read-quote-request.ts';
import { laneAreasOf } from './stops/quote-lane.ts';
import type { QuoteCreator } from './store/dynamodb-quote-creation.ts';

export interface CreateQuotePorts extends PriceQuotePorts {
  readonly quotes: QuoteCreator;
  readonly newQuoteId: (now: Date) => QuoteId;
  readonly now: () => Date;
}

/**
 * `keyed` is present if the call has an Idempotency-Key: all calls with that key create one quote. `revises` is the quote
 * that the new one supersedes.
 */
export type CreateQuote = (
  draft: QuoteDraft,
  caller: Account,
  keyed?: KeyedCall,
  revises?: QuoteId,
) => Promise<Answer<{ readonly quote: CreatedQuote }>>;

/**
 * Prices a quote, stores it with its event object, and returns it. The monthly limit of quotes is checked last. A
 * rejected request stores and counts nothing.
 * @throws ContendedWriteError if other writes came first each time.
 */
export function createQuoteUseCase(ports: CreateQuotePorts): CreateQuote {
  const priceQuote = priceQuoteUseCase(ports);

  return async (draft, caller, keyed, revises) => {
    const quoteId = ports.newQuoteId(ports.now());
    const createdAt = quoteCreatedAt(quoteId);
    const priced = await priceQuote(draft, caller, quoteId);
    if (!priced.ok) return priced;
    const { quote, requested, strategy, quoteLimit } = priced.body;
    const figures = figuresOf(quote);
    const detail = describeQuote(quote);
    const { customer_reference: _, ...created } = detail;
    const revision = revises === undefined ? {} : { revises };
    const body = { quote: { quote_id: quoteId, status: 'active' as const, ...created, ...revision } };

    const newQuote = {
      quoteId,
      expiryDay: quote.expiryDay,
      summary: v.parse(quoteSummary, {
        ...quote.fields,
        ...figures,
        ...{ totalCents: quote.price.totalCents, currency: CURRENCY },
        ...(quote.customerId && { customerId: quote.customerId }),
      }),
      // Another strategy prices this move in its preview, which leaves out quotes that a contract rate or a person priced.
      detail: {
        ...detail,
        ...(quote.contract === undefined && quote.setPrice === undefined && { pricedMove: quote.move }),
      },
      event: quoteEvent(quoteId, quote, strategy),
      figures,
      ...laneAreasOf(quote.lane, requested),
      strategyVersion: strategy.version,
      ...revision,
    };
    const answer = keyed && { call: keyed, body: JSON.stringify(body) };
    const creation = await ports.quotes.create(caller, newQuote, answer, quoteLimit);
    if (creation.outcome === 'answered') return reject(KEY_IN_USE);
    if (creation.outcome === 'not-revisable')
      return reject(rejectDecision(revises ?? quoteId, creation.reason));
    const { outcome, used } = creation;
    if (quoteLimit === undefined || used === undefined) return succeed(body);
    const headers = rateLimitHeaders('monthly-quotes', { used, limit: quoteLimit }, createdAt);
    return outcome === 'created'
      ? succeed(body, headers)
      : reject(quoteLimitExceeded(used, quoteLimit, createdAt), headers);
  };
}
