import { estimateLane, type LaneEstimate } from '../../../shared/market/estimate-lane.ts';
import type { LaneAnalysis } from '../../../shared/market/lane-analysis.ts';
import { analyzeLane } from '../../../shared/market/lane-analysis.ts';
import type { CountedLoad, MarketCell } from '../../../shared/market/market-cell.ts';
import {
  BANDS,
  bandKey,
  bandOfKind,
  laneKeys,
  NATION_KEY,
  pricedKind,
} from '../../../shared/market/market-levels.ts';
import type { MarketLane } from '../../../shared/market/market-load.ts';
import { cellOf } from '../../../shared/market/merge-cells.ts';
import { type NationPaths, nationPaths } from '../../../shared/market/nation-paths.ts';
import { SurpriseLedger } from '../../../shared/market/surprise-ledger.ts';
import { visibleCells } from '../../../shared/market/visible-cells.ts';
import { weekNumber } from '../../../shared/market/week-number.ts';
import { dieselFor } from '../../../shared/rates/diesel-lookup.ts';

/** The current week of these markets, and the first that counts. */
export const THIS_WEEK = weekNumber('2026-10-05');
export const FIRST_WEEK = THIS_WEEK - 30;

/** Lanes of two ports: near, far, and to the same area from a neighbouring terminal. */
export const LANES = [
  { terminal: 'Pier A', region: 'west', zip3: '917', miles: 45 },
  { terminal: 'Pier A', region: 'west', zip3: '852', miles: 380 },
  { terminal: 'Pier B', region: 'west', zip3: '917', miles: 47 },
  { terminal: 'Dock C', region: 'east', zip3: '303', miles: 250 },
].map((lane): MarketLane => ({ ...lane, terminalType: 'marine', originState: 'CA', destinationState: 'CA' }));

export interface SmallLoad {
  /** Position in `LANES`. */
  readonly lane: number;
  /** Weeks before this one. */
  readonly weeksAgo: number;
  readonly residual: number;
  readonly contributor: number;
}

export class SmallMarket {
  readonly #cells = new Map<string, MarketCell>();

  constructor(loads: readonly SmallLoad[]) {
    const byKey = new Map<string, CountedLoad[]>();
    for (const { lane, weeksAgo, residual, contributor } of loads) {
      const of = laneAt(lane);
      const kind = pricedKind(of.miles);
      const counted = {
        week: THIS_WEEK - weeksAgo,
        kind,
        residual,
        contributor: `contributor ${contributor}`,
      };
      for (const key of [NATION_KEY, bandKey(bandOfKind(kind)), ...Object.values(laneKeys(of))]) {
        byKey.set(key, [...(byKey.get(key) ?? []), counted]);
      }
    }
    for (const [key, counted] of byKey) this.#cells.set(key, cellOf(counted));
  }

  get nation(): NationPaths {
    const bands = Array.from({ length: BANDS }, (_, band) => this.#cells.get(bandKey(band)));
    const nation = this.#cells.get(NATION_KEY);
    return nationPaths({ nation, bands }, [], { from: FIRST_WEEK, to: THIS_WEEK });
  }

  cells(lane: number) {
    return Object.fromEntries(
      Object.entries(laneKeys(laneAt(lane))).flatMap(([level, key]) => {
        const cell = this.#cells.get(key);
        return cell === undefined ? [] : [[level, cell]];
      }),
    );
  }

  estimate(lane: number): LaneEstimate {
    return estimateLane(this.cells(lane), pricedKind(laneAt(lane).miles), this.nation);
  }

  analyze(lane: number): LaneAnalysis {
    const { nation } = this;
    return analyzeLane({
      lane: laneAt(lane),
      cells: visibleCells({ market: {}, own: this.cells(lane) }, nation.span),
      nation,
      reaches: new SurpriseLedger().reaches(THIS_WEEK),
      dieselFor,
    });
  }
}

export function laneAt(position: number): MarketLane {
  const lane = LANES[position];
  if (lane === undefined) throw new Error(`There is no lane ${position}.`);
  return lane;
}
