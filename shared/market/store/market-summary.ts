import * as v from 'valibot';
import type { MarketParameters } from '../model/market-parameters.ts';

/** Stored parameters use older names: port for the freight market, region for a state of the market. */
type StoredParameters = Omit<MarketParameters, 'freightMarket' | 'marketState' | 'freightMarketCurve'> & {
  readonly port: MarketParameters['freightMarket'];
  readonly region: MarketParameters['marketState'];
  readonly portCurve: MarketParameters['freightMarketCurve'];
};

export const storedParameters = ({
  freightMarket: port,
  marketState: region,
  freightMarketCurve: portCurve,
  ...rest
}: MarketParameters): StoredParameters => ({ ...rest, port, region, portCurve });

export const parametersOfStored = ({
  port: freightMarket,
  region: marketState,
  portCurve: freightMarketCurve,
  ...rest
}: StoredParameters): MarketParameters => ({ ...rest, freightMarket, marketState, freightMarketCurve });

const version = v.pipe(v.number(), v.integer(), v.minValue(1));

/** The stored summary. A later format is rejected instead of misread. */
export const marketSummarySchema = v.object({
  format: v.literal(1),
  /** Increases by one with each publication. */
  version,
  /** Week of the publication, by `weekNumber`. */
  week: v.number(),
  /** Freight markets that have a cell, and how often their weeks had been cleared: see `PendingWeeks.clearCounts`. */
  regions: v.array(v.string()),
  stamps: v.array(v.number()),
  /** By kind: its level relative to the nation. */
  offsets: v.array(v.number()),
  /** By tier: interval bounds, see `IntervalCalibration`. */
  reaches: v.array(v.object({ low: v.number(), high: v.number() })),
  /** The fit of all loads; absent in older summaries. */
  fit: v.optional(
    v.object({
      /** Whether any freight market is disclosed. */
      open: v.boolean(),
      /** The disclosed freight markets, and their paths: see `pathsToBytes`. */
      regions: v.array(v.string()),
      paths: v.instance(Uint8Array),
      parameters: v.custom<StoredParameters>((value) => typeof value === 'object'),
    }),
  ),
  /** Owners whose loads are in the market, except the operator. */
  shared: v.array(v.string()),
  /** Owners that have ever imported loads, except the operator. */
  owners: v.array(v.string()),
});

/** What every function needs of the market in addition to cells. */
export type MarketSummary = v.InferOutput<typeof marketSummarySchema>;
