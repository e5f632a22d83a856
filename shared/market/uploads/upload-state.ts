import * as v from 'valibot';
import type { SheetForm } from '../../sheets/read-sheet-in-parts.ts';
import type { LoadColumn } from '../importing/read-load-row.ts';
import { newStepState, stepStateFields } from './step-state.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** Loads of a part of the file: an object, and the section of each freight market in it. */
const chunk = v.object({
  key: v.string(),
  sections: v.record(v.string(), v.object({ offset: count, length: count })),
});
export type LoadChunk = v.InferOutput<typeof chunk>;

/**
 * How far the import of a file of loads is: all that a run needs to continue where the last one ended. Each step computes
 * the next state, which replaces this one if no other run did so meanwhile.
 */
export const uploadStateSchema = v.object({
  ...stepStateFields,
  /** UTC day, YYYY-MM-DD, at the start of the import: all rows are checked against it, also after midnight. */
  today: v.string(),
  /** How the rows are read, after the first part was. */
  sheet: v.optional(v.custom<SheetForm<LoadColumn>>((value) => typeof value === 'object')),
  /** Where the next row begins. */
  offset: count,
  /** Number of that row. */
  number: count,
  chunks: v.array(chunk),
  /** Number of loads by freight market and week. */
  loadsByWeek: v.record(v.string(), v.array(v.tuple([count, count]))),
  /** Groups of weeks that were imported. */
  groupsDone: count,
  /** What importing the next group adds. It is computed before the group is written, so that it is right after a crash. */
  preview: v.optional(v.object({ added: count, known: count })),
  added: count,
  known: count,
  /** Rows below the header that are no loads, such as totals. */
  skipped: count,
  /** Rows that do not say whether fuel is inside: their loads are stored and counted, and prices do not use them. */
  fuelUnknown: count,
  /** See `contributorNote`. */
  note: v.optional(v.string()),
});
export type UploadState = v.InferOutput<typeof uploadStateSchema>;

/** A group of weeks of a freight market that is imported in one step. */
export interface LoadGroup {
  /** Or the `unlearnedName` of one. */
  readonly freightMarket: string;
  readonly weeks: ReadonlySet<number>;
}

const LOADS_AT_ONCE = 80_000;

/** Weeks of a freight market in groups that fit in memory, ascending. A week is never split. */
function weekGroups(loadsByWeek: Iterable<readonly [week: number, loads: number]>): Set<number>[] {
  const groups: Set<number>[] = [];
  let loads = Number.POSITIVE_INFINITY;
  for (const [week, count] of [...loadsByWeek].sort(([a], [b]) => a - b)) {
    if (loads + count > LOADS_AT_ONCE) {
      groups.push(new Set());
      loads = 0;
    }
    groups.at(-1)?.add(week);
    loads += count;
  }
  return groups;
}

/** All groups of an import, in order. */
export const loadGroups = ({ loadsByWeek }: Pick<UploadState, 'loadsByWeek'>): LoadGroup[] =>
  Object.keys(loadsByWeek)
    .sort()
    .flatMap((freightMarket) =>
      weekGroups(loadsByWeek[freightMarket] ?? []).map((weeks) => ({ freightMarket, weeks })),
    );

export const newUploadState = (run: string, length: number, now: Date, today: string): UploadState => ({
  ...newStepState(run, length, now),
  today,
  ...{ offset: 0, number: 1, chunks: [], loadsByWeek: {}, groupsDone: 0 },
  ...{ added: 0, known: 0, skipped: 0, fuelUnknown: 0 },
});
