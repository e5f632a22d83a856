import * as v from 'valibot';
import { isOrganization, type LoadOwner } from '../loads/load-owner.ts';
import type { MarketFit } from '../model/market-fit.ts';

const version = v.pipe(v.number(), v.integer(), v.minValue(1));
/** Levels in hundredths of a percent: whole numbers take half the space. */
const LEVEL_UNIT = 10_000;
const stored = (level: number): number => Math.round(level * LEVEL_UNIT);
const levels = v.pipe(
  v.array(v.pipe(v.number(), v.integer())),
  v.transform((all) => all.map((level) => level / LEVEL_UNIT)),
);
const level = v.pipe(
  v.number(),
  v.transform((one) => one / LEVEL_UNIT),
);

/** A fit of all loads, with the disclosed freight markets; it is empty if there are none. */
const fit = v.object({
  nation: levels,
  slope: level,
  byKind: levels,
  scatter: level,
  betweenLanes: level,
  freightMarkets: v.record(v.string(), v.object({ byWeek: levels, byStep: levels })),
});
type SummaryFit = v.InferOutput<typeof fit>;

export const marketSummarySchema = v.object({
  /** Increases by one with each publication. */
  version,
  /** Week of the publication, by `weekNumber`. */
  week: v.number(),
  /** Freight markets that have a cell, and how often their weeks had been cleared: see `clearCounts`. */
  regions: v.array(v.string()),
  stamps: v.array(v.number()),
  /** The fit of all loads, with the disclosed freight markets; it is empty if there are none. */
  fit,
  /** The same of trailers. */
  roadFit: fit,
  /** Owners whose loads are in the market, except the operator. */
  shared: v.array(v.string()),
  /** Owners that have ever imported loads, except the operator. */
  owners: v.array(v.string()),
});

/** What every function needs of the market in addition to cells. */
export type MarketSummary = v.InferOutput<typeof marketSummarySchema>;

export const storedSummary = (summary: MarketSummary): v.InferInput<typeof marketSummarySchema> => ({
  ...summary,
  fit: storedFit(summary.fit),
  roadFit: storedFit(summary.roadFit),
});

const storedFit = (fit: SummaryFit): SummaryFit => ({
  nation: fit.nation.map(stored),
  slope: stored(fit.slope),
  byKind: fit.byKind.map(stored),
  scatter: stored(fit.scatter),
  betweenLanes: stored(fit.betweenLanes),
  freightMarkets: Object.fromEntries(
    Object.entries(fit.freightMarkets).map(([name, { byWeek, byStep }]) => [
      name,
      { byWeek: byWeek.map(stored), byStep: byStep.map(stored) },
    ]),
  ),
});

/** A fit as a summary has it, with the freight markets that all callers may see. */
export const fitOfSummary = (fit: MarketFit, isDisclosed: (freightMarket: string) => boolean): SummaryFit => {
  const { nation, slope, byKind, scatter, betweenLanes, freightMarkets } = fit;
  return {
    nation: [...nation],
    slope,
    byKind: [...byKind],
    scatter,
    betweenLanes,
    freightMarkets: Object.fromEntries(
      [...freightMarkets].flatMap(([name, { byWeek, byStep }]) =>
        isDisclosed(name) ? [[name, { byWeek: [...byWeek], byStep: [...byStep] }]] : [],
      ),
    ),
  };
};

/** The freight markets whose loads all callers see. */
const disclosedFreightMarkets = ({ fit, roadFit }: MarketSummary): readonly string[] =>
  [fit, roadFit].flatMap(({ freightMarkets }) => Object.keys(freightMarkets));

const MAX_NAMED = 5;

/**
 * A note for the owner of loads if their market has too few contributors, so that they do not change rates of
 * others.
 * Undefined if there are enough contributors, or if the loads are not shared: the owner's own rates always use
 * them.
 * @param freightMarkets of those loads. The note names no others: the summary also has those of private loads.
 * @param summary the published one, which includes those loads.
 */
export function contributorNote(
  owner: LoadOwner,
  freightMarkets: readonly string[],
  summary: MarketSummary | undefined,
): string | undefined {
  if (summary === undefined || freightMarkets.length === 0) return undefined;
  if (isOrganization(owner) && !summary.shared.includes(owner)) return undefined;
  const disclosed = disclosedFreightMarkets(summary);
  const ascending = freightMarkets.toSorted();
  if (disclosed.length === 0) {
    return `No week of the market (${named(ascending)}) has loads of three contributors, so other organizations do not see it yet. Name the contributor of each load in the column contributor.`;
  }
  const undisclosed = ascending.filter((freightMarket) => !disclosed.includes(freightMarket));
  if (undisclosed.length === 0) return undefined;
  return `No week of the market of ${named(undisclosed)} has loads of three contributors, so rates there follow the nation.`;
}

function named(freightMarkets: readonly string[]): string {
  const more = freightMarkets.length - MAX_NAMED;
  return `${freightMarkets.slice(0, MAX_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
