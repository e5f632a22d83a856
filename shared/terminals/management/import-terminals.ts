import { factsOfRow, type ReadRow, type TerminalRow } from '../catalogue/read-terminal-row.ts';
import { nameKey } from '../catalogue/terminal.ts';
import { newRecord, nextRevision, recordsByName, type TerminalRecord } from '../catalogue/terminal-record.ts';
import type { Publication, TerminalWritePorts } from '../snapshots/dynamodb-snapshot-store.ts';
import { writeRecords } from './write-records.ts';

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
      readonly counts: Readonly<Record<'added' | 'updated' | 'unchanged', number>>;
      readonly faults: readonly RowFault[];
      readonly publication: Publication;
    };

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

  const good = rows.filter((read): read is GoodRow => read.ok);
  const records = good.flatMap(({ row }) => changedRecord(row, known.get(nameKey(row.name)), ports.now()));
  const unchanged = good.length - records.length;
  let done = unchanged;
  const written = await writeRecords(ports, records, () => onProgress(++done));
  const { added, updated, contested, publication } = written;
  const numbers = new Map(good.map(({ row: { name }, number }) => [name, number]));
  const faults = contested.map(({ name }) => ({
    row: numbers.get(name) ?? 0,
    fault: `another operator changed "${name}" at the same time`,
  }));
  return { outcome: 'imported', counts: { added, updated, unchanged }, faults, publication };
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

/** The record to write for a row; [] if the row changes nothing. */
function changedRecord(
  { status, ...given }: TerminalRow,
  present: TerminalRecord | undefined,
  at: Date,
): TerminalRecord | [] {
  if (present === undefined)
    return { ...newRecord(factsOfRow(given), 'operator', at), status: status ?? 'open' };
  const next = { ...present, ...given, status: status ?? present.status };
  return JSON.stringify(next) === JSON.stringify(present) ? [] : nextRevision(next, 'operator', at);
}
