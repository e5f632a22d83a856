import type { Random } from './random.ts';
import { cycling, wandering } from './random-series.ts';
import type { Scenario } from './scenario.ts';

/** Weeks of the year, from 0, around which imports peak (back to school and holidays) and ebb (after Lunar New Year). */
const PEAK_WEEK = 37;
const EBB_WEEK = 9;

const wave = (weekOfYear: number, centre: number, width: number): number => {
  const off = Math.min(Math.abs(weekOfYear - centre), 52 - Math.abs(weekOfYear - centre));
  return Math.exp(-((off / width) ** 2));
};

/**
 * How much demand for trucks stands above what drivers offer, nationwide and each week, in parts of a price: the
 * capacity cycle, the seasons, and the scenario's move.
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

/** What one port's trucks stand above or below the nation: its own ships, its own drivers. */
export const regionalTightness = (random: Random, weeks: number): readonly number[] =>
  wandering(random, weeks, 0.05, 0.035);

/** Markets answer a shortage of trucks more than a surplus: what the tightness makes of a price. */
export const priceOfTightness = (tightness: number): number =>
  Math.exp(tightness + 0.4 * Math.max(0, tightness) ** 2);
