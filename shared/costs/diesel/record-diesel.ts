import { utcDay } from '../../platform/time/utc-day.ts';
import { isMonday } from '../../platform/time/utc-week.ts';
import {
  type DieselBook,
  type DieselCorrection,
  type DieselStore,
  MOST_WEEKS,
  type RecordedWeek,
  readDieselBook,
  weeksInForce,
} from './diesel-book.ts';
import {
  DIESEL_AREAS,
  type DieselArea,
  type DieselPrices,
  LEAST_USD,
  MOST_CHANGE,
  MOST_USD,
} from './diesel-prices.ts';

/** One price of one week, and where it was read. */
export interface DieselFigure {
  /** Row of the file it came from, as a spreadsheet numbers it. */
  readonly row?: number;
  /** Monday, YYYY-MM-DD. */
  readonly week: string;
  readonly area: DieselArea;
  /** USD a gallon. */
  readonly price: number;
}

export interface DieselFault {
  readonly row?: number;
  readonly fault: string;
}

/** Who records, when, and on whose word. */
export interface Recorder {
  /** Begins with EIA where the figures are the agency's own: those it may revise itself. */
  readonly source: string;
  readonly recordedBy: string;
  readonly now: Date;
  /** Records prices that differ much from the week before, too. */
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

interface NewWeek {
  readonly week: string;
  readonly figures: readonly DieselFigure[];
  /** Undefined for a week that nobody knew. */
  readonly before: DieselPrices | undefined;
  readonly after: DieselPrices;
}

const at = (row: number | undefined, fault: string): DieselFault =>
  row === undefined ? { fault } : { row, fault };

/**
 * What a book becomes by figures: all of them or none. Figures that say what is known already change nothing; a new
 * week needs every area, a known one is corrected by those that are given.
 */
export function planDieselChange(
  book: DieselBook,
  figures: readonly DieselFigure[],
  recorder: Recorder,
): DieselPlan {
  const impossible = [...figures.flatMap((figure) => faultsOf(figure, recorder.now)), ...repeated(figures)];
  if (impossible.length > 0) return { ok: false, faults: byRow(impossible) };

  const known = new Map<string, DieselPrices>(
    weeksInForce(book.weeks).map(({ week, prices }) => [week, prices]),
  );
  const given = [...Map.groupBy(figures, ({ week }) => week)].map(([week, own]): NewWeek => {
    const before = known.get(week);
    const after = { ...before, ...Object.fromEntries(own.map(({ area, price }) => [area, price])) };
    return { week, figures: own, before, after: after as DieselPrices };
  });
  const incomplete = given.flatMap(lacking);
  if (incomplete.length > 0) return { ok: false, faults: byRow(incomplete) };

  const changed = given.filter(({ before, after }) => before === undefined || differ(before, after));
  for (const { week, after } of changed) known.set(week, after);
  const jumps = recorder.force ? [] : changed.flatMap((week) => jumpsOf(week, known));
  if (jumps.length > 0) return { ok: false, faults: byRow(jumps) };

  const weeks = withRecorded(book.weeks, changed, recorder);
  if (weeks.length > MOST_WEEKS) {
    const fault = `${weeks.length} weeks beside the bundled ones: at most ${MOST_WEEKS} are kept`;
    return { ok: false, faults: [{ fault }] };
  }
  const corrections = changed
    .map(({ week, before, after }) => ({ week, before, after }))
    .sort((a, b) => (a.week < b.week ? -1 : 1));
  return { ok: true, weeks, corrections, unchanged: given.length - changed.length };
}

function faultsOf({ row, week, area, price }: DieselFigure, now: Date): DieselFault[] {
  if (!isMonday(week)) return [at(row, `"${week}" is no Monday written YYYY-MM-DD`)];
  if (week > utcDay(now)) return [at(row, `${week} has not come yet`)];
  if (!(price >= LEAST_USD && price <= MOST_USD)) {
    return [at(row, `${area} of ${week}: ${price} is not between ${LEAST_USD} and ${MOST_USD} USD a gallon`)];
  }
  if (Number(price.toFixed(3)) !== price) {
    return [at(row, `${area} of ${week}: ${price} has more than 3 decimals`)];
  }
  return [];
}

function repeated(figures: readonly DieselFigure[]): DieselFault[] {
  const seen = new Set<string>();
  return figures.flatMap(({ row, week, area }) => {
    const key = `${area} of ${week}`;
    if (seen.has(key)) return [at(row, `${key} is given twice`)];
    seen.add(key);
    return [];
  });
}

function lacking({ week, figures, after }: NewWeek): DieselFault[] {
  const missing = DIESEL_AREAS.filter((area) => after[area] === undefined);
  if (missing.length === 0) return [];
  return [at(figures[0]?.row, `${week} is a new week and lacks ${missing.join(', ')}`)];
}

function jumpsOf({ week, figures }: NewWeek, known: ReadonlyMap<string, DieselPrices>): DieselFault[] {
  const last = [...known.keys()]
    .filter((other) => other < week)
    .sort()
    .at(-1);
  const before = last === undefined ? undefined : known.get(last);
  if (before === undefined) return [];
  return figures.flatMap(({ row, area, price }) => {
    const change = price / before[area] - 1;
    if (Math.abs(change) <= MOST_CHANGE) return [];
    const percent = `${change > 0 ? '+' : ''}${(change * 100).toFixed(0)}%`;
    return [at(row, `${area} of ${week}: ${price} is ${percent} from ${before[area]} of ${last}`)];
  });
}

const differ = (a: DieselPrices, b: DieselPrices): boolean =>
  DIESEL_AREAS.some((area) => a[area] !== b[area]);

function withRecorded(
  weeks: readonly RecordedWeek[],
  changed: readonly NewWeek[],
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
  | { readonly outcome: 'refused'; readonly faults: readonly DieselFault[] }
  | {
      readonly outcome: 'recorded' | 'unchanged';
      readonly corrections: readonly DieselCorrection[];
      /** Weeks that were known so already. */
      readonly unchanged: number;
      /** Of the book that is in force now; 0 while none was written. */
      readonly version: number;
    };

class DieselBookBusyError extends Error {
  override readonly name = 'DieselBookBusyError';
}

const ATTEMPTS = 10;

/** Begins with this where nothing was recorded yet. */
const EMPTY: DieselBook = { version: 0, weeks: [] };

/**
 * Records diesel prices, all or none. Who is overtaken by another recorder plans anew on what that one wrote, so that
 * no week is lost.
 * @param figuresFor the figures to record, given the book in force.
 * @throws DieselBookBusyError where others are always sooner; BrokenDieselBookError where the stored book is none.
 */
export async function recordDiesel(
  store: DieselStore,
  figuresFor: (book: DieselBook) => readonly DieselFigure[],
  recorder: Recorder,
): Promise<DieselRecording> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const book = (await readDieselBook(store)) ?? EMPTY;
    const plan = planDieselChange(book, figuresFor(book), recorder);
    if (!plan.ok) return { outcome: 'refused', faults: plan.faults };
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
  throw new DieselBookBusyError(`others changed the diesel prices ${ATTEMPTS} times meanwhile: try again`);
}

/**
 * Puts the book together again from the changes that were kept, whatever is stored in its place; the version goes on,
 * so that functions take it up.
 */
export async function rebuildDieselBook(
  store: DieselStore,
  rebuilder: { readonly recordedBy: string; readonly now: Date },
): Promise<DieselBook> {
  const changes = await store.changes();
  const byWeek = new Map<string, RecordedWeek>();
  for (const { corrections, source, recordedAt, recordedBy } of changes) {
    for (const { week, after } of corrections) {
      byWeek.set(week, { week, prices: { ...after }, source, recordedAt, recordedBy });
    }
  }
  const weeks = [...byWeek.values()].sort((a, b) => (a.week < b.week ? -1 : 1));
  const book = { version: (changes.at(-1)?.version ?? 0) + 1, weeks };
  const { recordedBy, now } = rebuilder;
  await store.restore(book, {
    version: book.version,
    recordedBy,
    recordedAt: now.toISOString(),
    source: 'rebuilt',
    corrections: [],
  });
  return book;
}
