import type { Random } from './random.ts';
import { cycling, wandering } from './random-series.ts';
import type { Scenario } from './scenario.ts';

/**
 * Weeks of the year, from 0, around which imports peak (back to school and holidays) and fall (after Lunar New
 * Year).
 */
const PEAK_WEEK = 37;
const EBB_WEEK = 9;

const wave = (weekOfYear: number, centre: number, width: number): number => {
  const off = Math.min(Math.abs(weekOfYear - centre), 52 - Math.abs(weekOfYear - centre));
  return Math.exp(-((off / width) ** 2));
};

/**
 * Excess of demand for trucks over supply, nationwide by week, as a share of a price: the capacity cycle, the
 * seasons, and the scenario's move.
 */
export function nationalTightness(
  random: Random,
  { move }: Scenario,
  weeksOfYear: readonly number[],
): readonly number[] {
  const weeks = weeksOfYear.length;
  const cycle = cycling(random, weeks, { pull: 0.015, momentum: 0.15, spread: 0.05 });
  const peak = random.between(0.015, 0.05);
  const ebb = random.between(0.01, 0.04);
  return weeksOfYear.map((weekOfYear, week) => {
    const moved = Math.min(1, Math.max(0, (week + 1 - move.fromWeek) / move.weeks));
    const season = peak * wave(weekOfYear, PEAK_WEEK, 6) - ebb * wave(weekOfYear, EBB_WEEK, 4);
    return (cycle[week] ?? 0) + season + Math.log(1 + move.share) * moved;
  });
}

/** Excess demand at one port relative to the nation. */
export const regionalTightness = (random: Random, weeks: number): readonly number[] =>
  wandering(random, weeks, 0.05, 0.035);

/** The price factor of excess demand: a shortage changes prices more than a surplus. */
export const priceOfTightness = (tightness: number): number =>
  Math.exp(tightness + 0.4 * Math.max(0, tightness) ** 2);
