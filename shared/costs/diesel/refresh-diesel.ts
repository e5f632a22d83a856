import { utcDay } from '../../platform/time/utc-day.ts';
import { mondaysUpTo } from '../../platform/time/utc-week.ts';
import type { DieselBook, DieselStore } from './diesel-book.ts';
import { DIESEL_AREAS } from './diesel-prices.ts';
import { type DieselFault, type DieselFigure, recordDiesel } from './record-diesel.ts';

/** Why a publisher's figures could not be had. */
export type SeriesFailure = 'key-refused' | 'rate-limited' | 'unavailable' | 'unreadable';

export type SeriesAnswer =
  | { readonly ok: true; readonly figures: readonly DieselFigure[] }
  | { readonly ok: false; readonly failure: SeriesFailure; readonly detail: string };

/** Port: weekly diesel prices as their publisher has them now. */
export interface DieselSeries {
  /** All figures from a Monday (YYYY-MM-DD) on; `detail` never holds the key. */
  since(week: string): Promise<SeriesAnswer>;
}

export interface RefreshDiesel {
  readonly series: DieselSeries;
  readonly store: DieselStore;
  readonly now: () => Date;
  /** Who is told to have recorded. */
  readonly recordedBy: string;
}

export type DieselRefresh =
  | {
      readonly outcome: 'recorded' | 'unchanged';
      /** Mondays that are new or revised. */
      readonly weeks: readonly string[];
      /** Mondays on which the operator's own figures stay, though the agency has others. */
      readonly kept: readonly string[];
      /** The newest Monday that the agency has. */
      readonly newest: string;
    }
  | {
      readonly outcome: 'failed';
      readonly failure: SeriesFailure | 'empty' | 'incomplete' | 'implausible';
      readonly detail: string;
    };

/** Weeks that are compared each time: the agency revises a few weeks back, and a timeline covers 13. */
const WEEKS = 26;

/** Faults told of one answer. */
const FAULTS_TOLD = 5;

/**
 * Brings the recorded prices to what the EIA publishes. An answer that is partial or cannot be believed changes
 * nothing, and weeks whose figures are the operator's own word stay.
 */
export async function refreshDiesel({
  series,
  store,
  now,
  recordedBy,
}: RefreshDiesel): Promise<DieselRefresh> {
  const moment = now();
  const [start = ''] = mondaysUpTo(moment, WEEKS);
  const answer = await series.since(start);
  if (!answer.ok) return { outcome: 'failed', failure: answer.failure, detail: answer.detail };
  const { figures } = answer;
  const newest = figures
    .map(({ week }) => week)
    .toSorted()
    .at(-1);
  if (newest === undefined) return { outcome: 'failed', failure: 'empty', detail: `nothing since ${start}` };
  const gaps = incompleteWeeks(figures);
  if (gaps.length > 0) return { outcome: 'failed', failure: 'incomplete', detail: gaps.join('; ') };

  let kept: readonly string[] = [];
  const recording = await recordDiesel(
    store,
    (book) => {
      const own = operatorsOwn(book);
      kept = [...new Set(figures.filter((figure) => differs(own, figure)).map(({ week }) => week))];
      return figures.filter(({ week }) => !own.has(week));
    },
    { source: `EIA, read ${utcDay(moment)}`, recordedBy, now: moment, force: false },
  );
  if (recording.outcome === 'refused') {
    return { outcome: 'failed', failure: 'implausible', detail: told(recording.faults) };
  }
  const weeks = recording.corrections.map(({ week }) => week);
  return { outcome: recording.outcome, weeks, kept, newest };
}

/** A week is published with all of its areas, or it is not out yet. */
function incompleteWeeks(figures: readonly DieselFigure[]): string[] {
  return [...Map.groupBy(figures, ({ week }) => week)].flatMap(([week, own]) => {
    const missing = DIESEL_AREAS.filter((area) => !own.some((figure) => figure.area === area));
    return missing.length === 0 ? [] : [`${week} lacks ${missing.join(', ')}`];
  });
}

type WeeksByMonday = ReadonlyMap<string, DieselBook['weeks'][number]>;

function operatorsOwn(book: DieselBook): WeeksByMonday {
  const own = book.weeks.filter(({ source }) => !/^EIA\b/.test(source));
  return new Map(own.map((week) => [week.week, week]));
}

function differs(own: WeeksByMonday, { week, area, price }: DieselFigure): boolean {
  const recorded = own.get(week);
  return recorded !== undefined && recorded.prices[area] !== price;
}

function told(faults: readonly DieselFault[]): string {
  const more = faults.length > FAULTS_TOLD ? [`and ${faults.length - FAULTS_TOLD} more`] : [];
  return [...faults.slice(0, FAULTS_TOLD).map(({ fault }) => fault), ...more].join('; ');
}
