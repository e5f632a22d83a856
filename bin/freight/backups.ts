import type { Command } from 'commander';
import { TABLE_NAMES } from '../../functions/definition-types.ts';
import type { Backups } from '../../shared/operations/backups/dynamodb-backups.ts';
import { example, namesOf, numberFrom, restoreTime } from './arguments.ts';
import { CommandFailedError } from './connection/failures.ts';
import type { Session } from './session.ts';

/** `freight backup ...`: verifies that tables can be restored. */
export function addBackupCommands(program: Command, session: Session): void {
  const backup = program.command('backup').description('Verify point-in-time backups of a deployment');
  backup
    .command('verify')
    .description(
      'Restore tables under temporary names (billed while they exist), compare row counts and delete them',
    )
    .option(...restoreTime)
    .option('--tables <names>', 'comma-separated tables to restore (default: all)', namesOf(TABLE_NAMES))
    .option(
      '--tolerance <percent>',
      'accepted shortfall of rows against the live table',
      numberFrom(0, 100),
      // The share of rows that a busy day adds in the minutes by which backups lag behind.
      5,
    )
    .addHelpText('after', example('freight --environment prod backup verify --tables quotes,usage'))
    .action((options: VerifyOptions) => verify(session, options));
  backup
    .command('clean')
    .description('Delete restored tables of interrupted verifications')
    .action(() =>
      session.workOnDeployment(async ({ backups }) => {
        const before = await backups.restoredTables();
        const left = await deleteRestored(backups, session.notify);
        session.report({ deleted: before.length - left.length, left });
        if (left.length > 0) throw new CommandFailedError('Some restored tables could not be deleted.');
      }),
    );
}

interface VerifyOptions {
  readonly at?: Date;
  readonly tables?: readonly string[];
  readonly tolerance: number;
}

const CLEAN_ADVICE = 'If no other verification is running, delete them with freight backup clean.';
const POLL_INTERVAL_MS = 15_000;

/**
 * Restores tables to a point in time under temporary names, compares their row counts and deletes them, also after a
 * failure. Live tables are only read.
 */
async function verify(session: Session, { at: wanted, tolerance, ...options }: VerifyOptions): Promise<void> {
  await session.workOnDeployment(async ({ backups }) => {
    const { tables = backups.tables } = options;
    const others = await backups.restoredTables();
    if (others.length > 0) {
      throw new CommandFailedError(
        `Restored tables of another verification exist: ${others.join(', ')}. ${CLEAN_ADVICE}`,
      );
    }
    const at = await timeOfRestore(backups, tables, wanted);
    const began = Date.now();
    const runId = new Date(began).toISOString().replace(/\D/g, '').slice(0, 14);
    const compared: { table: string; restored: number; expected: number; passed: boolean }[] = [];
    const interruption = session.interrupted().then(() => true);
    let restoreSeconds = 0;
    let leftoverTables: readonly string[] = [];
    try {
      session.notify(`Restoring ${tables.length} tables as of ${at.toISOString()} ...`);
      for (const table of tables) await backups.restore(table, at, runId);
      await untilRestored(session, backups, tables, runId, interruption);
      restoreSeconds = Math.round((Date.now() - began) / 1000);
      for (const table of tables) {
        session.notify(`Counting ${table} ...`);
        const [restored, expected] = [await backups.count(table, runId), await backups.count(table)];
        const passed = restored >= expected * (1 - tolerance / 100) && !(restored === 0 && expected > 0);
        compared.push({ table, restored, expected, passed });
      }
    } finally {
      leftoverTables = await deleteRestored(backups, session.notify);
    }
    const failed = compared.filter(({ passed }) => !passed).map(({ table }) => table);
    const passed = failed.length === 0;
    session.report({ at: at.toISOString(), restoreSeconds, tables: compared, leftoverTables, passed });
    if (!passed)
      throw new CommandFailedError(`Verification failed for ${failed.join(', ')}: rows are missing.`);
    if (leftoverTables.length > 0)
      throw new CommandFailedError('Restored tables could not be deleted and continue to incur cost.');
  });
}

/** The wanted time, or the latest to which all tables can be restored. */
async function timeOfRestore(backups: Backups, tables: readonly string[], wanted?: Date): Promise<Date> {
  const windows = await Promise.all(tables.map((table) => backups.window(table)));
  const without = tables.filter((_, index) => windows[index] === undefined);
  if (without.length > 0) {
    throw new CommandFailedError(
      `Point-in-time recovery is off for ${without.join(', ')}. Deploy the data stack again.`,
    );
  }
  const earliest = new Date(Math.max(...windows.map((window) => Number(window?.earliest))));
  const latest = new Date(Math.min(...windows.map((window) => Number(window?.latest))));
  const at = wanted ?? latest;
  if (at >= earliest && at <= latest) return at;
  throw new CommandFailedError(
    `The tables can be restored to a time from ${earliest.toISOString()} to ${latest.toISOString()}.`,
  );
}

async function untilRestored(
  { pause, notify }: Session,
  backups: Backups,
  tables: readonly string[],
  runId: string,
  interruption: Promise<boolean>,
): Promise<void> {
  for (const waiting = new Set(tables); ; ) {
    for (const table of waiting) {
      if (!(await backups.isReady(table, runId))) continue;
      waiting.delete(table);
      notify(`${table} is restored; ${waiting.size} tables remaining`);
    }
    if (waiting.size === 0) return;
    if (await Promise.race([pause(POLL_INTERVAL_MS).then(() => false), interruption])) {
      throw new CommandFailedError('The verification was interrupted before the restore was complete.');
    }
  }
}

/** Deletes all restored tables. @returns the names of those that still exist. */
async function deleteRestored(backups: Backups, notify: Session['notify']): Promise<readonly string[]> {
  for (const name of await backups.restoredTables()) {
    notify(`Deleting ${name} ...`);
    // A table that cannot be deleted must not stop the deletion of the others.
    await backups
      .remove(name)
      .catch((error: unknown) => notify(`${name} could not be deleted: ${Object(error).message}`));
  }
  const left = await backups.restoredTables();
  if (left.length > 0) notify(`Not deleted: ${left.join(', ')}. ${CLEAN_ADVICE}`);
  return left;
}
