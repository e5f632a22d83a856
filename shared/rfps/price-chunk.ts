import type { DieselSource } from '../costs/diesel/dynamodb-diesel-store.ts';
import type { PublishedRate } from '../costs/trailers/published-rates.ts';
import type { CustomerMatches } from '../customers/dynamodb-customers.ts';
import type { MarketSource } from '../market/published/dynamodb-market-source.ts';
import type { Account } from '../platform/account/account.ts';
import type { Source } from '../platform/caching/refreshing-value.ts';
import { writeMetrics } from '../platform/logging/log.ts';
import * as LOG from '../platform/logging/log-messages.ts';
import type { StrategyStore } from '../quotes/strategy/dynamodb-strategies.ts';
import type { PricingStrategy } from '../quotes/strategy/pricing-strategy.ts';
import type { TerminalDirectory } from '../terminals/search/embedded-terminal-directory.ts';
import type { NearestTerminals } from '../terminals/search/nearest-terminals.ts';
import type { TerminalSource } from '../terminals/snapshots/dynamodb-snapshot-store.ts';
import { type LaneResult, summarizeLane } from './lanes/lane-result.ts';
import { type PriceLanesPorts, priceLanes } from './pricing/price-lanes.ts';
import { priceLane, strategyOf } from './pricing/view-lanes.ts';
import { returnedCalls } from './record/counted-calls.ts';
import { countLanes } from './record/rfp-counters.ts';
import type { RfpId } from './record/stored-rfp.ts';
import type { ChunkOutcome, ChunkWork, RfpStore } from './store/dynamodb-rfp-store.ts';

export interface PriceChunkPorts
  extends Pick<PriceLanesPorts, 'places' | 'roadDistances' | 'mapRoutes' | 'lanes'> {
  readonly terminals: TerminalSource<TerminalDirectory & NearestTerminals>;
  readonly diesel: DieselSource;
  readonly benchmarks: Source<readonly PublishedRate[]>;
  readonly market: MarketSource;
  readonly customers: Pick<CustomerMatches, 'match'>;
  readonly strategies: Pick<StrategyStore, 'version'>;
  readonly rfps: Pick<RfpStore, 'chunk' | 'write'>;
}

/** A chunk of a run, as a message names it. */
export interface ChunkMessage {
  readonly account: Account;
  readonly rfpId: RfpId;
  readonly run: number;
  readonly chunk: number;
}

/** `failing`: lanes fail for reasons of the service, and nothing was written: try again. */
export type PriceChunkOutcome = ChunkOutcome | 'failing';

const failedHere = (result: LaneResult): boolean =>
  result.status === 'failed' && result.error.code === 'INTERNAL_ERROR';

/**
 * Prices the lanes of a chunk and writes the results once. A message that is delivered again, an RFP that is deleted
 * meanwhile, and a run that is no longer the current one change nothing.
 * @param isLastAttempt whether lanes that fail for reasons of the service fail definitively; their calls are given back.
 * @throws if a source cannot be read; nothing was written.
 */
export function priceChunkUseCase(ports: PriceChunkPorts) {
  const { rfps } = ports;

  /** Results by the market, by offset; of other lanes, those of an earlier run of the version stay. */
  const marketResults = async (
    account: Account,
    { rfp, lanes, byMarket }: ChunkWork,
    strategy: PricingStrategy,
  ): Promise<ReadonlyMap<number, LaneResult>> => {
    if (byMarket.length === 0) return new Map();
    const [terminals, dieselFor, rates, published] = await Promise.all([
      ports.terminals.current(),
      ports.diesel.current(),
      ports.benchmarks.current(),
      ports.market.current(),
    ]);
    const { contractStart, pricing } = rfp;
    const customer = await ports.customers.match(account, rfp.customer);
    const run = { account, customer, asOf: new Date(pricing.asOf), contractStart, strategy };
    const drafts = byMarket.flatMap((offset) => lanes[offset] ?? []);
    const results = await priceLanes({ ...ports, terminals, dieselFor, rates, published }, drafts, run);
    return new Map(byMarket.flatMap((offset, at) => (results[at] ? [[offset, results[at]]] : [])));
  };

  return async (
    { account, rfpId, run, chunk }: ChunkMessage,
    isLastAttempt: boolean,
  ): Promise<PriceChunkOutcome> => {
    const work = await rfps.chunk(account, rfpId, run, chunk);
    if (typeof work === 'string') return work;
    const { rfp, lanes, terms, byMarket, byMarketBefore, before } = work;
    const strategy = await strategyOf(ports.strategies, account, rfp.pricing.strategyVersion);
    const priced = await marketResults(account, work, strategy);
    const ownFailures = [...priced.values()].filter(failedHere).length;
    if (ownFailures > 0 && !isLastAttempt) return 'failing';

    const customer = { strategy, marginPercent: rfp.marginPercent };
    const written = lanes.map((lane, offset) => {
      const result = priced.get(offset) ?? before?.results[offset];
      if (result === undefined) throw new Error(`chunk ${chunk} of RFP ${rfpId} lacks a result`);
      const summary = summarizeLane(lane, priceLane(result, customer, lane.price), terms.get(offset) ?? {});
      return { result, summary };
    });
    const summaries = written.map(({ summary }) => summary);
    const outcome = await rfps.write(account, work, {
      results: written.map(({ result }) => result),
      summaries,
      returnedCalls: returnedCalls(byMarketBefore, byMarket.length, ownFailures),
    });
    if (outcome === 'written') {
      const { priced, failed } = countLanes(summaries);
      writeMetrics(LOG.rfpChunkPriced, { LanesPriced: priced, LanesFailed: failed }, { ...account, rfpId });
    }
    return outcome;
  };
}
