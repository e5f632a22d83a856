import { mondayOfWeek } from '../../platform/time/utc-week.ts';
import type { CountShown } from '../cells/count-shown.ts';
import type { LaneCells } from '../cells/lane-cells.ts';
import { countingWeek } from '../cells/market-cell.ts';
import { LANE_LEVELS, type LaneLevel } from '../loads/market-levels.ts';
import type { LaneEstimate } from './estimate-lane.ts';

/** The evidence on which a rate is mostly based. */
export interface LaneBasis {
  /** The narrowest level with enough loads; `model` if there is none. */
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
  marketState: 5,
  freightMarket: 5,
};

/** Names that callers see. */
const BASIS_LEVELS = { lane: 'lane', zone: 'zone', marketState: 'state', freightMarket: 'region' } as const;

export function laneBasis(cells: LaneCells, { span, loads }: LaneEstimate, shown: CountShown): LaneBasis {
  const level = LANE_LEVELS.toReversed().find((narrow) => loads[narrow] >= ENOUGH[narrow]);
  const cell = level && cells[level];
  if (level === undefined || cell === undefined)
    return { level: 'model', observations: 0, since: '', asOf: '' };
  const weeks = [...cell.weeks.keys()]
    .map((week) => countingWeek(cell, week))
    .filter((week) => week >= span.from && week <= span.to);
  return {
    level: BASIS_LEVELS[level],
    observations: shown(level, loads[level]),
    since: mondayOfWeek(Math.min(...weeks)),
    asOf: mondayOfWeek(Math.max(...weeks)),
  };
}
