import * as v from 'valibot';
import { daysBetween, readDay, type UtcDay, utcDay } from '../../platform/time/utc-calendar.ts';
import type { DieselLookup } from '../diesel/diesel-lookup.ts';
import { costOfRoadMove } from '../model/road-cost-model.ts';
import {
  BUNDLED_RATES,
  middleUsd,
  type PublishedRate,
  readRateLines,
  writeRateLines,
} from './published-rates.ts';
import { shippingLane } from './shipping-places.ts';
import { trailerMarkets } from './trailer-market.ts';

const storedReport = v.object({
  date: v.pipe(
    v.string(),
    v.check((date) => readDay(date) !== undefined),
  ),
  /** Lines of `readRateLines`. */
  rates: v.pipe(
    v.string(),
    v.check((lines) => readRateLines(lines).every((rate) => middleUsd(rate) > 0)),
  ),
  /** ISO 8601, UTC. */
  recordedAt: v.string(),
  recordedBy: v.string(),
});
export type StoredReport = v.InferOutput<typeof storedReport>;

const bookSchema = v.object({
  format: v.literal(1),
  version: v.pipe(v.number(), v.integer(), v.minValue(1)),
  reports: v.array(storedReport),
});

/** The imported reports, oldest first, stored as one item. */
export interface BenchmarkBook {
  readonly version: number;
  readonly reports: readonly StoredReport[];
}

/** A year and a quarter of weekly reports of 5 kB: one item of at most 400 kB. */
export const MAX_REPORTS = 65;

/** The stored reports do not match the schema. */
export class BrokenBenchmarksError extends Error {
  override readonly name = 'BrokenBenchmarksError';
}

/** The imported reports as stored; version 0 before the first. @throws BrokenBenchmarksError */
export function readBenchmarks(stored: unknown): BenchmarkBook {
  if (stored === undefined) return { version: 0, reports: [] };
  const parsed = v.safeParse(bookSchema, stored);
  if (parsed.success) return parsed.output;
  const [first] = parsed.issues;
  throw new BrokenBenchmarksError(`${v.getDotPath(first) ?? ''}: ${first.message}`);
}

/** The bundled and the imported rates, oldest first. An imported report replaces the bundled one of its day. */
export function mergeBundledRates({ reports }: Pick<BenchmarkBook, 'reports'>): readonly PublishedRate[] {
  if (reports.length === 0) return BUNDLED_RATES;
  const imported = new Set(reports.map(({ date }) => date));
  const rates = [
    ...BUNDLED_RATES.filter(({ date }) => !imported.has(date)),
    ...reports.flatMap((report) => readRateLines(report.rates)),
  ];
  return rates.sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
}

export interface FileRate extends PublishedRate {
  readonly row: number;
}

export interface BenchmarkFault {
  readonly row?: number;
  readonly fault: string;
}

export interface BenchmarkImport {
  readonly recordedBy: string;
  readonly now: Date;
  readonly dieselFor: DieselLookup;
  /** Leaves out lanes without a place, and accepts rates that differ from their neighbors. */
  readonly force: boolean;
}

export type BenchmarkPlan =
  | { readonly ok: false; readonly faults: readonly BenchmarkFault[] }
  | {
      readonly ok: true;
      readonly book: BenchmarkBook;
      /** Days of the reports that are new, and of those that replace a known one. */
      readonly added: readonly UtcDay[];
      readonly replaced: readonly UtcDay[];
      readonly rates: number;
      /** What the operator should know, as sentences. */
      readonly notes: readonly string[];
    };

/** A rate beyond these parts of what its neighbors say is more often a misprint. */
const PLAUSIBLE = { least: 1 / 3, most: 3 };

/**
 * Adds the reports of a file to the book, all or none. A report of a known day replaces it. Faults: days that are none or
 * in the future, rates that are none, lanes without a place, and rates far from those of their neighbors.
 */
