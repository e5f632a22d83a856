import type { Backups } from './backups.ts';
import { differencesOf, type RowCounts, type RowDifference, sumOf } from './row-counts.ts';

export interface DrillParts {
  readonly backups: Backups;
  readonly now: () => Date;
  readonly pause: (ms: number) => Promise<unknown>;
  readonly tell: (line: string) => void;
  /** Whether the user has had enough. */
  readonly left: () => boolean;
}

export interface DrillRequest {
  readonly tables: readonly string[];
  /** Absent: the newest moment that all tables can be restored to. */
  readonly at?: Date;
  /** Rows that a restored table may have fewer than the live one, in percent of these: what came since. */
  readonly tolerancePercent: number;
  /** What one organization had at that moment, instead of the live tables: to the row. */
  readonly expected?: (table: string) => { readonly owner: string; readonly counts: RowCounts };
}

export interface DrilledTable {
  readonly table: string;
  readonly restored: number;
  readonly expected: number;
  readonly differences: readonly RowDifference[];
  readonly passed: boolean;
}

export type DrillResult =
  | {
      readonly outcome: 'drilled';
      readonly at: string;
      /** From the first request to the last table: what a real restoration would take before anything else. */
      readonly restoreSeconds: number;
      readonly tables: readonly DrilledTable[];
      /** Tables of the drill that could not be deleted. */
      readonly leftOver: readonly string[];
    }
  | { readonly outcome: 'without-backups'; readonly tables: readonly string[] }
  | { readonly outcome: 'not-in-window'; readonly earliest: string; readonly latest: string }
  | { readonly outcome: 'left-overs'; readonly tables: readonly string[] }
  | { readonly outcome: 'left'; readonly leftOver: readonly string[] };

const LOOK_EVERY_MS = 15_000;

/**
 * Restores tables to a moment under names of their own, counts their rows, compares, and deletes them again, whatever
 * has become of it. Live tables are only read.
 */
export async function drill(parts: DrillParts, request: DrillRequest): Promise<DrillResult> {
  const { backups, now } = parts;
  const leftOvers = await backups.leftOvers();
  if (leftOvers.length > 0) return { outcome: 'left-overs', tables: leftOvers };
  const chosen = await chooseMoment(backups, request);
  if (!('at' in chosen)) return chosen;
  const { at } = chosen;

  const name = now().toISOString().replace(/\D/g, '').slice(0, 14);
  const began = now().getTime();
  let result: { restoreSeconds: number; tables: DrilledTable[] } | undefined;
  let failure: unknown;
  try {
    if (await restoreAll(parts, request.tables, at, name)) {
      const restoreSeconds = Math.round((now().getTime() - began) / 1000);
      result = { restoreSeconds, tables: await compareAll(parts, request, name) };
    }
  } catch (error) {
    failure = error;
  }
  const leftOver = await cleanUp(backups, parts.tell);
  if (failure !== undefined) throw failure;
  return result === undefined
    ? { outcome: 'left', leftOver }
    : { outcome: 'drilled', at: at.toISOString(), ...result, leftOver };
}

/** Deletes all that drills have left. @returns names of those that are there still. */
export async function cleanUp(backups: Backups, tell: (line: string) => void): Promise<readonly string[]> {
  for (const name of await backups.leftOvers()) {
    tell(`Deleting ${name} ...`);
    // One that cannot be deleted now must not keep the others.
    await backups.remove(name).catch((error: unknown) => tell(`${name} is kept: ${Object(error).message}`));
  }
  return backups.leftOvers();
}

async function chooseMoment(
  backups: Backups,
  { tables, at }: DrillRequest,
): Promise<{ at: Date } | Extract<DrillResult, { outcome: 'without-backups' | 'not-in-window' }>> {
  const windows = await Promise.all(
    tables.map(async (table) => ({ table, window: await backups.window(table) })),
  );
  const without = windows.filter(({ window }) => window === undefined).map(({ table }) => table);
  if (without.length > 0) return { outcome: 'without-backups', tables: without };
  const times = windows.flatMap(({ window }) => (window === undefined ? [] : [window]));
  const earliest = new Date(Math.max(...times.map((window) => window.earliest.getTime())));
  const latest = new Date(Math.min(...times.map((window) => window.latest.getTime())));
  const moment = at ?? latest;
  if (moment >= earliest && moment <= latest) return { at: moment };
  return { outcome: 'not-in-window', earliest: earliest.toISOString(), latest: latest.toISOString() };
}

/** False where the user had enough before all were there. */
async function restoreAll(
  { backups, pause, tell, left }: DrillParts,
  tables: readonly string[],
  at: Date,
  name: string,
): Promise<boolean> {
  tell(`Restoring ${tables.length} tables as of ${at.toISOString()} ...`);
  for (const table of tables) await backups.restore(table, at, name);
  const waiting = new Set(tables);
  while (waiting.size > 0) {
    for (const table of waiting) {
      if (!(await backups.isReady(table, name))) continue;
      waiting.delete(table);
      tell(`${table} is restored; ${waiting.size} more to come`);
    }
    if (waiting.size === 0) return true;
    if (left()) return false;
    await pause(LOOK_EVERY_MS);
  }
  return true;
}

async function compareAll(
  { backups, tell }: DrillParts,
  { tables, tolerancePercent, expected }: DrillRequest,
  name: string,
): Promise<DrilledTable[]> {
  const compared: DrilledTable[] = [];
  for (const table of tables) {
    tell(`Counting ${table} ...`);
    const all = await backups.count(table, name);
    const wanted = expected?.(table);
    const restored = wanted === undefined ? all : ofOwner(all, wanted.owner);
    const reference = wanted?.counts ?? (await backups.count(table));
    const differences = differencesOf(restored, reference);
    const [have, should] = [sumOf(restored), sumOf(reference)];
    const passed =
      wanted === undefined
        ? have >= should * (1 - tolerancePercent / 100) && !(have === 0 && should > 0)
        : differences.length === 0;
    compared.push({ table, restored: have, expected: should, differences, passed });
  }
  return compared;
}

const ofOwner = (counts: RowCounts, owner: string): RowCounts =>
  new Map([...counts].filter(([rows]) => rows.startsWith(`${owner} `)));
