import { type Backups, differencesOf, type RowDifference, sumOf } from './dynamodb-backups.ts';

export interface VerificationParts {
  readonly backups: Backups;
  readonly now: () => Date;
  readonly pause: (ms: number) => Promise<unknown>;
  readonly notify: (line: string) => void;
  /** Whether the user interrupted the command. */
  readonly isInterrupted: () => boolean;
}

export interface VerificationRequest {
  readonly tables: readonly string[];
  /** Default: the latest time that all tables can be restored to. */
  readonly at?: Date;
  /** How many rows fewer than the live table a restored table may have, in percent of the live rows. */
  readonly tolerancePercent: number;
}

export interface VerifiedTable {
  readonly table: string;
  readonly restored: number;
  readonly expected: number;
  readonly differences: readonly RowDifference[];
  readonly passed: boolean;
}

export type VerificationResult =
  | {
      readonly outcome: 'verified';
      readonly at: string;
      /** From the first restore request until the last table is active. */
      readonly restoreSeconds: number;
      readonly tables: readonly VerifiedTable[];
      /** Restored tables that could not be deleted. */
      readonly leftoverTables: readonly string[];
    }
  | { readonly outcome: 'without-backups'; readonly tables: readonly string[] }
  | { readonly outcome: 'not-in-window'; readonly earliest: string; readonly latest: string }
  | { readonly outcome: 'leftover-tables'; readonly tables: readonly string[] }
  | { readonly outcome: 'interrupted'; readonly leftoverTables: readonly string[] };

const POLL_INTERVAL_MS = 15_000;

/**
 * Restores tables to a point in time under temporary names, compares their row counts and deletes them, also after a
 * failure. Live tables are only read.
 */
export async function verifyBackups(
  parts: VerificationParts,
  request: VerificationRequest,
): Promise<VerificationResult> {
  const { backups, now } = parts;
  const leftovers = await backups.restoredTables();
  if (leftovers.length > 0) return { outcome: 'leftover-tables', tables: leftovers };
  const chosen = await chooseTime(backups, request);
  if (!('at' in chosen)) return chosen;
  const { at } = chosen;

  const name = now().toISOString().replace(/\D/g, '').slice(0, 14);
  const began = now().getTime();
  let result: { restoreSeconds: number; tables: VerifiedTable[] } | undefined;
  let failure: unknown;
  try {
    if (await restoreAll(parts, request.tables, at, name)) {
      const restoreSeconds = Math.round((now().getTime() - began) / 1000);
      result = { restoreSeconds, tables: await compareAll(parts, request, name) };
    }
  } catch (error) {
    failure = error;
  }
  const leftoverTables = await deleteRestoredTables(backups, parts.notify);
  if (failure !== undefined) throw failure;
  return result === undefined
    ? { outcome: 'interrupted', leftoverTables }
    : { outcome: 'verified', at: at.toISOString(), ...result, leftoverTables };
}

/** Deletes all restored tables. @returns the names of those that still exist. */
export async function deleteRestoredTables(
  backups: Backups,
  notify: (line: string) => void,
): Promise<readonly string[]> {
  for (const name of await backups.restoredTables()) {
    notify(`Deleting ${name} ...`);
    // A table that cannot be deleted must not stop the deletion of the others.
    await backups
      .remove(name)
      .catch((error: unknown) => notify(`${name} could not be deleted: ${Object(error).message}`));
  }
  return backups.restoredTables();
}

async function chooseTime(
  backups: Backups,
  { tables, at }: VerificationRequest,
): Promise<{ at: Date } | Extract<VerificationResult, { outcome: 'without-backups' | 'not-in-window' }>> {
  const windows = await Promise.all(
    tables.map(async (table) => ({ table, window: await backups.window(table) })),
  );
  const without = windows.filter(({ window }) => window === undefined).map(({ table }) => table);
  if (without.length > 0) return { outcome: 'without-backups', tables: without };
  const times = windows.flatMap(({ window }) => (window === undefined ? [] : [window]));
  const earliest = new Date(Math.max(...times.map((window) => window.earliest.getTime())));
  const latest = new Date(Math.min(...times.map((window) => window.latest.getTime())));
  const time = at ?? latest;
  if (time >= earliest && time <= latest) return { at: time };
  return { outcome: 'not-in-window', earliest: earliest.toISOString(), latest: latest.toISOString() };
}

/** @returns false if the user interrupted the restore. */
async function restoreAll(
  { backups, pause, notify, isInterrupted }: VerificationParts,
  tables: readonly string[],
  at: Date,
  name: string,
): Promise<boolean> {
  notify(`Restoring ${tables.length} tables as of ${at.toISOString()} ...`);
  for (const table of tables) await backups.restore(table, at, name);
  const waiting = new Set(tables);
  while (waiting.size > 0) {
    for (const table of waiting) {
      if (!(await backups.isReady(table, name))) continue;
      waiting.delete(table);
      notify(`${table} is restored; ${waiting.size} tables remaining`);
    }
    if (waiting.size === 0) return true;
    if (isInterrupted()) return false;
    await pause(POLL_INTERVAL_MS);
  }
  return true;
}

async function compareAll(
  { backups, notify }: VerificationParts,
  { tables, tolerancePercent }: VerificationRequest,
  name: string,
): Promise<VerifiedTable[]> {
  const compared: VerifiedTable[] = [];
  for (const table of tables) {
    notify(`Counting ${table} ...`);
    const [restoredCounts, liveCounts] = [await backups.count(table, name), await backups.count(table)];
    const [restored, expected] = [sumOf(restoredCounts), sumOf(liveCounts)];
    const passed = restored >= expected * (1 - tolerancePercent / 100) && !(restored === 0 && expected > 0);
    compared.push({
      ...{ table, restored, expected, passed },
      differences: differencesOf(restoredCounts, liveCounts),
    });
  }
  return compared;
}
