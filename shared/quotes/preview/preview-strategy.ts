import * as v from 'valibot';
import { EQUIPMENT_TYPES } from '../../costs/equipment/equipment-type.ts';
import { percentageOf, usd } from '../../costs/model/cents.ts';
import type { Account } from '../../platform/account/account.ts';
import type { Answer } from '../../platform/http/outcome.ts';
import { applyStrategy } from '../pricing/apply-strategy.ts';
import { QUOTE_STATUSES, type QuoteRow, quoteCreatedAt } from '../record/stored-quote.ts';
import type { RecentQuotes } from '../store/dynamodb-quote-list.ts';
import type { StrategyStore } from '../strategy/dynamodb-strategies.ts';
import type { PricingStrategy, QuotedMove, QuotePrice, StrategyTerms } from '../strategy/pricing-strategy.ts';
import { MAX_PREVIEWED_QUOTES } from '../strategy/strategy-document.ts';

const cents = v.check<number, string>((value) => Number(value.toFixed(2)) === value, 'at most 2 decimals');
const amount = v.pipe(v.number(), v.minValue(0), cents);
const change = v.pipe(v.number(), cents);
const count = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_PREVIEWED_QUOTES));

/** A range of changes in percent of the total before; null is an open end. 0 to 0 are the quotes without a change. */
export const changeRange = v.object({
  from_percent: v.nullable(v.number()),
  to_percent: v.nullable(v.number()),
  quotes: count,
});

export const previewSummary = v.object({
  quotes: count,
  skipped: count,
  changed: count,
  increased: count,
  decreased: count,
  total_before: amount,
  total_after: amount,
  total_change: change,
  median_change: change,
  median_change_percent: change,
  distribution: v.array(changeRange),
});

export const previewPrice = v.object({
  base_rate: amount,
  fuel_surcharge: amount,
  accessorials: amount,
  total_rate: amount,
});

export const previewedQuote = v.object({
  quote_id: v.string(),
  status: v.picklist(QUOTE_STATUSES),
  created_at: v.pipe(v.string(), v.isoTimestamp()),
  route: v.object({ origin: v.string(), destination: v.string() }),
  customer_reference: v.string(),
  equipment_type: v.picklist(EQUIPMENT_TYPES),
  distance: v.pipe(v.number(), v.gtValue(0)),
  quoted_total: amount,
  before: previewPrice,
  after: previewPrice,
  change,
  change_percent: change,
});

export const previewAnswer = v.object({
  current_version: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  summary: previewSummary,
  quotes: v.pipe(v.array(previewedQuote), v.maxLength(MAX_PREVIEWED_QUOTES)),
  warnings: v.array(v.string()),
});
type PreviewAnswer = v.InferOutput<typeof previewAnswer>;

interface Ports {
  readonly strategies: Pick<StrategyStore, 'current'>;
  readonly quotes: RecentQuotes;
}

export interface RequestedPreview {
  readonly terms: StrategyTerms;
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
      // Answers leave this member out. Quotes that were stored before it was a part have none.
      const { pricedMove: move } = detail as { readonly pricedMove?: QuotedMove };
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

export interface TotalChange {
  readonly beforeCents: number;
  readonly afterCents: number;
}

/** Bounds of the ranges of changes, in percent; null is an open end, and 0 to 0 are quotes without a change. */
const BOUNDS = [null, -20, -10, -5, -2, 0, 0, 2, 5, 10, 20, null] as const;

type Summary = Omit<PreviewAnswer['summary'], 'skipped'>;

/** Summary of changes; medians are over all quotes, and 0 without quotes. */
export function summarizeChanges(changes: readonly TotalChange[]): Summary {
  const sum = (of: (change: TotalChange) => number) =>
    changes.reduce((total, change) => total + of(change), 0);
  const beforeCents = sum((change) => change.beforeCents);
  const afterCents = sum((change) => change.afterCents);
  const increased = changes.filter((change) => changeCents(change) > 0).length;
  const decreased = changes.filter((change) => changeCents(change) < 0).length;
  return {
    quotes: changes.length,
    changed: increased + decreased,
    increased,
    decreased,
    total_before: usd(beforeCents),
    total_after: usd(afterCents),
    total_change: usd(afterCents - beforeCents),
    median_change: usd(Math.round(median(changes.map(changeCents))) + 0),
    median_change_percent: roundPercent(
      median(changes.map((change) => percentageOf(changeCents(change), change.beforeCents))),
    ),
    distribution: distributionOf(changes),
  };
}

const changeCents = ({ beforeCents, afterCents }: TotalChange): number => afterCents - beforeCents;

/** + 0 so that -0 becomes 0, because JSON does not have -0. */
const roundPercent = (percent: number): number => Math.round(percent * 100) / 100 + 0;

/** The middle of the values, or the mean of both middles; 0 without values. */
function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const upper = Math.floor(sorted.length / 2);
  const lower = Math.max(0, sorted.length % 2 === 0 ? upper - 1 : upper);
  return ((sorted[lower] ?? 0) + (sorted[upper] ?? 0)) / 2;
}

/** Number of changes by range. A bound belongs to the range next to no change. Compares integers, so it is exact. */
function distributionOf(changes: readonly TotalChange[]): Summary['distribution'] {
  return BOUNDS.slice(1).map((to, index) => {
    const from = BOUNDS[index] ?? null;
    const isIn = (change: TotalChange) => {
      const scaled = changeCents(change) * 100;
      const atBound = (percent: number) => percent * change.beforeCents;
      if (from === 0 && to === 0) return scaled === 0;
      const isRise = (from ?? 0) > 0 || (to ?? 0) > 0;
      return isRise
        ? scaled > atBound(from ?? 0) && (to === null || scaled <= atBound(to)) && scaled > 0
        : scaled < atBound(to ?? 0) && (from === null || scaled >= atBound(from)) && scaled < 0;
    };
    return { from_percent: from, to_percent: to, quotes: changes.filter(isIn).length };
  });
}
