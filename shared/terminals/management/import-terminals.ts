import { forEachConcurrent } from '../../platform/concurrency/for-each-concurrent.ts';
import { factsOfRow, type ReadRow, type TerminalRow } from '../catalogue/read-terminal-row.ts';
import { nameKey, terminalId } from '../catalogue/terminal.ts';
import { recordsByName, type TerminalRecord } from '../catalogue/terminal-record.ts';
import {
  type Publication,
  publishSnapshot,
  type TerminalWritePorts,
} from '../snapshots/dynamodb-snapshot-store.ts';

/** Concurrent writes: enough to hide round trips, and below the write rate of a new table. */
const WRITES_AT_ONCE = 16;

/** A row of a file with its number as in a spreadsheet: the header is row 1. */
export type NumberedRow = ReadRow & { readonly number: number };

type GoodRow = Extract<NumberedRow, { readonly ok: true }>;

export interface RowFault {
  readonly row: number;
  readonly fault: string;
}

export type ImportResult =
  /** Nothing was written. */
  | { readonly outcome: 'rejected'; readonly faults: readonly RowFault[] }
  /** All rows were written, except those in `faults`, which another operator changed at the same time. */
  | {
      readonly outcome: 'imported';
      readonly counts: Readonly<Record<RowOutcome, number>>;
      readonly faults: readonly RowFault[];
      readonly publication: Publication;
    };

type RowOutcome = 'added' | 'updated' | 'unchanged';

/**
 * Adds new terminals and updates known ones. Rows without a change are skipped, so that an interrupted import can be run
 * again. If any row is rejected, nothing is written.
 * @param onProgress called with the number of rows done so far.
 */
export async function importTerminals(
  ports: TerminalWritePorts,
  rows: readonly NumberedRow[],
  onProgress: (done: number) => void,
): Promise<ImportResult> {
  const known = recordsByName(await ports.store.all());
  const rejected = faultsOf(rows, known);
  if (rejected.length > 0) return { outcome: 'rejected', faults: rejected };

  const counts = { added: 0, updated: 0, unchanged: 0 };
  const faults: RowFault[] = [];
  let done = 0;
  const good = rows.filter((read): read is GoodRow => read.ok);
  await forEachConcurrent(good, WRITES_AT_ONCE, async ({ number, row }) => {
    const outcome = await writeRow(ports, row, known.get(nameKey(row.name)));
    if (outcome === 'contested') {
      faults.push({ row: number, fault: `another operator changed "${row.name}" at the same time` });
    } else counts[outcome] += 1;
    onProgress(++done);
  });
  return { outcome: 'imported', counts, faults, publication: await publishSnapshot(ports) };
}

function faultsOf(
  rows: readonly NumberedRow[],
  known: ReadonlyMap<string, TerminalRecord>,
): readonly RowFault[] {
  const seen = new Map<string, { readonly number: number; readonly name: string }>();
  return rows.flatMap((read) => {
    const { number } = read;
    const faults = read.ok ? [] : read.faults.map((fault) => ({ row: number, fault }));
    const name = read.ok ? read.row.name : read.name;
    if (name === undefined) return faults;
    const key = nameKey(name);
    const before = seen.get(key);
    if (!before) seen.set(key, { number, name });
    const fault = before ? repeats(name, before.name, `row ${before.number}`) : clash(name, known.get(key));
    return fault === undefined ? faults : [...faults, { row: number, fault }];
  });
}

const repeats = (name: string, other: string, where: string): string =>
  name === other
    ? `duplicate name "${name}", also in ${where}`
    : `name "${name}" differs from "${other}" in ${where} only in case, accents or punctuation`;

function clash(name: string, owner: TerminalRecord | undefined): string | undefined {
  if (owner === undefined || owner.name === name) return undefined;
  return nameKey(owner.name) === nameKey(name)
    ? repeats(name, owner.name, 'the service')
    : `name "${name}" is a former name of "${owner.name}"`;
}

function newRecord(row: TerminalRow, at: Date): TerminalRecord {
  return {
    ...factsOfRow(row),
    id: terminalId(row.name),
    status: row.status ?? 'open',
    formerNames: [],
    origin: 'operator',
    revision: 1,
    updatedAt: at.toISOString(),
  };
}

async function writeRow(
  { store, now }: TerminalWritePorts,
  row: TerminalRow,
  present: TerminalRecord | undefined,
): Promise<RowOutcome | 'contested'> {
  if (present === undefined)
    return (await store.add(newRecord(row, now()))) === 'added' ? 'added' : 'contested';
  const { status, ...given } = row;
  const next = { ...present, ...given, status: status ?? present.status };
  if (JSON.stringify(next) === JSON.stringify(present)) return 'unchanged';
  const record = { ...next, revision: present.revision + 1, updatedAt: now().toISOString() };
  return (await store.replace(record)) === 'replaced' ? 'updated' : 'contested';
}
