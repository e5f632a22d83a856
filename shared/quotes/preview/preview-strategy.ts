import { usd } from '../../costs/model/cents.ts';
import { percentageOf } from '../../costs/model/percentage.ts';
import type { Account } from '../../platform/account/account.ts';
import type { Answer } from '../../platform/http/outcome.ts';
import { applyStrategy } from '../pricing/apply-strategy.ts';
import { quoteCreatedAt } from '../record/quote-id.ts';
import type { QuoteRow } from '../record/quote-store.ts';
import type { PricingStrategy, QuotedMove, QuotePrice } from '../strategy/pricing-strategy.ts';
import type { StrategyStore, StrategyTerms } from '../strategy/strategy-store.ts';
import type { PreviewAnswer } from './preview-answer.ts';
import { readPricedMove } from './priced-move.ts';
import { summarizeChanges } from './summarize-changes.ts';

interface Ports {
  readonly strategies: Pick<StrategyStore, 'current'>;
  readonly quotes: RecentQuotes;
}

/** The terms to preview, and the number of quotes to price with them. */
export interface RequestedPreview {
  readonly terms: StrategyTerms;
  /** 1 to 100. */
  readonly quotes: number;
  readonly warnings: readonly string[];
}

/**
 * Prices the newest quotes of a caller with the current strategy and with other terms, both from the stored input of
 * each quote: terminal, miles, market cost and requirements stay those of the quote. Writes nothing.
 */
export function previewStrategyUseCase({ strategies, quotes }: Ports) {
  return async (
    caller: Account,
    { terms, quotes: limit, warnings }: RequestedPreview,
  ): Promise<Answer<PreviewAnswer>> => {
    const [current, recent] = await Promise.all([
      strategies.current(caller.orgId, caller.mode),
      quotes.recent(caller, limit),
    ]);
    const { version, tariff } = current;
    const next: PricingStrategy = { ...terms, version: version + 1, ...(tariff && { tariff }) };
    const priced = recent.flatMap(({ row, detail }) => {
      const move = readPricedMove(detail);
      return move === undefined
        ? []
        : [{ row, move, before: applyStrategy(move, current), after: applyStrategy(move, next) }];
    });
    const changes = priced.map(({ before, after }) => ({
      beforeCents: before.totalCents,
      afterCents: after.totalCents,
    }));
    const body: PreviewAnswer = {
      current_version: current.version,
      summary: { ...summarizeChanges(changes), skipped: recent.length - priced.length },
      quotes: priced.map(describePriced),
      warnings: [...warnings],
    };
    return { ok: true, body, headers: { ETag: `"${current.version}"` } };
  };
}

interface PricedTwice {
  readonly row: QuoteRow;
  readonly move: QuotedMove;
  readonly before: QuotePrice;
  readonly after: QuotePrice;
}

function describePriced({ row, move, before, after }: PricedTwice): PreviewAnswer['quotes'][number] {
  const changeCents = after.totalCents - before.totalCents;
  return {
    quote_id: row.quoteId,
    status: row.status,
    created_at: quoteCreatedAt(row.quoteId).toISOString(),
    route: { origin: row.origin, destination: row.destination },
    customer_reference: row.customerReference,
    equipment_type: move.equipment,
    distance: move.miles,
    quoted_total: usd(row.totalCents),
    before: describePrice(before),
    after: describePrice(after),
    change: usd(changeCents),
    change_percent: percentageOf(changeCents, before.totalCents),
  };
}

const describePrice = ({ baseRateCents, fuelSurchargeCents, accessorialsCents, totalCents }: QuotePrice) => ({
  base_rate: usd(baseRateCents),
  fuel_surcharge: usd(fuelSurchargeCents),
  accessorials: usd(accessorialsCents),
  total_rate: usd(totalCents),
});

/** A quote of the list with its stored detail. */
export interface RecentQuote {
  readonly row: QuoteRow;
  readonly detail: unknown;
}

/** Port: the newest quotes of an account. */
export interface RecentQuotes {
  /**
   * The newest quotes in any status, newest first; fewer if the account has fewer, or if quotes are deleted meanwhile.
   * @param limit 1 to 100.
   */
  recent(account: Account, limit: number): Promise<readonly RecentQuote[]>;
}
