import * as v from 'valibot';
import type { MarketParameters } from '../model/market-parameters.ts';

/** The parameters as they are stored: the freight market's are named port, those of a state of the market region. */
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

/** As it is stored; a later format is refused, so that what it means is never guessed. */
export const marketSummarySchema = v.object({
  format: v.literal(1),
  /** One more with each publication. */
  version,
  /** The week, by `weekNumber`, that it was made in. */
  week: v.number(),
  /** Freight markets that have a cell, and how often their weeks had been struck out: see `PendingWeeks.clearCounts`. */
  regions: v.array(v.string()),
  stamps: v.array(v.number()),
  /** By kind: what loads of it stand beside the nation. */
  offsets: v.array(v.number()),
  /** By tier, as the ledger of surprises has them. */
  reaches: v.array(v.object({ low: v.number(), high: v.number() })),
  /** What all loads together say; a summary of before there was such a fit has none. */
  fit: v.optional(
    v.object({
      /** Whether all may be answered from it: a freight market serves all. */
      open: v.boolean(),
      /** Those freight markets that serve all, and `pathsToBytes` of them. */
      regions: v.array(v.string()),
      paths: v.instance(Uint8Array),
      parameters: v.custom<StoredParameters>((value) => typeof value === 'object'),
    }),
  ),
  /** Owners whose loads are in the market, beside the operator's. */
  shared: v.array(v.string()),
  /** Owners that ever brought loads, beside the operator. */
  owners: v.array(v.string()),
});

/** What everybody needs to know of the market beside its cells. */
export type MarketSummary = v.InferOutput<typeof marketSummarySchema>;
