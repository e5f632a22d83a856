import type { AccountLedger } from '../accounts/usage/dynamodb-account-ledger.ts';
import type { TakePreview } from '../accounts/usage/dynamodb-preview-limit.ts';
import {
  PREVIEWS_A_MINUTE,
  reachedUsagePercent,
  usageHeaders,
  usagePeriod,
} from '../accounts/usage/usage-headers.ts';
import type { Account } from '../platform/account/account.ts';
import { type Outcome, reject, succeed } from '../platform/http/outcome.ts';
import type { Rejection } from '../platform/http/rejection.ts';
import { log } from '../platform/logging/log.ts';
import * as LOG from '../platform/logging/log-messages.ts';
import { usageLimitExceeded } from '../rates/rate-rejections.ts';
import { describeQuote } from './pricing/describe-quote.ts';
import { type PriceQuotePorts, priceQuoteUseCase } from './pricing/price-quote.ts';
import type { QuoteDetail, QuotePreview } from './record/quote-document.ts';
import type { QuoteId } from './record/stored-quote.ts';
import { ORGANIZATION_MISSING, quoteLimitExceeded } from './request/quote-rejections.ts';
import { type QuoteDraft, readQuoteRequest } from './request/read-quote-request.ts';

interface PreviewPorts extends PriceQuotePorts {
  readonly newQuoteId: (now: Date) => QuoteId;
  readonly now: () => Date;
}

const tooManyPreviews = (now: Date): Rejection => ({
  kind: 'rate-limited',
  retryAfter: 60 - now.getUTCSeconds(),
  message: `At most ${PREVIEWS_A_MINUTE} previews a minute. Wait for the seconds in Retry-After, then try again.`,
});

/** Prices a quote as its creation would, stores nothing and counts no quote. An organization at its quote limit has none. */
export function previewPriceUseCase(ports: PreviewPorts & { readonly takePreview: TakePreview }) {
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

/**
 * Prices a quote as its creation would at this moment, and stores no quote. It prices a lane, so it counts as one rate call
 * against the usage limit, and not as a quote. Counting is the last step: a rejected call does not count. A call over the
 * usage limit never uses the map service.
 */
export function previewQuoteUseCase(ports: PreviewPorts & { readonly ledger: AccountLedger }) {
  const { mapRoutes: _, ...withoutMap } = ports;
  const price = priceQuoteUseCase(ports);
  const priceWithoutMap = priceQuoteUseCase(withoutMap);

  return async (draft: QuoteDraft, caller: Account): Promise<Outcome<{ readonly quote: QuoteDetail }>> => {
    const now = ports.now();
    const account = await ports.ledger.read(caller, usagePeriod(now));
    if (!account) return reject(ORGANIZATION_MISSING);
    const { used, usageLimit } = account;
    const isAtLimit = used >= usageLimit;
    const priced = await (isAtLimit ? priceWithoutMap : price)(draft, caller, ports.newQuoteId(now));
    if (!priced.ok) return priced;

    const counting = isAtLimit ? { counted: false, used } : await account.count();
    const headers = usageHeaders({ used: counting.used, usageLimit }, now);
    if (!counting.counted) return reject(usageLimitExceeded(counting.used, usageLimit, now), headers);
    const percent = reachedUsagePercent(counting.used, usageLimit);
    if (percent !== undefined) log(LOG.usageThresholdReached, { percent, used: counting.used, usageLimit });
    return succeed({ quote: describeQuote(priced.body.quote) }, headers);
  };
}
