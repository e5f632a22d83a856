import { isMonday, utcDay } from '../../platform/time/utc-calendar.ts';
import {
  type DieselBook,
  type DieselCorrection,
  MAX_RECORDED_WEEKS,
  mergeBundledWeeks,
  type RecordedWeek,
  readDieselBook,
} from './diesel-lookup.ts';
import {
  DIESEL_AREAS,
  type DieselArea,
  type DieselPrices,
  MAX_USD_PER_GALLON,
  MAX_WEEKLY_CHANGE,
  MIN_USD_PER_GALLON,
  priceIn,
  WHOLE_AREAS,
} from './diesel-prices.ts';
import type { DieselStore } from './dynamodb-diesel-store.ts';

export interface DieselFigure {
  /** Row of the input file, counted from 1 with the header. */
  readonly row?: number;
  /** Monday, YYYY-MM-DD. */
  readonly week: string;
  readonly area: DieselArea;
  /** USD per gallon. */
  readonly price: number;
}

export interface DieselFault {
  readonly row?: number;
  readonly fault: string;
}

export interface Recorder {
  /** Starts with "EIA" for the EIA's own prices. Only those weeks are updated when the EIA revises them. */
  readonly source: string;
  readonly recordedBy: string;
  readonly now: Date;
  /** Accepts prices that differ by more than `MAX_WEEKLY_CHANGE` from the week before. */
  readonly force: boolean;
}

export type DieselPlan =
  | { readonly ok: false; readonly faults: readonly DieselFault[] }
  | {
      readonly ok: true;
      readonly weeks: readonly RecordedWeek[];
      readonly corrections: readonly DieselCorrection[];
      readonly unchanged: number;
    };

interface WeekChange {
  readonly week: string;
  readonly figures: readonly DieselFigure[];
  /** Undefined for a new week. */
  readonly before: DieselPrices | undefined;
  readonly after: DieselPrices;
}

const at = (row: number | undefined, fault: string): DieselFault =>
  row === undefined ? { fault } : { row, fault };

/**
 * Applies figures to a book, all or none. A new week needs a price for each of `WHOLE_AREAS`; in a known week, only the
 * given areas change. Figures that equal the known prices change nothing. A book with too many weeks loses its oldest weeks;
 * a given week that would be among them is rejected.
 */
export function planDieselChange(
  book: DieselBook,
  figures: readonly DieselFigure[],
  recorder: Recorder,
): DieselPlan {
  const invalid = [...figures.flatMap((figure) => faultsOf(figure, recorder.now)), ...duplicatesIn(figures)];
  if (invalid.length > 0) return { ok: false, faults: byRow(invalid) };

  const known = new Map<string, DieselPrices>(
    mergeBundledWeeks(book.weeks).map(({ week, prices }) => [week, prices]),
  );
  const given = [...Map.groupBy(figures, ({ week }) => week)].map(([week, own]): WeekChange => {
    const before = known.get(week);
    const after = { ...before, ...Object.fromEntries(own.map(({ area, price }) => [area, price])) };
    return { week, figures: own, before, after: after as DieselPrices };
  });
  const incomplete = given.flatMap(missingAreas);
  if (incomplete.length > 0) return { ok: false, faults: byRow(incomplete) };

  const changed = given.filter(({ before, after }) => before === undefined || differ(before, after));
  for (const { week, after } of changed) known.set(week, after);
  const jumps = recorder.force ? [] : changed.flatMap((week) => jumpsOf(week, known));
  if (jumps.length > 0) return { ok: false, faults: byRow(jumps) };

  const weeks = newestWeeks(mergeChanged(book.weeks, changed, recorder));
  const [oldest] = weeks;
  const tooOld = oldest === undefined ? [] : changed.filter(({ week }) => week < oldest.week);
  if (tooOld.length > 0) return { ok: false, faults: byRow(tooOld.map(tooOldFault)) };
  const corrections = changed
    .map(({ week, before, after }) => ({ week, before, after }))
    .sort((a, b) => (a.week < b.week ? -1 : 1));
  return { ok: true, weeks, corrections, unchanged: given.length - changed.length };
}

function faultsOf({ row, week, area, price }: DieselFigure, now: Date): DieselFault[] {
  if (!isMonday(week)) return [at(row, `"${week}" is not a Monday in the form YYYY-MM-DD`)];
  if (week > utcDay(now)) return [at(row, `${week} is in the future`)];
  if (!(price >= MIN_USD_PER_GALLON && price <= MAX_USD_PER_GALLON)) {
    return [
      at(
        row,
        `${area} of ${week}: ${price} is not between ${MIN_USD_PER_GALLON} and ${MAX_USD_PER_GALLON} USD per gallon`,
      ),
    ];
  }
  if (Number(price.toFixed(3)) !== price) {
    return [at(row, `${area} of ${week}: ${price} has more than 3 decimals`)];
  }
  return [];
}

function duplicatesIn(figures: readonly DieselFigure[]): DieselFault[] {
  const seen = new Set<string>();
  return figures.flatMap(({ row, week, area }) => {
    const key = `${area} of ${week}`;
    if (seen.has(key)) return [at(row, `${key} is given twice`)];
    seen.add(key);
    return [];
  });
}

