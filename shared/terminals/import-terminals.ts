import { eachOf } from './each-of.ts';
import { type Publication, publishSnapshot, removeOldSnapshots } from './publish-snapshot.ts';
import { factsOfRow, type ReadRow, statusOfRow, type TerminalRow } from './read-terminal-row.ts';
import type { TerminalManagement } from './terminal-management.ts';
import { nameKey, type TerminalRecord, terminalId } from './terminal-record.ts';

/** Writes under way at once: enough to hide the round trips, few enough for a new table's write rate. */
const WRITES_AT_ONCE = 16;
const ATTEMPTS = 5;

/** A row of a file with its number as a spreadsheet shows it: the header is 1. */
export type NumberedRow = ReadRow & { readonly number: number };

export interface RowFault {
  readonly row: number;
  readonly fault: string;
}

export type ImportResult =
  /** Nothing was written. */
  | { readonly outcome: 'refused'; readonly faults: readonly RowFault[] }
  /** All was written but the rows in `faults`, which somebody else got in the way of. */
  | {
      readonly outcome: 'imported';
      readonly counts: Readonly<Record<RowOutcome, number>>;
      readonly faults: readonly RowFault[];
      readonly publication: Publication;
    };

type RowOutcome = 'added' | 'updated' | 'unchanged';

/**
 * Adds the terminals that are new and updates those whose name is known; what is as the file says is left alone, so
 * that an interrupted import is taken up by running it again. Nothing is written when any row is refused.
 * @param onProgress told of rows done so far.
 */
export async function importTerminals(
  management: TerminalManagement,
  rows: readonly NumberedRow[],
  onProgress: (done: number) => void,
): Promise<ImportResult> {
  const known = knownNames(await management.store.all());
  const refused = faultsOf(rows, known);
  if (refused.length > 0) return { outcome: 'refused', faults: refused };

  const counts = { added: 0, updated: 0, unchanged: 0 };
  const faults: RowFault[] = [];
  let done = 0;
  await eachOf(rows, WRITES_AT_ONCE, async (read) => {
    if (!read.ok) return;
    const outcome = await writeRow(management, read.row, known.get(nameKey(read.row.name)));
    if (outcome === 'contested') {
      faults.push({ row: read.number, fault: `"${read.row.name}" was changed by somebody else meanwhile` });
    } else counts[outcome] += 1;
    done += 1;
    onProgress(done);
  });
  const publication = await publishSnapshot(management);
  await removeOldSnapshots(management);
  return { outcome: 'imported', counts, faults, publication };
}

/** Whose each name is, former ones included. */
function knownNames(records: readonly TerminalRecord[]): ReadonlyMap<string, TerminalRecord> {
  return new Map(
    records.flatMap((record) =>
      [record, ...record.formerNames].map(({ name }) => [nameKey(name), record] as const),
    ),
  );
}

function faultsOf(
  rows: readonly NumberedRow[],
  known: ReadonlyMap<string, TerminalRecord>,
): readonly RowFault[] {
  const seen = new Map<string, { readonly number: number; readonly name: string }>();
  return rows.flatMap((read) => {
    const { number } = read;
    if (!read.ok) return read.faults.map((fault) => ({ row: number, fault }));
    const { name } = read.row;
    const key = nameKey(name);
    const before = seen.get(key);
    if (before) return [{ row: number, fault: repeats(name, before.name, `row ${before.number}`) }];
    seen.set(key, { number, name });
    const fault = clash(name, known.get(key));
    return fault === undefined ? [] : [{ row: number, fault }];
  });
}

const repeats = (name: string, other: string, where: string): string =>
  name === other
    ? `name "${name}" is in ${where} already`
    : `name "${name}" differs from "${other}" in ${where} only in case, accents or punctuation`;

function clash(name: string, owner: TerminalRecord | undefined): string | undefined {
  if (owner === undefined || owner.name === name) return undefined;
  return nameKey(owner.name) === nameKey(name)
    ? repeats(name, owner.name, 'the service')
    : `name "${name}" is a former name of "${owner.name}"`;
}

async function writeRow(
  { store, now }: TerminalManagement,
  row: TerminalRow,
  known: TerminalRecord | undefined,
): Promise<RowOutcome | 'contested'> {
  let present = known;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (attempt > 0) present = await store.find(row.name);
    const updatedAt = now().toISOString();
    if (present === undefined) {
      const record: TerminalRecord = {
        ...factsOfRow(row),
        id: terminalId(row.name),
        status: statusOfRow(row, 'open'),
        formerNames: [],
        origin: 'operator',
        revision: 1,
        updatedAt,
      };
      if ((await store.add(record)) === 'added') return 'added';
      continue;
    }
    if (present.name !== row.name) return 'contested';
    const { status, ...given } = row;
    const next = { ...present, ...given, status: statusOfRow(row, present.status) };
    if (JSON.stringify(next) === JSON.stringify(present)) return 'unchanged';
    const record = { ...next, revision: present.revision + 1, updatedAt };
    if ((await store.replace(record)) === 'replaced') return 'updated';
  }
  return 'contested';
}
