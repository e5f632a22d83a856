import { NO_MARKET } from '../../../../shared/market/published/published-market.ts';
import { DEFAULT_STRATEGY } from '../../../../shared/quotes/strategy/default-strategy.ts';
import type { PricingStrategy } from '../../../../shared/quotes/strategy/pricing-strategy.ts';
import { UNSET_STRATEGY } from '../../../../shared/quotes/strategy/strategy-store.ts';
import { chunkOf, LANES_PER_CHUNK } from '../../../../shared/rfps/lanes/lane-draft.ts';
import {
  type LaneSummary,
  type LaneTerms,
  summarizeLane,
} from '../../../../shared/rfps/lanes/lane-summary.ts';
import { readLane } from '../../../../shared/rfps/lanes/read-lane.ts';
import type { ListLanesPorts } from '../../../../shared/rfps/listing/list-lanes.ts';
import { priceLane } from '../../../../shared/rfps/pricing/price-lane.ts';
import { priceLanes } from '../../../../shared/rfps/pricing/price-lanes.ts';
import type { EarlierVersion, StoredRfp } from '../../../../shared/rfps/record/rfp-store.ts';
import { CALLER, quotingUnderTest } from '../../quotes/quoting-under-test.ts';
import { CREATED_AT, storedRfp } from '../stored-rfp.ts';

const { ports } = quotingUnderTest({ now: CREATED_AT });
const terminals = await ports.terminals.current();
const dieselFor = await ports.diesel.current();

const ORIGINS = ['USLAX', 'Port of Savannah', 'Chicago, IL', 'Cañon City, CO', 'Nowhere, TX'] as const;
const DESTINATIONS = ['Phoenix, AZ', 'Atlanta, GA', '60632', 'Honolulu, HI'] as const;

/** 120 lanes, of which some fail. */
export const DRAFTS = Array.from({ length: 120 }, (_, at) =>
  readLane(
    {
      lane_id: at % 3 === 0 ? '=1+1' : `L${at}`,
      origin: ORIGINS[at % ORIGINS.length],
      destination: DESTINATIONS[at % DESTINATIONS.length],
      ...(at % 7 === 0 ? {} : { weekly_volume: 1 + (at % 5) }),
      ...(at % 11 === 0 ? { special_requirements: ['prepull'] } : {}),
    },
    { equipment: 'container_40', requirements: [] },
  ),
);

export const RESULTS = await priceLanes(
  {
    ...{ ...ports, terminals, dieselFor, published: NO_MARKET },
    lanes: { read: async (_owner, all) => all.map(() => ({ market: {}, own: {} })) },
  },
  DRAFTS,
  { account: CALLER, customer: '', asOf: CREATED_AT, strategy: UNSET_STRATEGY },
);

/** Strategy 2 has another margin than strategy 0. */
export const STRATEGIES: Readonly<Record<number, PricingStrategy>> = {
  0: UNSET_STRATEGY,
  2: { ...DEFAULT_STRATEGY, version: 2, margins: [{ fromMiles: 0, percent: 41, floorCents: 0 }] },
};

/** Terms by revision. */
export const TERMS: Readonly<Record<number, ReadonlyMap<number, LaneTerms>>> = {
  0: new Map(),
  1: new Map([
    [0, { marginPercent: 5 }],
    [1, { excluded: true }],
    [63, { outcome: 'won', reason: 'Price', marginPercent: 12.5 }],
  ]),
};

/** An RFP in its second version: by strategy 2, with terms; version 1 was priced by strategy 0 and a margin of 10%. */
export const RFP: StoredRfp = storedRfp({
  lanes: DRAFTS.length,
  version: 2,
  termsRevision: 1,
  pricing: { asOf: CREATED_AT.toISOString(), strategyVersion: 2 },
});
export const EARLIER: EarlierVersion = {
  ...storedRfp({ lanes: DRAFTS.length }),
  version: 1,
  marginPercent: 10,
};

/** The price of a lane in a version, from its parts. */
export function expectedLane(index: number, { version }: Pick<StoredRfp, 'version'>) {
  const [draft, result] = [DRAFTS[index], RESULTS[index]];
  if (draft === undefined || result === undefined) throw new Error(`no lane ${index}`);
  const terms = (version === 2 ? TERMS[1]?.get(index) : undefined) ?? {};
  const strategy = STRATEGIES[version === 2 ? 2 : 0] ?? UNSET_STRATEGY;
  const price = priceLane(result, strategy, version === 2 ? terms.marginPercent : 10);
  return { draft, terms, price, summary: summarizeLane(draft, price, terms) };
}

/** Summaries by chunk. */
const summariesOf = (version: number): ReadonlyMap<number, readonly LaneSummary[]> => {
  const summaries = DRAFTS.map((_, index) => expectedLane(index, { version }).summary);
  return new Map(
    [0, 1, 2].map((chunk) => [
      chunk,
      summaries.slice(chunk * LANES_PER_CHUNK, (chunk + 1) * LANES_PER_CHUNK),
    ]),
  );
};

interface Store {
  readonly rfp?: StoredRfp;
  /** Chunks with results; all if left out. */
  readonly priced?: readonly number[];
  /** Whether items are erased after the head was read. */
  readonly erased?: boolean;
}

/** Ports with one RFP. `read` collects the indexes of lanes that are read. */
export const portsOf = (
  { rfp = RFP, priced = [0, 1, 2], erased = false }: Store = {},
  read: number[] = [],
): ListLanesPorts => ({
  strategies: {
    version: async (_orgId, _mode, version) => {
      const strategy = STRATEGIES[version];
      return strategy && { ...strategy, updatedAt: '' };
    },
  },
  rfps: {
    read: async ({ orgId }, rfpId) => (orgId === CALLER.orgId && rfpId === rfp.rfpId ? rfp : undefined),
    earlierVersion: async (_account, _rfpId, version) => (version === 1 ? EARLIER : undefined),
    terms: async (_account, { termsRevision }) => TERMS[termsRevision] ?? new Map(),
    summaries: async (_account, _rfpId, version) =>
      new Map([...summariesOf(version)].filter(([chunk]) => priced.includes(chunk))),
    lanes: async (_account, _rfpId, _version, indexes) => {
      read.push(...indexes);
      return new Map(
        indexes.flatMap((index) => {
          const [draft, result] = [DRAFTS[index], RESULTS[index]];
          const isPriced = priced.includes(chunkOf(index).chunk) && !erased;
          return draft && result && isPriced ? [[index, { draft, result }] as const] : [];
        }),
      );
    },
  },
});
