import { mondayOfWeek } from '../../platform/time/utc-week.ts';
import type { CountShown } from '../cells/count-shown.ts';
import type { LaneCells } from '../cells/lane-cells.ts';
import { countingWeek, loadsBetween } from '../cells/market-cell.ts';
import { LANE_LEVELS, type LaneLevel } from '../loads/market-levels.ts';
import type { LaneEstimate } from './estimate-lane.ts';

/** The evidence on which a rate is mostly based. */
export interface LaneBasis {
  /**
   * The narrowest level with enough loads; `model` if there is none. Freight market and market state are both
   * `region`.
   */
  readonly level: 'lane' | 'zone' | 'state' | 'region' | 'model';
  /** Loads at that level, see `CountShown`; null if the count must not be shown. */
  readonly observations: number | null;
  /** Mondays of the first and last week with loads at that level, YYYY-MM-DD; "" if there are none. */
  readonly since: string;
  readonly asOf: string;
}

/** Loads that a level needs to be the basis. */
const ENOUGH: Readonly<Record<LaneLevel, number>> = {
  lane: 3,
  zone: 5,
  state: 5,
  marketState: 5,
  freightMarket: 5,
};

export function laneBasis(cells: LaneCells, { span, loads }: LaneEstimate, shown: CountShown): LaneBasis {
  const level = LANE_LEVELS.toReversed().find((narrow) => loads[narrow] >= ENOUGH[narrow]);
  const cell = level && cells[level];
  if (level === undefined || cell === undefined)
    return { level: 'model', observations: 0, since: '', asOf: '' };
  const weeks = [...cell.weeks.keys()]
    .map((week) => countingWeek(cell, week))
    .filter((week) => week >= span.from && week <= span.to);
  return {
    level: level === 'freightMarket' || level === 'marketState' ? 'region' : level,
    observations: shown(level, loads[level]),
    since: mondayOfWeek(Math.min(...weeks)),
    asOf: mondayOfWeek(Math.max(...weeks)),
  };
}

/** Weeks that activity is averaged over, and loads a week from which it is medium and high. */
const ACTIVITY_WEEKS = 8;
const MEDIUM_LOADS = 0.5;
const HIGH_LOADS = 2;

/** Activity of the lane itself, by the loads that may be shown. */
export function laneActivity({ lane }: LaneCells, { span }: LaneEstimate): 'low' | 'medium' | 'high' {
  const { to } = span;
  const aWeek = loadsBetween(lane, { from: to - ACTIVITY_WEEKS + 1, to }) / ACTIVITY_WEEKS;
  if (aWeek >= HIGH_LOADS) return 'high';
  return aWeek >= MEDIUM_LOADS ? 'medium' : 'low';
}
