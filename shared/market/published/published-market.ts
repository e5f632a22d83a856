import { loadsBetween, type MarketCell } from '../cells/market-cell.ts';
import type { LoadOwner } from '../loads/load-owner.ts';
import { MARKET_TEU } from '../loads/market-throughput.ts';
import { type MarketFit, UNFITTED } from '../model/market-fit.ts';
import type { MarketSummary } from '../store/market-summary.ts';

/** The published market: the same for all lanes and callers. */
export interface PublishedMarket {
  /** Cells of freight markets by name. */
  readonly freightMarkets: ReadonlyMap<string, MarketCell>;
  readonly fit: MarketFit;
  /** Whether the market has loads that all callers may see. */
  readonly open: boolean;
  /** Whether simulated loads are in the market. */
  readonly simulated: boolean;
  /** Whether an owner has ever imported loads, so that it may have cells of its own. */
  hasOwner(owner: LoadOwner): boolean;
  /** Whether an owner's loads are in the market's cells. */
  isPooled(owner: LoadOwner): boolean;
  /** Of freight markets with disclosed loads. */
  readonly activities: ReadonlyMap<string, Activity>;
}

export type Activity = 'low' | 'medium' | 'high';

interface MarketParts extends Pick<PublishedMarket, 'freightMarkets' | 'fit' | 'open'> {
  readonly shared: ReadonlySet<string>;
  readonly owners: ReadonlySet<string>;
}

/** The market of a stored summary; closed if no freight market is disclosed. */
export function publishedMarket(
  { fit, week, shared, owners }: MarketSummary,
  freightMarkets: ReadonlyMap<string, MarketCell>,
): PublishedMarket {
  const open = Object.keys(fit.freightMarkets).length > 0;
  return createPublishedMarket({
    fit: open ? { ...fit, week, freightMarkets: new Map(Object.entries(fit.freightMarkets)) } : UNFITTED,
    freightMarkets: open ? freightMarkets : new Map(),
    open,
    shared: new Set(shared),
    owners: new Set(owners),
  });
}

function createPublishedMarket({ shared, owners, ...known }: MarketParts): PublishedMarket {
  return {
    ...known,
    simulated: shared.has('simulated'),
    hasOwner: (owner) => owners.has(owner),
    isPooled: (owner) => shared.has(owner),
    activities: activitiesOf(known),
  };
}

/** Weeks whose loads are compared. */
const ACTIVITY_WEEKS = 8;

/** Thirds of freight markets, by the amount of each; one with an amount of 0 is in the lowest. */
function thirds(amounts: ReadonlyMap<string, number>): ReadonlyMap<string, Activity> {
  const ascending = [...amounts].sort(([a, one], [b, other]) => one - other || (a < b ? -1 : 1));
  return new Map(
    ascending.map(([name, amount], position) => {
      const third = amount === 0 ? 0 : Math.floor((3 * position) / ascending.length);
      return [name, third === 0 ? 'low' : third === 1 ? 'medium' : 'high'];
    }),
  );
}

const BY_THROUGHPUT = thirds(MARKET_TEU);

/** Activity by the loads of the last weeks in each disclosed freight market. */
function activitiesOf({ freightMarkets, fit }: Pick<MarketParts, 'freightMarkets' | 'fit'>) {
  const span = { from: fit.week - ACTIVITY_WEEKS + 1, to: fit.week };
  return thirds(
    new Map(
      [...fit.freightMarkets.keys()].map((name) => [name, loadsBetween(freightMarkets.get(name), span)]),
    ),
  );
}

/** How busy a freight market is: by its loads against those of all markets, or by published throughput without loads. */
export const marketActivity = (published: PublishedMarket | undefined, freightMarket: string): Activity =>
  published?.activities.get(freightMarket) ?? BY_THROUGHPUT.get(freightMarket) ?? 'low';

/** The market before the first import. */
export const NO_MARKET: PublishedMarket = createPublishedMarket({
  fit: UNFITTED,
  freightMarkets: new Map(),
  open: false,
  shared: new Set(),
  owners: new Set(),
});
