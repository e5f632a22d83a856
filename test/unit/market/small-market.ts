import { dieselFor } from '../../../shared/costs/diesel/diesel-lookup.ts';
import { type CountedLoad, cellOf, type MarketCell } from '../../../shared/market/cells/market-cell.ts';
import { visibleCells } from '../../../shared/market/cells/visible-cells.ts';
import type { MarketLane } from '../../../shared/market/loads/market-lane.ts';
import { laneKeys, pricedKind } from '../../../shared/market/loads/market-levels.ts';
import { estimateLane, type LaneEstimate, spanOf } from '../../../shared/market/model/estimate-lane.ts';
import {
  type FitLoad,
  fitMarket,
  type MarketFit,
  UNFITTED,
} from '../../../shared/market/model/market-fit.ts';
import { weekNumber } from '../../../shared/platform/time/utc-calendar.ts';
import type { LaneAnalysis } from '../../../shared/rates/lane-analysis.ts';
import { analyzeLane } from '../../../shared/rates/lane-analysis.ts';

/** The current week of these markets. */
export const THIS_WEEK = weekNumber('2026-10-05');
const SPAN = spanOf(THIS_WEEK);

/** Lanes of two ports: near, far, and to the same area from a neighbouring terminal. */
export const LANES = [
  { terminal: 'Pier A', freightMarket: 'west', zip3: '917', miles: 45 },
  { terminal: 'Pier A', freightMarket: 'west', zip3: '852', miles: 380 },
  { terminal: 'Pier B', freightMarket: 'west', zip3: '917', miles: 47 },
  { terminal: 'Dock C', freightMarket: 'east', zip3: '303', miles: 250 },
].map((lane): MarketLane => ({ ...lane, terminalType: 'marine', originState: 'CA', destinationState: 'CA' }));

export interface SmallLoad {
  /** Position in `LANES`. */
  readonly lane: number;
  /** Weeks before this one. */
  readonly weeksAgo: number;
  readonly residual: number;
  readonly contributor: number;
}

/** Loads within 2% of a level, a week apart, by contributors in turn. */
export const steady = (
  lane: number,
  count: number,
  contributors: number,
  level = 0.1,
): readonly SmallLoad[] =>
  Array.from({ length: count }, (_, position) => ({
    lane,
    weeksAgo: position % 50,
    residual: level + 0.02 * ((position % 3) - 1),
    contributor: position % contributors,
  }));

export class SmallMarket {
  readonly #cells = new Map<string, MarketCell>();
  readonly #lanes: readonly MarketLane[];
  readonly fit: MarketFit;
  readonly roadFit = UNFITTED;

  /** @param market whether one is fitted to the loads, or they are an organization's own next to a market of no one. */
  constructor(
    loads: readonly SmallLoad[],
    market: 'fitted' | 'unfitted' = 'fitted',
    lanes: readonly MarketLane[] = LANES,
  ) {
    this.#lanes = lanes;
    const byKey = new Map<string, CountedLoad[]>();
    const fitted: FitLoad[] = [];
    for (const { lane, weeksAgo, residual, contributor } of loads.toSorted(inOrder)) {
      const of = this.#laneOf(lane);
      const kind = pricedKind(of);
      const week = THIS_WEEK - weeksAgo;
      const { freightMarket } = of;
      fitted.push({ freightMarket, lane: laneKeys(of).lane ?? '', week, kind, residual, count: 1 });
      for (const key of Object.values(laneKeys(of))) {
        const counted = { week, kind, residual, contributor: `contributor ${contributor}` };
        byKey.set(key, [...(byKey.get(key) ?? []), counted]);
      }
    }
    for (const [key, counted] of byKey) this.#cells.set(key, cellOf(counted));
    this.fit = market === 'fitted' ? fitMarket(fitted, THIS_WEEK) : UNFITTED;
  }

  #laneOf(lane: number | MarketLane): MarketLane {
    return typeof lane === 'number' ? laneAt(lane, this.#lanes) : lane;
  }

  cells(lane: number | MarketLane) {
    return Object.fromEntries(
      Object.entries(laneKeys(this.#laneOf(lane))).flatMap(([level, key]) => {
        const cell = this.#cells.get(key);
        return cell === undefined ? [] : [[level, cell]];
      }),
    );
  }

  /** @param lane one of the market's by its position, or any other. */
  estimate(lane: number | MarketLane): LaneEstimate {
    const of = this.#laneOf(lane);
    return estimateLane(this.cells(of), { ...of, kind: pricedKind(of) }, this.fit, SPAN);
  }

  /** @param seenBy the owner of all loads, or a caller without own loads. */
  analyze(lane: number | MarketLane, seenBy: 'owner' | 'caller' = 'owner'): LaneAnalysis {
    const own = seenBy === 'owner' ? this.cells(lane) : {};
    const market = seenBy === 'owner' ? {} : this.cells(lane);
    return analyzeLane({
      lane: this.#laneOf(lane),
      ...visibleCells({ market, own }, SPAN),
      own,
      span: SPAN,
      published: this,
      dieselFor,
    });
  }
}

/** As a store has them: the same in whatever order they came. */
const inOrder = (a: SmallLoad, b: SmallLoad): number =>
  b.weeksAgo - a.weeksAgo || a.lane - b.lane || a.residual - b.residual || a.contributor - b.contributor;

export function laneAt(position: number, lanes: readonly MarketLane[] = LANES): MarketLane {
  const lane = lanes[position];
  if (lane === undefined) throw new Error(`There is no lane ${position}.`);
  return lane;
}
