import { mondaysUpTo, utcDay } from '../../platform/time/utc-calendar.ts';
import type { DieselBook } from './diesel-lookup.ts';
import { DIESEL_AREAS } from './diesel-prices.ts';
import type { DieselStore } from './dynamodb-diesel-store.ts';
import { type DieselFault, type DieselFigure, recordDiesel } from './record-diesel.ts';

/** Why the publisher's prices could not be fetched. */
export type SeriesFailure = 'key-rejected' | 'rate-limited' | 'unavailable' | 'unreadable';

export type SeriesResult =
  | { readonly ok: true; readonly figures: readonly DieselFigure[] }
  | { readonly ok: false; readonly failure: SeriesFailure; readonly detail: string };

export interface RefreshDieselPorts {
  /** All published prices from a Monday (YYYY-MM-DD) on. `detail` never contains the API key. */
  readonly fetchSince: (week: string) => Promise<SeriesResult>;
  readonly store: DieselStore;
  readonly now: () => Date;
  /** Name that is stored with the change. */
  readonly recordedBy: string;
}

export type RefreshResult =
  | {
      readonly outcome: 'recorded' | 'unchanged';
      /** Mondays of new and revised weeks. */
      readonly weeks: readonly string[];
      /** Mondays on which the operator's prices stay although the EIA publishes others. */
      readonly kept: readonly string[];
      /** Monday of the newest published week. */
      readonly newest: string;
    }
  | {
      readonly outcome: 'failed';
      readonly failure: SeriesFailure | 'empty' | 'incomplete' | 'implausible';
      readonly detail: string;
    };

/** Weeks to compare: the EIA revises the last few weeks, and a rate's timeline covers 13. */
const COMPARED_WEEKS = 26;

/** Maximum faults in one message. */
const MAX_FAULTS = 5;

/**
 * Records the prices that the EIA publishes. An incomplete or implausible response changes nothing. Weeks that the
 * operator recorded from another source stay as they are.
 */
export async function refreshDiesel({
  fetchSince,
  store,
  now,
  recordedBy,
}: RefreshDieselPorts): Promise<RefreshResult> {
  const moment = now();
  const [start = ''] = mondaysUpTo(moment, COMPARED_WEEKS);
  const fetched = await fetchSince(start);
  if (!fetched.ok) return { outcome: 'failed', failure: fetched.failure, detail: fetched.detail };
  const { figures } = fetched;
  const newest = figures
    .map(({ week }) => week)
    .toSorted()
    .at(-1);
  if (newest === undefined)
    return { outcome: 'failed', failure: 'empty', detail: `no prices since ${start}` };
  const gaps = incompleteWeeks(figures);
  if (gaps.length > 0) return { outcome: 'failed', failure: 'incomplete', detail: gaps.join('; ') };

  let kept: readonly string[] = [];
  const recording = await recordDiesel(
    store,
    (book) => {
      const own = weeksOfOperator(book);
      kept = [...new Set(figures.filter((figure) => differs(own, figure)).map(({ week }) => week))];
      return figures.filter(({ week }) => !own.has(week));
    },
    { source: `EIA, read ${utcDay(moment)}`, recordedBy, now: moment, force: false },
  );
  if (recording.outcome === 'rejected') {
    return { outcome: 'failed', failure: 'implausible', detail: describeFaults(recording.faults) };
  }
  const weeks = recording.corrections.map(({ week }) => week);
  return { outcome: recording.outcome, weeks, kept, newest };
}

/** Describes the weeks that lack areas. The EIA publishes all areas of a week together. */
function incompleteWeeks(figures: readonly DieselFigure[]): string[] {
  return [...Map.groupBy(figures, ({ week }) => week)].flatMap(([week, own]) => {
    const missing = DIESEL_AREAS.filter((area) => !own.some((figure) => figure.area === area));
    return missing.length === 0 ? [] : [`${week} lacks ${missing.join(', ')}`];
  });
}

type WeeksByMonday = ReadonlyMap<string, DieselBook['weeks'][number]>;

function weeksOfOperator(book: DieselBook): WeeksByMonday {
  const own = book.weeks.filter(({ source }) => !/^EIA\b/.test(source));
  return new Map(own.map((week) => [week.week, week]));
}

function differs(own: WeeksByMonday, { week, area, price }: DieselFigure): boolean {
  const recorded = own.get(week);
  return recorded !== undefined && recorded.prices[area] !== price;
}

function describeFaults(faults: readonly DieselFault[]): string {
  const more = faults.length > MAX_FAULTS ? [`and ${faults.length - MAX_FAULTS} more`] : [];
  return [...faults.slice(0, MAX_FAULTS).map(({ fault }) => fault), ...more].join('; ');
}
