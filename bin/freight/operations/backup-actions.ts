import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import type { Backups } from '../../../shared/operations/backups/backups.ts';
import { rowName } from '../../../shared/operations/backups/row-counts.ts';
import {
  deleteRestoredTables,
  type VerificationRequest,
  type VerifiedTable,
  verifyBackups,
} from '../../../shared/operations/backups/verify-backups.ts';
import { TABLE_OF_KIND } from '../../../shared/operations/organization-data/organization-record.ts';
import { CommandFailedError, UsageError } from '../failures/command-errors.ts';
import type { Session } from '../session/session.ts';

export interface VerifyOptions {
  readonly at?: Date;
  readonly tables?: readonly string[];
  readonly tolerance: number;
  readonly against?: string;
}

const DIFFERENCES_SHOWN = 10;

const CLEAN_ADVICE = 'If no other verification is running, delete them with freight backup clean.';

export async function runVerification(session: Session, options: VerifyOptions): Promise<void> {
  await session.workOnBackups(async (backups) => {
    const { at, tolerance: tolerancePercent, against } = options;
    const expected = against === undefined ? undefined : await readExpected(against);
    const tables = chosenTables(backups, options.tables, expected);
    let isInterrupted = false;
    const interrupted = session.interrupted().then(() => {
      isInterrupted = true;
    });
    const result = await verifyBackups(
      {
        backups,
        now: () => new Date(),
        pause: (ms) => Promise.race([session.pause(ms), interrupted]),
        notify: session.notify,
        isInterrupted: () => isInterrupted,
      },
      {
        tables,
        tolerancePercent,
        ...(at === undefined ? {} : { at }),
        ...(expected === undefined ? {} : { expected: expected.of }),
      },
    );
    switch (result.outcome) {
      case 'without-backups':
        throw new CommandFailedError(
          `Point-in-time recovery is off for ${result.tables.join(', ')}. Deploy the data stack again.`,
        );
      case 'not-in-window':
        throw new CommandFailedError(
          `The tables can be restored to a time from ${result.earliest} to ${result.latest}.`,
        );
      case 'leftover-tables':
        throw new CommandFailedError(
          `Restored tables of another verification exist: ${result.tables.join(', ')}. ${CLEAN_ADVICE}`,
        );
      case 'interrupted':
        throw new CommandFailedError(
          [
            'The verification was interrupted before the restore was complete.',
            ...leftoverLines(result.leftoverTables),
          ].join('\n'),
        );
    }
    const failed = result.tables.filter(({ passed }) => !passed).map(({ table }) => table);
    session.report({ ...result, passed: failed.length === 0 }, [
      `Restored to ${result.at} in ${result.restoreSeconds} seconds:`,
      ...result.tables.flatMap(describeTable),
      ...leftoverLines(result.leftoverTables),
    ]);
    if (failed.length > 0) {
      throw new CommandFailedError(`Verification failed for ${failed.join(', ')}: rows are missing.`);
    }
    if (result.leftoverTables.length > 0)
      throw new CommandFailedError('Restored tables could not be deleted and continue to incur cost.');
  });
}

export async function cleanBackups(session: Session): Promise<void> {
  await session.workOnBackups(async (backups) => {
    const before = await backups.restoredTables();
    const left = await deleteRestoredTables(backups, session.notify);
    session.report({ deleted: before.length - left.length, left }, [
      `Deleted ${before.length - left.length} restored tables.`,
      ...leftoverLines(left),
    ]);
    if (left.length > 0) throw new CommandFailedError('Some restored tables could not be deleted.');
  });
}

function chosenTables(
  backups: Backups,
  asked: readonly string[] | undefined,
  expected: Awaited<ReturnType<typeof readExpected>> | undefined,
): readonly string[] {
  const known = expected === undefined ? backups.tables : backups.tables.filter(expected.has);
  const unknown = asked?.filter((table) => !known.includes(table)) ?? [];
  if (unknown.length === 0) return asked ?? known;
  throw new UsageError(`Unknown table "${unknown[0]}". Choose from: ${known.join(', ')}.`);
}

const manifestSchema = v.object({
  format: v.literal('freight-organization-export/1'),
  orgId: v.string(),
  counts: v.record(v.string(), v.number()),
});

/** Kinds of rows that do not name one organization, so they cannot be counted for one. */
const WITHOUT_OWNER = ['key-id', 'receiver-answer', 'market-sharing', 'market-owner'];

async function readExpected(file: string) {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new CommandFailedError(`${file} cannot be read (${Object(error).code}).`);
  });
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), manifestSchema), text);
  if (!parsed.success) throw new CommandFailedError(`${file} is not a manifest of an export.`);
  const { orgId, counts } = parsed.output;
  const kinds = Object.entries(TABLE_OF_KIND).filter(([kind]) => !WITHOUT_OWNER.includes(kind));
  const of: NonNullable<VerificationRequest['expected']> = (table) => ({
    owner: orgId,
    counts: new Map(
      kinds.flatMap(([kind, place]) =>
        place === table && counts[kind] !== undefined ? [[rowName(orgId, kind), counts[kind]] as const] : [],
      ),
    ),
  });
  return { of, has: (table: string) => kinds.some(([, place]) => place === table) };
}

function describeTable({ table, restored, expected, differences, passed }: VerifiedTable): string[] {
  const shown = differences.slice(0, DIFFERENCES_SHOWN);
  const more = differences.length - shown.length;
  return [
    `${passed ? '  ok    ' : '  FAILED'}  ${table}: ${restored} rows restored, ${expected} expected`,
    ...shown.map((one) => `            ${one.rows}: ${one.restored} restored, ${one.expected} expected`),
    ...(more > 0 ? [`            ... and ${more} more differences`] : []),
  ];
}

const leftoverLines = (names: readonly string[]): string[] =>
  names.length === 0 ? [] : [`Not deleted: ${names.join(', ')}. ${CLEAN_ADVICE}`];
