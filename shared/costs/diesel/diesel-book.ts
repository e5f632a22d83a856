import * as v from 'valibot';
import { isMonday } from '../../platform/time/utc-week.ts';
import { type DieselLookup, dieselFor, dieselLookup } from './diesel-lookup.ts';
import {
  DIESEL_AREAS,
  DIESEL_WEEKS,
  type DieselArea,
  type DieselPrices,
  type DieselWeek,
  LEAST_USD,
  MOST_USD,
} from './diesel-prices.ts';

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
const dieselBookSchema = v.object({
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

/** What one change did to one week. */
export interface DieselCorrection {
  /** Monday, YYYY-MM-DD. */
  readonly week: string;
  /** Undefined where the week was new. */
  readonly before?: DieselPrices | undefined;
  readonly after: DieselPrices;
}

/** One change of the book, as it is kept for good. */
export interface DieselChange {
  /** The version of the book that it made. */
  readonly version: number;
  /** ISO 8601, UTC. */
  readonly recordedAt: string;
  readonly recordedBy: string;
  readonly source: string;
  readonly corrections: readonly DieselCorrection[];
}

/** Port: the book of diesel prices, as functions read it. */
export interface DieselReader {
  /** The book as stored, up to date; undefined when nothing was recorded yet. */
  book(): Promise<unknown>;
}

/** Port: what recording needs beside reading. */
export interface DieselStore extends DieselReader {
  /** Puts a book in the place of the version before it, and keeps the change; `outdated` where that is not in force. */
  replace(book: DieselBook, change: DieselChange): Promise<'replaced' | 'outdated'>;
  /** Puts a book in place whatever is there now, and keeps the change. Throws where another change has its version. */
  restore(book: DieselBook, change: DieselChange): Promise<void>;
  /** Every change, oldest first. */
  changes(): Promise<readonly DieselChange[]>;
}

/** The stored book is none; the message says where. */
export class BrokenDieselBookError extends Error {
  override readonly name = 'BrokenDieselBookError';
}

/** The book in force, or undefined before the first week was recorded. @throws BrokenDieselBookError */
export async function readDieselBook(shelf: DieselReader): Promise<DieselBook | undefined> {
  const stored = await shelf.book();
  if (stored === undefined) return undefined;
  const parsed = v.safeParse(dieselBookSchema, stored);
  if (parsed.success) return parsed.output;
  const [first] = parsed.issues;
  throw new BrokenDieselBookError(`${v.getDotPath(first) ?? ''}: ${first.message}`);
}

/** Diesel prices as recorded; before the first was, those of the bundled table. @throws BrokenDieselBookError */
export async function dieselOfStore(shelf: DieselReader): Promise<DieselLookup> {
  const book = await readDieselBook(shelf);
  return book === undefined ? dieselFor : dieselLookup(weeksInForce(book.weeks));
}
