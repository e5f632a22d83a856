import { forEachConcurrent } from '../../platform/concurrency/for-each-concurrent.ts';
import { nameKey, type Terminal, terminalId } from '../catalogue/terminal.ts';
import { factsOf, isAsCatalogued, recordsByName, type TerminalRecord } from '../catalogue/terminal-record.ts';
import {
  type Publication,
  publishSnapshot,
  type TerminalWritePorts,
} from '../snapshots/dynamodb-snapshot-store.ts';

const WRITES_AT_ONCE = 16;

/**
 * Adds the missing rows of the catalogue to the table, updates changed facts of rows that no operator changed, and
 * publishes a snapshot. A row that an operator changed, renamed or closed does not change. It keeps its former names, so
 * that no deployment adds it again.
 */
export async function loadCatalogue(
  ports: TerminalWritePorts,
  catalogue: readonly Terminal[],
): Promise<{ readonly added: number; readonly updated: number; readonly publication: Publication }> {
  const { store, now } = ports;
  const known = recordsByName(await store.all());
  const newRecords = catalogue
    .filter(({ name }) => !known.has(nameKey(name)))
    .map(
      (terminal): TerminalRecord => ({
        ...terminal,
        id: terminalId(terminal.name),
        status: 'open',
        formerNames: [],
        origin: 'catalogue',
        revision: 1,
        updatedAt: now().toISOString(),
      }),
    );
  const changedRecords = catalogue.flatMap((terminal) => {
    const record = known.get(nameKey(terminal.name));
    return record && isAsCatalogued(record) && differs(record, terminal)
      ? updateRecord(record, terminal, now())
      : [];
  });
  // Other writes were made by another deployment or an operator in the meantime.
  const written = { added: 0, updated: 0 };
  await forEachConcurrent(newRecords, WRITES_AT_ONCE, async (record) => {
    if ((await store.add(record)) === 'added') written.added += 1;
  });
  await forEachConcurrent(changedRecords, WRITES_AT_ONCE, async (record) => {
    if ((await store.replace(record)) === 'replaced') written.updated += 1;
  });
  return { ...written, publication: await publishSnapshot(ports) };
}

function differs(record: TerminalRecord, terminal: Terminal): boolean {
  const stored: Readonly<Record<string, unknown>> = { ...factsOf(record) };
  const given: Readonly<Record<string, unknown>> = { ...terminal };
  // An optional fact can be missing in either.
  const fields = new Set([...Object.keys(stored), ...Object.keys(given)]);
  return [...fields].some((field) => JSON.stringify(stored[field]) !== JSON.stringify(given[field]));
}

/** The record with exactly the facts of the catalogue: an optional fact that the catalogue no longer has is removed. */
function updateRecord(record: TerminalRecord, terminal: Terminal, at: Date): TerminalRecord {
  const { id, status, formerNames, origin } = record;
  const revision = record.revision + 1;
  return {
    ...terminal,
    id,
    status,
    formerNames,
    origin,
    revision,
    catalogueRevision: revision,
    updatedAt: at.toISOString(),
  };
}