export function planBenchmarkImport(
  book: BenchmarkBook,
  rates: readonly FileRate[],
  { recordedBy, now, dieselFor, force }: BenchmarkImport,
): BenchmarkPlan {
  const known = mergeBundledRates(book);
  const faults = rates.flatMap((rate) => faultOf(rate, utcDay(now)));
  const placed = rates.filter(({ district, destination }) => shippingLane(district, destination));
  const unplaced = rates
    .filter((rate) => !placed.includes(rate))
    .map(({ row, district, destination }) => ({
      row,
      fault: `no place is known for the lane ${district} to ${destination}`,
    }));
  const odd = faults.length > 0 ? [] : placed.flatMap((rate) => oddRate(rate, known, dieselFor));
  const rejected = [...faults, ...(force ? [] : [...unplaced, ...odd])];
  if (rejected.length > 0) return { ok: false, faults: rejected.sort((a, b) => a.row - b.row) };

  const distinct = new Map(placed.map((rate) => [writeRateLines([rate]), rate]));
  const byDate = Map.groupBy(distinct.values(), ({ date }) => date);
  const recordedAt = now.toISOString();
  const given = [...byDate].map(([date, own]) => ({
    date,
    rates: writeRateLines(own),
    recordedAt,
    recordedBy,
  }));
  const others = book.reports.filter(({ date }) => !byDate.has(date));
  const reports = [...others, ...given].sort((a, b) => (a.date < b.date ? -1 : 1));
  const knownDates = new Set(known.map(({ date }) => date));
  const kept = reports.slice(-MAX_REPORTS);
  const dates = [...byDate.keys()].sort();
  return {
    ok: true,
    book: { version: book.version + 1, reports: kept },
    added: dates.filter((date) => !knownDates.has(date)),
    replaced: dates.filter((date) => knownDates.has(date)),
    rates: distinct.size,
    notes: [
      ...unplaced.map(({ row, fault }) => `Row ${row} was left out: ${fault}.`),
      ...odd.map(({ row, fault }) => `Row ${row} was imported: ${fault}.`),
      ...repeated(placed.length - distinct.size),
      ...newDistricts(placed, known),
      ...[...byDate].flatMap(([date, own]) => missingDistricts(date, own, known)),
      ...dates.flatMap((date) => sameWeek(date, [...knownDates, ...dates])),
      ...reports
        .slice(0, -MAX_REPORTS)
        .map(
          ({ date }) =>
            `The report of ${date} is older than the newest ${MAX_REPORTS}: it is no longer used.`,
        ),
    ],
  };
}

function faultOf({ row, date, lowUsd, highUsd }: FileRate, today: UtcDay) {
  if (date > today) return [{ row, fault: `${date} is in the future` }];
  if (!(lowUsd > 0 && highUsd > 0))
    return [{ row, fault: `${lowUsd} to ${highUsd} is not a rate above 0 USD` }];
  return lowUsd > highUsd ? [{ row, fault: `the low rate ${lowUsd} is above the high rate ${highUsd}` }] : [];
}

function oddRate(rate: FileRate, known: readonly PublishedRate[], dieselFor: DieselLookup) {
  const lane = shippingLane(rate.district, rate.destination);
  if (lane === undefined) return [];
  const { factor } = trailerMarkets(known, dieselFor)({ ...lane, day: rate.date }, 'reefer');
  const { pricePerGallon: dieselPrice } = dieselFor(lane.origin.state, rate.date);
  const { linehaulCents, fuelCents } = costOfRoadMove({
    equipment: 'reefer',
    miles: lane.miles,
    dieselPrice,
    factor,
  });
  const usual = Math.round((linehaulCents + fuelCents) / 100);
  const part = middleUsd(rate) / usual;
  if (part >= PLAUSIBLE.least && part <= PLAUSIBLE.most) return [];
  return [
    {
      row: rate.row,
      fault: `${middleUsd(rate)} USD is far from ${usual} USD, which rates of other lanes and weeks say`,
    },
  ];
}

const repeated = (count: number): readonly string[] =>
  count === 0 ? [] : [`${count} rows repeat another row and were imported once.`];

function newDistricts(rates: readonly PublishedRate[], known: readonly PublishedRate[]): readonly string[] {
  const names = new Set(known.map(({ district }) => district));
  return [...new Set(rates.map(({ district }) => district))]
    .filter((district) => !names.has(district))
    .map((district) => {
      const place = rates
        .filter((rate) => rate.district === district)
        .map(({ destination }) => shippingLane(district, destination)?.origin.name)[0];
      return `District ${district} is not in earlier reports: it was read as ${place}.`;
    });
}

/** Reports are a week apart: two of one week are more often one with a wrong day. */
const sameWeek = (date: UtcDay, dates: readonly UtcDay[]): readonly string[] =>
  [...new Set(dates)]
    .filter((other) => other !== date && Math.abs(daysBetween(other, date)) < 4)
    .map((other) => `The report of ${date} is of the week of that of ${other}: both are used.`);

function missingDistricts(
  date: UtcDay,
  rates: readonly PublishedRate[],
  known: readonly PublishedRate[],
): readonly string[] {
  const before = known.findLast((rate) => rate.date < date)?.date;
  const own = new Set(rates.map(({ district }) => district));
  const missing = new Set(
    known.filter((rate) => rate.date === before && !own.has(rate.district)).map(({ district }) => district),
  );
  return missing.size === 0
    ? []
    : [`The report of ${date} lacks districts of the report of ${before}: ${[...missing].join('; ')}.`];
}
