import type { Random } from './random.ts';

/** Waves of congestion at a port each year, on average. */
const WAVES_A_YEAR = 0.8;
const WEEKS_A_YEAR = 52;

/**
 * Hours that queues add to a terminal visit, by week. Ships bunch; the yard fills within weeks and empties slowly.
 * Waves add 10 to 35 minutes a visit over 5 to 11 weeks. Turn times at Los Angeles and Long Beach were 84 minutes
 * in 2017, and about 20 to 30 minutes longer at the peak of 2021 (general knowledge of the trade).
 */
export function congestionHours(random: Random, weeks: number): readonly number[] {
  const hours = Array.from({ length: weeks }, () => 0);
  for (let waves = random.poisson((WAVES_A_YEAR * weeks) / WEEKS_A_YEAR); waves > 0; waves--) {
    const peak = random.between(0.15, 0.6);
    const from = Math.floor(random.uniform() * weeks);
    const filling = random.between(2, 4);
    const emptying = random.between(3, 7);
    for (let week = from; week < Math.min(weeks, from + filling + emptying); week++) {
      const passed = week - from;
      const part = passed < filling ? (passed + 1) / (filling + 1) : 1 - (passed - filling) / emptying;
      hours[week] = (hours[week] ?? 0) + peak * Math.max(0, part);
    }
  }
  return hours;
}
