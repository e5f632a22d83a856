import * as v from 'valibot';
import { isMonday } from '../../platform/time/utc-week.ts';
import { DIESEL_AREAS, type DieselArea } from './diesel-area.ts';
import { LEAST_USD, MOST_USD } from './diesel-price-bounds.ts';
import { DIESEL_WEEKS, type DieselWeek } from './diesel-prices.ts';

const price = v.pipe(v.number(), v.minValue(LEAST_USD), v.maxValue(MOST_USD));
const prices = v.object(
  Object.fromEntries(DIESEL_AREAS.map((area) => [area, price])) as Record<DieselArea, typeof price>,
);

const recordedWeek = v.object({
  week: v.pipe(v.string(), v.check(isMonday)),
  prices,
  /** Who published the figures: "EIA", "EIA release 2026-10-06", "operator". */
  source: v.string(),
  /** ISO 8601, UTC. */
  recordedAt: v.string(),
  /** The operator's name, or the function's. */
  recordedBy: v.string(),
});

/** The book as it is stored; a later format is refused, so that what it means is never guessed. */
export const dieselBookSchema = v.object({
  format: v.literal(1),
  /** One more with each change. */
  version: v.pipe(v.number(), v.integer(), v.minValue(1)),
  weeks: v.array(recordedWeek),
});

/** One week that was recorded after the bundled table, or corrects it. */
export type RecordedWeek = v.InferOutput<typeof recordedWeek>;

/** All weeks that were recorded, oldest first; version 0 is the empty book of a new table. */
export interface DieselBook {
  readonly version: number;
  readonly weeks: readonly RecordedWeek[];
}

/** Most weeks of a book, five years of them: it is one item, and every function reads all of it. */
export const MOST_WEEKS = 260;

/** The bundled weeks with those of the book over them, oldest first. */
export function weeksInForce<Week extends DieselWeek>(
  recorded: readonly Week[],
): readonly (Week | DieselWeek)[] {
  const byWeek = new Map<string, Week | DieselWeek>();
  for (const week of [...DIESEL_WEEKS, ...recorded]) byWeek.set(week.week, week);
  return [...byWeek.values()].sort((a, b) => (a.week < b.week ? -1 : 1));
}
