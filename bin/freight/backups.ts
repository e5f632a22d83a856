import type { Command } from 'commander';
import {
  deleteRestoredTables,
  type VerificationResult,
  verifyBackups,
} from '../../shared/operations/backups/verify-backups.ts';
import { example, numberFrom, utcTime } from './arguments.ts';
import { CommandFailedError, UsageError } from './connection/failures.ts';
import { textOf } from './printing.ts';
import type { Session } from './session.ts';

/** `freight backup ...`: verifies that tables can be restored. */
export function addBackupCommands(program: Command, session: Session): void {
  const backup = program.command('backup').description('Verify point-in-time backups of a deployment');
  backup
    .command('verify')
    .description(
      'Restore tables under temporary names (billed while they exist), compare row counts and delete them',
    )
    .option(
      '--at <moment>',
      'time to restore to, such as 2026-11-20T08:00:00Z (default: the latest)',
      utcTime,
    )
    .option('--tables <names>', 'comma-separated tables to restore (default: all)', (text) => text.split(','))
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
        const left = await deleteRestoredTables(backups, session.notify);
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

async function verify(session: Session, options: VerifyOptions): Promise<void> {
  await session.workOnDeployment(async ({ backups }) => {
    const { at, tolerance: tolerancePercent, tables = backups.tables } = options;
    const unknown = tables.find((table) => !backups.tables.includes(table));
    if (unknown !== undefined) {
      throw new UsageError(`Unknown table "${unknown}". Choose from: ${backups.tables.join(', ')}.`);
    }
    let isInterrupted = false;
    const interrupted = session.interrupted().then(() => {
      isInterrupted = true;
    });
    const parts = {
      backups,
      now: () => new Date(),
      pause: (ms: number) => Promise.race([session.pause(ms), interrupted]),
      notify: session.notify,
      isInterrupted: () => isInterrupted,
    };
    const request = { tables, tolerancePercent, ...(at && { at }) };
    const result = await verifyBackups(parts, request);
    if (result.outcome !== 'verified') throw new CommandFailedError(whyNot(result));
    const failed = result.tables.filter(({ passed }) => !passed).map(({ table }) => table);
    const shown = result.tables.map(({ differences, ...table }) => table);
    session.report({ ...result, passed: failed.length === 0 }, [
      ...textOf({ ...result, tables: shown }),
      ...leftoverLines(result.leftoverTables),
    ]);
    if (failed.length > 0) {
      throw new CommandFailedError(`Verification failed for ${failed.join(', ')}: rows are missing.`);
    }
    if (result.leftoverTables.length > 0)
      throw new CommandFailedError('Restored tables could not be deleted and continue to incur cost.');
  });
}

function whyNot(result: Exclude<VerificationResult, { outcome: 'verified' }>): string {
  if (result.outcome === 'without-backups')
    return `Point-in-time recovery is off for ${result.tables.join(', ')}. Deploy the data stack again.`;
  if (result.outcome === 'not-in-window')
    return `The tables can be restored to a time from ${result.earliest} to ${result.latest}.`;
  if (result.outcome === 'leftover-tables')
    return `Restored tables of another verification exist: ${result.tables.join(', ')}. ${CLEAN_ADVICE}`;
  const interrupted = 'The verification was interrupted before the restore was complete.';
  return [interrupted, ...leftoverLines(result.leftoverTables)].join('\n');
}

const leftoverLines = (names: readonly string[]): string[] =>
  names.length === 0 ? [] : [`Not deleted: ${names.join(', ')}. ${CLEAN_ADVICE}`];
