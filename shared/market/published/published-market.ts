import type { MarketCell } from '../cells/market-cell.ts';
import { pathsFromBytes } from '../fit/fitted-bytes.ts';
import type { LoadOwner } from '../loads/load-owner.ts';
import type { IntervalBounds } from '../model/interval-calibration.ts';
import { type FittedMarket, type NationPaths, NOTHING_FITTED, nationPaths } from '../model/nation-paths.ts';
import { type MarketSummary, parametersOfStored } from '../store/market-summary.ts';

/** What is known of the whole nation: the same for all lanes and callers. */
export interface PublishedMarket {
  /** Freight markets' cells by region. */
  readonly freightMarkets: ReadonlyMap<string, MarketCell>;
  readonly intervalBounds: readonly IntervalBounds[];
  /** Whether there are loads that everybody may be answered from. */
  readonly open: boolean;
  /** Whether simulated loads are in the market. */
  readonly simulated: boolean;
  /** Whether an owner ever brought loads: it may have cells of its own. */
  hasOwner(owner: LoadOwner): boolean;
  /** Whether an owner's loads are in the market's cells. */
  isPooled(owner: LoadOwner): boolean;
  /** The nation as of a week. */
  nation(week: number): NationPaths;
}

/** Weeks that the nation is remembered for: most calls ask for this one. */
const MAX_WEEKS = 4;

/** What is published, ready to price with. A summary of before there was a fit is of no market. */
export function publishedMarket(
  { fit, week, offsets, reaches, shared, owners }: MarketSummary,
  freightMarkets: ReadonlyMap<string, MarketCell>,
): PublishedMarket {
  const fitted = fit?.open && {
    ...pathsFromBytes(fit.paths, fit.regions),
    week,
    offsets,
    parameters: parametersOfStored(fit.parameters),
  };
  return inForce(fitted || NOTHING_FITTED, {
    freightMarkets: fitted ? freightMarkets : new Map(),
    intervalBounds: reaches,
    open: Boolean(fitted),
    shared: new Set(shared),
    owners: new Set(owners),
  });
}

/** The market before anything was imported. */
export const NO_MARKET: PublishedMarket = inForce(NOTHING_FITTED, {
  freightMarkets: new Map(),
  intervalBounds: [],
  open: false,
  shared: new Set(),
  owners: new Set(),
});

interface Known {
  readonly freightMarkets: ReadonlyMap<string, MarketCell>;
  readonly intervalBounds: readonly IntervalBounds[];
  readonly open: boolean;
  readonly shared: ReadonlySet<string>;
  readonly owners: ReadonlySet<string>;
}

function inForce(fitted: FittedMarket, { shared, owners, ...known }: Known): PublishedMarket {
  const byWeek = new Map<number, NationPaths>();
  return {
    ...known,
    simulated: shared.has('simulated'),
    hasOwner: (owner) => owners.has(owner),
    isPooled: (owner) => shared.has(owner),
    nation: (week) => {
      const there = byWeek.get(week);
      if (there !== undefined) return there;
      if (byWeek.size >= MAX_WEEKS) byWeek.clear();
      const paths = nationPaths(fitted, week);
      byWeek.set(week, paths);
      return paths;
    },
  };
}
