import { pathsFromBytes } from './fitted-bytes.ts';
import type { LoadOwner } from './load-owner.ts';
import type { MarketCell } from './market-cell.ts';
import { LOOKBACK_WEEKS } from './market-parameters.ts';
import type { MarketSummary } from './market-summary.ts';
import { nationOfBands } from './nation-cells.ts';
import { type FittedMarket, type NationPaths, NOTHING_FITTED, nationPaths } from './nation-paths.ts';
import type { Reach } from './surprise-ledger.ts';
import { manyContribute } from './visible-cells.ts';

/** What is known of the whole nation: the same for all lanes and callers. */
export interface MarketInForce {
  /** Freight markets' cells by region. */
  readonly ports: ReadonlyMap<string, MarketCell>;
  readonly reaches: readonly Reach[];
  /** Whether there are loads that everybody may be answered from. */
  readonly open: boolean;
  /** Whether simulated loads are in the market. */
  readonly simulated: boolean;
  /** Whether an owner ever brought loads: it may have cells of its own. */
  knows(owner: LoadOwner): boolean;
  /** Whether an owner's loads are in the market's cells. */
  pools(owner: LoadOwner): boolean;
  /** The nation as of a week. */
  nation(week: number): NationPaths;
}

/** Weeks that the nation is remembered for: most calls ask for this one. */
const MOST_WEEKS = 4;

/** What is published, ready to price with. */
export function marketInForce(
  summary: MarketSummary,
  bands: readonly MarketCell[],
  ports: ReadonlyMap<string, MarketCell>,
): MarketInForce {
  const whole = nationOfBands(bands);
  const span = { from: summary.week - LOOKBACK_WEEKS, to: summary.week };
  const open = manyContribute(whole, span);
  return inForce(open ? fittedOf(summary) : NOTHING_FITTED, {
    ports: open ? ports : new Map(),
    reaches: summary.reaches,
    open,
    shared: new Set(summary.shared),
    owners: new Set(summary.owners),
  });
}

/** A summary of before paths were published has none: levels are then made of the lanes' own cells. */
function fittedOf({ fit, week, offsets }: MarketSummary): FittedMarket {
  if (fit === undefined) return NOTHING_FITTED;
  return { ...pathsFromBytes(fit.paths, fit.regions), week, offsets, dynamics: fit.dynamics };
}

/** The market before anything was imported. */
export const NO_MARKET: MarketInForce = inForce(NOTHING_FITTED, {
  ports: new Map(),
  reaches: [],
  open: false,
  shared: new Set(),
  owners: new Set(),
});

interface Known {
  readonly ports: ReadonlyMap<string, MarketCell>;
  readonly reaches: readonly Reach[];
  readonly open: boolean;
  readonly shared: ReadonlySet<string>;
  readonly owners: ReadonlySet<string>;
}

function inForce(fitted: FittedMarket, { shared, owners, ...known }: Known): MarketInForce {
  const byWeek = new Map<number, NationPaths>();
  return {
    ...known,
    simulated: shared.has('simulated'),
    knows: (owner) => owners.has(owner),
    pools: (owner) => shared.has(owner),
    nation: (week) => {
      const there = byWeek.get(week);
      if (there !== undefined) return there;
      if (byWeek.size >= MOST_WEEKS) byWeek.clear();
      const paths = nationPaths(fitted, week);
      byWeek.set(week, paths);
      return paths;
    },
  };
}
