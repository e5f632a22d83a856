import type { MarketCell } from '../cells/market-cell.ts';
import { pathsFromBytes } from '../fit/fitted-bytes.ts';
import type { LoadOwner } from '../loads/load-owner.ts';
import type { IntervalBounds } from '../model/interval-calibration.ts';
import { type FittedMarket, type NationPaths, nationPaths, UNFITTED_MARKET } from '../model/nation-paths.ts';
import { type MarketSummary, parametersOfStored } from '../store/market-summary.ts';

/** The published market: the same for all lanes and callers. */
export interface PublishedMarket {
  /** Cells of freight markets by name. */
  readonly freightMarkets: ReadonlyMap<string, MarketCell>;
  readonly intervalBounds: readonly IntervalBounds[];
  /** Whether the market has loads that all callers may see. */
  readonly open: boolean;
  /** Whether simulated loads are in the market. */
  readonly simulated: boolean;
  /** Whether an owner has ever imported loads, so that it may have cells of its own. */
  hasOwner(owner: LoadOwner): boolean;
  /** Whether an owner's loads are in the market's cells. */
  isPooled(owner: LoadOwner): boolean;
  /** The nation as of a week. */
  nation(week: number): NationPaths;
}

/** Cached weeks of the nation; most calls need the current week. */
const MAX_WEEKS = 4;

/** The market of a stored summary. A summary without a fit gives no market. */
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
  return createPublishedMarket(fitted || UNFITTED_MARKET, {
    freightMarkets: fitted ? freightMarkets : new Map(),
    intervalBounds: reaches,
    open: Boolean(fitted),
    shared: new Set(shared),
    owners: new Set(owners),
  });
}

/** The market before the first import. */
export const NO_MARKET: PublishedMarket = createPublishedMarket(UNFITTED_MARKET, {
  freightMarkets: new Map(),
  intervalBounds: [],
  open: false,
  shared: new Set(),
  owners: new Set(),
});

interface MarketParts {
  readonly freightMarkets: ReadonlyMap<string, MarketCell>;
  readonly intervalBounds: readonly IntervalBounds[];
  readonly open: boolean;
  readonly shared: ReadonlySet<string>;
  readonly owners: ReadonlySet<string>;
}

function createPublishedMarket(
  fitted: FittedMarket,
  { shared, owners, ...known }: MarketParts,
): PublishedMarket {
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
