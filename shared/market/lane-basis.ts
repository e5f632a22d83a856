import type { LaneCells, LaneEstimate } from './estimate-lane.ts';
import { loadsBetween } from './market-cell.ts';
import { LANE_LEVELS, type LaneLevel } from './market-levels.ts';
import { manyContribute } from './visible-cells.ts';
import { mondayOfWeek } from './week-number.ts';

/** What a rate mostly rests on. */
export interface LaneBasis {
  /** The narrowest level with enough loads to count; `model` where none has. */
  readonly level: Exclude<LaneLevel, 'port'> | 'model';
  /** Loads at that level; 0 where fewer than three contributors brought them and they may not be told. */
  readonly observations: number;
  /** Mondays of the first and last week with loads there, YYYY-MM-DD; "" without any. */
  readonly since: string;
  readonly asOf: string;
}

/** Loads that a level needs to be called the basis. */
const ENOUGH: Readonly<Record<LaneLevel, number>> = { lane: 3, zone: 5, state: 5, region: 5, port: 5 };

/** @param countsMayBeTold asked for the level; without it, where three contributors or more are behind its cell. */
export function laneBasis(
  cells: LaneCells,
  { span, loads }: LaneEstimate,
  countsMayBeTold?: (level: LaneLevel) => boolean,
): LaneBasis {
  const level = LANE_LEVELS.toReversed().find((narrow) => loads[narrow] >= ENOUGH[narrow]);
  const cell = level && cells[level];
  if (level === undefined || cell === undefined)
    return { level: 'model', observations: 0, since: '', asOf: '' };
  const weeks = [...cell.weeks.keys()].filter((week) => week >= span.from && week <= span.to);
  const told = countsMayBeTold?.(level) ?? manyContribute([cell], span);
  return {
    level: level === 'port' ? 'region' : level,
    observations: told ? loads[level] : 0,
    since: mondayOfWeek(Math.min(...weeks)),
    asOf: mondayOfWeek(Math.max(...weeks)),
  };
}

/** Weeks that activity is told from, and loads a week from which it is medium and high. */
const ACTIVITY_WEEKS = 8;
const MEDIUM_LOADS = 0.5;
const HIGH_LOADS = 2;

/** How much moves on the lane itself, as far as its loads may be told. */
export function laneActivity({ lane }: LaneCells, { span }: LaneEstimate): 'low' | 'medium' | 'high' {
  const { to } = span;
  const aWeek = loadsBetween(lane, { from: to - ACTIVITY_WEEKS + 1, to }) / ACTIVITY_WEEKS;
  if (aWeek >= HIGH_LOADS) return 'high';
  return aWeek >= MEDIUM_LOADS ? 'medium' : 'low';
}
