import * as v from 'valibot';
import { daysBetween, isMonday } from '../../platform/time/utc-calendar.ts';
import {
  DIESEL_WEEKS,
  type DieselPrices,
  type DieselWeek,
  dieselAreaName,
  dieselAreaOf,
  MAX_USD_PER_GALLON,
  MIN_USD_PER_GALLON,
  priceIn,
} from './diesel-prices.ts';

/** The diesel price of one EIA area and week. */
export interface DieselPrice {
  /** USD per gallon, 3 decimals. */
  readonly pricePerGallon: number;
  /** The EIA's name of the area: "Midwest (PADD2)". */
  readonly region: string;
  /** Monday of the survey, YYYY-MM-DD. */
  readonly week: string;
  /** Set if the price is estimated from that of the West Coast, because the published one is not recorded. */
  readonly estimated?: true;
}

/**
 * Returns the price on a UTC day, YYYY-MM-DD.
 * @param place a state (two-letter code), an area of the EIA ("R20"), or "US".
 */
export type DieselLookup = (place: string, day: string) => DieselPrice;

/** The EIA publishes a new price each Monday or Tuesday, so an older price than this is not the newest one. */
const STALE_AFTER_DAYS = 14;

/** `weeks` oldest first, at least one. The lookup returns the newest week up to the day, or else the oldest week. */
export function dieselLookup(weeks: readonly DieselWeek[]): DieselLookup {
  return (place, day) => {
    const { week, prices } = weeks.reduce((found, next) => (next.week <= day ? next : found));
    const area = dieselAreaOf(place);
    const { price, estimated } = priceIn(prices, area);
    return { pricePerGallon: price, region: dieselAreaName(area), week, ...(estimated && { estimated }) };
  };
}

/** Looks up the bundled table. Its last week also applies to later days; `isStale` detects those. */
export const dieselFor: DieselLookup = dieselLookup(DIESEL_WEEKS);

/** Whether the EIA must have published a newer price than this by `day` (YYYY-MM-DD). */
export function isStale(price: DieselPrice, day: string): boolean {
  return isStaleWeek(price.week, day);
}

/** The same for the Monday of a price. */
export const isStaleWeek = (week: string, day: string): boolean => daysBetween(week, day) > STALE_AFTER_DAYS;

const price = v.pipe(v.number(), v.minValue(MIN_USD_PER_GALLON), v.maxValue(MAX_USD_PER_GALLON));
const part = v.exactOptional(price);
/** Weeks that were recorded before the West Coast was divided have no prices of its parts. */
const prices = v.object({
  ...{ NUS: price, R1X: price, R1Y: price, R1Z: price, R20: price, R30: price, R40: price, R50: price },
  ...{ R5XCA: part, SCA: part },
});

const recordedWeek = v.object({
  week: v.pipe(v.string(), v.check(isMonday)),
  prices,
  /** Publisher of the prices: "EIA", "EIA release 2026-10-06", "operator". */
  source: v.string(),
  /** ISO 8601, UTC. */
  recordedAt: v.string(),
  /** Name of the operator or of the function. */
  recordedBy: v.string(),
});

/** The stored form of `DieselBook`. Other formats are rejected. */
const dieselBookSchema = v.object({
  format: v.literal(1),
  /** Increases by 1 with each change. */
  version: v.pipe(v.number(), v.integer(), v.minValue(1)),
  weeks: v.array(recordedWeek),
});

/** A week that was recorded in addition to the bundled weeks, or that replaces one of them. */
export type RecordedWeek = v.InferOutput<typeof recordedWeek>;

/** All recorded weeks, oldest first, stored as one item. Version 0 is the empty book of a new table. */
export interface DieselBook {
  readonly version: number;
  readonly weeks: readonly RecordedWeek[];
}

/** Maximum weeks of a book (five years). A book is one item, and each function reads all of it. */
export const MAX_RECORDED_WEEKS = 260;

/** The bundled and the recorded weeks, oldest first. A recorded week replaces the bundled week of the same Monday. */
export function mergeBundledWeeks<Week extends DieselWeek>(
  recorded: readonly Week[],
): readonly (Week | DieselWeek)[] {
  const byWeek = new Map<string, Week | DieselWeek>();
  for (const week of [...DIESEL_WEEKS, ...recorded]) byWeek.set(week.week, week);
  return [...byWeek.values()].sort((a, b) => (a.week < b.week ? -1 : 1));
}

export interface DieselCorrection {
  /** Monday, YYYY-MM-DD. */
  readonly week: string;
  /** Undefined for a new week. */
  readonly before?: DieselPrices | undefined;
  readonly after: DieselPrices;
}

/** One change of the book. Changes are never deleted. */
export interface DieselChange {
  /** Version of the book after the change. */
  readonly version: number;
  /** ISO 8601, UTC. */
  readonly recordedAt: string;
  readonly recordedBy: string;
  readonly source: string;
  readonly corrections: readonly DieselCorrection[];
}

/** Reads the stored book. It is not validated; undefined before the first recorded week. */
export interface DieselReader {
  readBook(): Promise<unknown>;
}

/** The stored book does not match the schema. The message contains the path of the first error. */
export class BrokenDieselBookError extends Error {
  override readonly name = 'BrokenDieselBookError';
}

/** The current book, or undefined before the first recorded week. @throws BrokenDieselBookError */
export async function readDieselBook(reader: DieselReader): Promise<DieselBook | undefined> {
  const stored = await reader.readBook();
  if (stored === undefined) return undefined;
  const parsed = v.safeParse(dieselBookSchema, stored);
  if (parsed.success) return parsed.output;
  const [first] = parsed.issues;
  throw new BrokenDieselBookError(`${v.getDotPath(first) ?? ''}: ${first.message}`);
}

/** Looks up the bundled and the recorded weeks as of now. @throws BrokenDieselBookError */
export async function readDieselLookup(reader: DieselReader): Promise<DieselLookup> {
  const book = await readDieselBook(reader);
  return book === undefined ? dieselFor : dieselLookup(mergeBundledWeeks(book.weeks));
}