function missingAreas({ week, figures, after }: WeekChange): DieselFault[] {
  const missing = WHOLE_AREAS.filter((area) => after[area] === undefined);
  if (missing.length === 0) return [];
  return [at(figures[0]?.row, `${week} is a new week and lacks ${missing.join(', ')}`)];
}

function jumpsOf({ week, figures }: WeekChange, known: ReadonlyMap<string, DieselPrices>): DieselFault[] {
  const last = [...known.keys()]
    .filter((other) => other < week)
    .sort()
    .at(-1);
  const before = last === undefined ? undefined : known.get(last);
  if (before === undefined) return [];
  return figures.flatMap(({ row, area, price }) => {
    const known = priceIn(before, area).price;
    const change = price / known - 1;
    if (Math.abs(change) <= MAX_WEEKLY_CHANGE) return [];
    const percent = `${change > 0 ? '+' : ''}${(change * 100).toFixed(0)}%`;
    return [at(row, `${area} of ${week}: ${price} differs by ${percent} from ${known} of ${last}`)];
  });
}

const tooOldFault = ({ week, figures }: WeekChange): DieselFault =>
  at(figures[0]?.row, `${week} is older than the newest ${MAX_RECORDED_WEEKS} weeks, which are kept`);

/** The part of the weeks that a book keeps. @param weeks oldest first. */
const newestWeeks = (weeks: readonly RecordedWeek[]): readonly RecordedWeek[] =>
  weeks.slice(-MAX_RECORDED_WEEKS);

const differ = (a: DieselPrices, b: DieselPrices): boolean =>
  DIESEL_AREAS.some((area) => a[area] !== b[area]);

function mergeChanged(
  weeks: readonly RecordedWeek[],
  changed: readonly WeekChange[],
  { source, recordedBy, now }: Recorder,
): readonly RecordedWeek[] {
  const recordedAt = now.toISOString();
  const byWeek = new Map(weeks.map((week) => [week.week, week]));
  for (const { week, after: prices } of changed) {
    byWeek.set(week, { week, prices, source, recordedAt, recordedBy });
  }
  return [...byWeek.values()].sort((a, b) => (a.week < b.week ? -1 : 1));
}

const byRow = (faults: readonly DieselFault[]): DieselFault[] =>
  [...faults].sort((a, b) => (a.row ?? 0) - (b.row ?? 0));

export type DieselRecording =
  | { readonly outcome: 'rejected'; readonly faults: readonly DieselFault[] }
  | {
      readonly outcome: 'recorded' | 'unchanged';
      readonly corrections: readonly DieselCorrection[];
      /** Number of given weeks that equal the known weeks. */
      readonly unchanged: number;
      /** Version of the current book; 0 before the first recorded week. */
      readonly version: number;
    };

class DieselBookBusyError extends Error {
  override readonly name = 'DieselBookBusyError';
}

const ATTEMPTS = 10;

/** The book before the first recorded week. */
const EMPTY: DieselBook = { version: 0, weeks: [] };

/**
 * Records diesel prices, all or none. After a concurrent change, plans again on the new book, so that no week is lost.
 * @param figuresFor returns the figures to record, given the current book.
 * @throws DieselBookBusyError after too many concurrent changes; BrokenDieselBookError if the stored book is invalid.
 */
export async function recordDiesel(
  store: DieselStore,
  figuresFor: (book: DieselBook) => readonly DieselFigure[],
  recorder: Recorder,
): Promise<DieselRecording> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const book = (await readDieselBook(store)) ?? EMPTY;
    const plan = planDieselChange(book, figuresFor(book), recorder);
    if (!plan.ok) return { outcome: 'rejected', faults: plan.faults };
    const { weeks, corrections, unchanged } = plan;
    if (corrections.length === 0) {
      return { outcome: 'unchanged', corrections, unchanged, version: book.version };
    }
    const version = book.version + 1;
    const { source, recordedBy, now } = recorder;
    const change = { version, source, recordedBy, recordedAt: now.toISOString(), corrections };
    if ((await store.replace({ version, weeks }, change)) === 'replaced') {
      return { outcome: 'recorded', corrections, unchanged, version };
    }
  }
  throw new DieselBookBusyError(`the diesel prices changed concurrently ${ATTEMPTS} times: try again`);
}

/**
 * Rebuilds the book from the stored changes and overwrites the stored book. The version increases, so that functions
 * load the rebuilt book.
 */
export async function rebuildDieselBook(
  store: DieselStore,
  recorder: { readonly recordedBy: string; readonly now: Date },
): Promise<DieselBook> {
  const changes = await store.readChanges();
  const byWeek = new Map<string, RecordedWeek>();
  for (const { corrections, source, recordedAt, recordedBy } of changes) {
    for (const { week, after } of corrections) {
      byWeek.set(week, { week, prices: { ...after }, source, recordedAt, recordedBy });
    }
  }
  const weeks = newestWeeks([...byWeek.values()].sort((a, b) => (a.week < b.week ? -1 : 1)));
  const book = { version: (changes.at(-1)?.version ?? 0) + 1, weeks };
  const { recordedBy, now } = recorder;
  await store.restore(book, {
    version: book.version,
    recordedBy,
    recordedAt: now.toISOString(),
    source: 'rebuilt',
    corrections: [],
  });
  return book;
}
