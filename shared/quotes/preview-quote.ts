import type { AccountLedger } from '../accounts/usage/dynamodb-account-ledger.ts';
import { reachedUsagePercent, usageHeaders, usagePeriod } from '../accounts/usage/usage-headers.ts';
import type { Account } from '../platform/account/account.ts';
import { type Outcome, reject, succeed } from '../platform/http/outcome.ts';
import { log } from '../platform/logging/log.ts';
import * as LOG from '../platform/logging/log-messages.ts';
import { usageLimitExceeded } from '../rates/rate-rejections.ts';
import { describeQuote } from './pricing/describe-quote.ts';
import { type PriceQuotePorts, priceQuoteUseCase } from './pricing/price-quote.ts';
import type { QuoteDetail } from './record/quote-document.ts';
import type { QuoteId } from './record/quote-id.ts';
import { ORGANIZATION_MISSING } from './request/quote-rejections.ts';
import type { QuoteDraft } from './request/quote-request.ts';

export interface PreviewQuotePorts extends PriceQuotePorts {
  readonly ledger: AccountLedger;
  readonly newQuoteId: (now: Date) => QuoteId;
  readonly now: () => Date;
}

export type PreviewQuote = (
  draft: QuoteDraft,
  caller: Account,
) => Promise<Outcome<{ readonly quote: QuoteDetail }>>;

/**
 * Prices a quote as its creation would at this moment, and stores no quote. It prices a lane, so it counts as one rate call
 * against the usage limit, and not as a quote. Counting is the last step: a rejected call does not count. A call over the
 * usage limit never uses the map service.
 */
export function previewQuoteUseCase(ports: PreviewQuotePorts): PreviewQuote {
  const { mapRoutes: _, ...withoutMap } = ports;
  const price = priceQuoteUseCase(ports);
  const priceWithoutMap = priceQuoteUseCase(withoutMap);

  return async (draft, caller) => {
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
