import type { TakePreview } from '../accounts/usage/dynamodb-preview-limit.ts';
import { PREVIEWS_A_MINUTE } from '../accounts/usage/preview-limit.ts';
import { usagePeriod } from '../accounts/usage/usage-headers.ts';
import type { Account } from '../platform/account/account.ts';
import { type Outcome, reject, succeed } from '../platform/http/outcome.ts';
import type { Rejection } from '../platform/http/rejection.ts';
import { describeQuote } from './pricing/describe-quote.ts';
import { type PriceQuotePorts, priceQuoteUseCase } from './pricing/price-quote.ts';
import { readQuoteRequest } from './read-quote-request.ts';
import type { QuotePreview } from './record/quote-document.ts';
import type { QuoteId } from './record/quote-id.ts';
import { quoteLimitExceeded } from './request/quote-rejections.ts';

export interface PreviewPricePorts extends PriceQuotePorts {
  readonly takePreview: TakePreview;
  readonly newQuoteId: (now: Date) => QuoteId;
  readonly now: () => Date;
}

const tooManyPreviews = (now: Date): Rejection => ({
  kind: 'rate-limited',
  retryAfter: 60 - now.getUTCSeconds(),
  message: `At most ${PREVIEWS_A_MINUTE} previews a minute. Wait for the seconds in Retry-After, then try again.`,
});

/** Prices a quote as its creation would, stores nothing and counts no quote. An organization at its quote limit has none. */
export function previewPriceUseCase(ports: PreviewPricePorts) {
  const priceQuote = priceQuoteUseCase(ports);
  return async (body: unknown, caller: Account): Promise<Outcome<{ readonly preview: QuotePreview }>> => {
    const draft = readQuoteRequest(body);
    if (!draft.ok) return draft;
    const now = ports.now();
    if (!(await ports.takePreview(caller, now))) return reject(tooManyPreviews(now));
    const priced = await priceQuote(draft.body, caller, ports.newQuoteId(now));
    if (!priced.ok) return priced;
    const { quote, quoteLimit: limit } = priced.body;
    const used = limit === undefined ? 0 : await ports.quotesUsed(caller, usagePeriod(now));
    if (limit !== undefined && used >= limit) return reject(quoteLimitExceeded(used, limit, now));
    const { expiry_date: _expiry, market: all, ...detail } = describeQuote(quote);
    const { rate: _rate, range: _range, spread: _spread, ...market } = all;
    return succeed({ preview: { ...detail, market } });
  };
}
