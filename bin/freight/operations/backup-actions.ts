import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import type { Backups } from '../../../shared/operations/backups/backups.ts';
import { rowName } from '../../../shared/operations/backups/row-counts.ts';
import {
  cleanUp,
  type DrilledTable,
  type DrillRequest,
  drill,
} from '../../../shared/operations/backups/verify-backups.ts';
import { TABLE_OF_KIND } from '../../../shared/operations/organization-data/organization-record.ts';
import { CommandMisusedError, CommandRefusedError } from '../failures/command-errors.ts';
import type { Session } from '../session/session.ts';

export interface DrillOptions {
  readonly at?: Date;
  readonly tables?: readonly string[];
  readonly tolerance: number;
  readonly against?: string;
}

const DIFFERENCES_SHOWN = 10;

const CLEAN = 'freight backup clean deletes them; where another drill goes on, wait for its end.';

export async function drillBackups(session: Session, options: DrillOptions): Promise<void> {
  await session.workOnBackups(async (backups) => {
    const { at, tolerance: tolerancePercent, against } = options;
    const expected = against === undefined ? undefined : await readExpected(against);
    const tables = chosenTables(backups, options.tables, expected);
    let hasLeft = false;
    const leaving = session.stopped().then(() => {
      hasLeft = true;
    });
    const result = await drill(
      {
        backups,
        now: () => new Date(),
        pause: (ms) => Promise.race([session.pause(ms), leaving]),
        tell: session.complain,
        left: () => hasLeft,
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
        throw new CommandRefusedError(
          `Point-in-time backups are off for ${result.tables.join(', ')}: deploy the data stack again.`,
        );
      case 'not-in-window':
        throw new CommandRefusedError(
          `Tables can be restored to a moment from ${result.earliest} to ${result.latest}.`,
        );
      case 'left-overs':
        throw new CommandRefusedError(`A drill has left ${result.tables.join(', ')}: ${CLEAN}`);
      case 'left':
        throw new CommandRefusedError(
          ['The drill was ended before its tables were there.', ...leftLines(result.leftOver)].join('\n'),
        );
    }
    const failed = result.tables.filter(({ passed }) => !passed).map(({ table }) => table);
    session.report({ ...result, passed: failed.length === 0 }, [
      `Restored as of ${result.at}, in ${result.restoreSeconds} seconds:`,
      ...result.tables.flatMap(describeTable),
      ...leftLines(result.leftOver),
    ]);
    if (failed.length > 0) {
      throw new CommandRefusedError(`The drill has failed for ${failed.join(', ')}: rows are missing there.`);
    }
    if (result.leftOver.length > 0) throw new CommandRefusedError('Tables of the drill are left, and cost.');
  });
}

export async function cleanBackups(session: Session): Promise<void> {
  await session.workOnBackups(async (backups) => {
    const before = await backups.leftOvers();
    const left = await cleanUp(backups, session.complain);
    session.report({ deleted: before.length - left.length, left }, [
      `Deleted ${before.length - left.length} tables of drills.`,
      ...leftLines(left),
    ]);
    if (left.length > 0) throw new CommandRefusedError('Some tables of drills could not be deleted.');
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
  throw new CommandMisusedError(`Unknown table "${unknown[0]}". Choose from: ${known.join(', ')}.`);
}

const manifestSchema = v.object({
  format: v.literal('freight-organization-export/1'),
  orgId: v.string(),
  counts: v.record(v.string(), v.number()),
});

/** Rows that do not say themselves whose they are, or are several's: they cannot be counted for one organization. */
const WITHOUT_OWNER = ['key-id', 'receiver-answer', 'market-sharing', 'market-owner'];

async function readExpected(file: string) {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new CommandRefusedError(`${file} cannot be read: ${Object(error).code}.`);
  });
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), manifestSchema), text);
  if (!parsed.success) throw new CommandRefusedError(`${file} is no manifest of an export.`);
  const { orgId, counts } = parsed.output;
  const kinds = Object.entries(TABLE_OF_KIND).filter(([kind]) => !WITHOUT_OWNER.includes(kind));
  const of: NonNullable<DrillRequest['expected']> = (table) => ({
    owner: orgId,
    counts: new Map(
      kinds.flatMap(([kind, place]) =>
        place === table && counts[kind] !== undefined ? [[rowName(orgId, kind), counts[kind]] as const] : [],
      ),
    ),
  });
  return { of, has: (table: string) => kinds.some(([, place]) => place === table) };
}

function describeTable({ table, restored, expected, differences, passed }: DrilledTable): string[] {
  const shown = differences.slice(0, DIFFERENCES_SHOWN);
  const more = differences.length - shown.length;
  return [
    `${passed ? '  ok    ' : '  FAILED'}  ${table}: ${restored} rows restored, ${expected} expected`,
    ...shown.map((one) => `            ${one.rows}: ${one.restored} restored, ${one.expected} expected`),
    ...(more > 0 ? [`            ... and ${more} more differences`] : []),
  ];
}

const leftLines = (names: readonly string[]): string[] =>
  names.length === 0 ? [] : [`Left: ${names.join(', ')}. ${CLEAN}`];
