import { nameKey, type Terminal } from '../catalogue/terminal.ts';
import { factsOf, newRecord, nextRevision, recordsByName } from '../catalogue/terminal-record.ts';
import type { Publication, TerminalWritePorts } from '../snapshots/dynamodb-snapshot-store.ts';
import { writeRecords } from './write-records.ts';

/**
 * Adds the missing rows of the catalogue to the table, updates changed facts of rows that no operator changed, and
 * publishes a snapshot. A row that an operator changed, renamed or closed does not change. It keeps its former names, so
 * that no deployment adds it again.
 */
export async function loadCatalogue(
  ports: TerminalWritePorts,
  catalogue: readonly Terminal[],
): Promise<{ readonly added: number; readonly updated: number; readonly publication: Publication }> {
  const known = recordsByName(await ports.store.all());
  const records = catalogue.flatMap((terminal) => {
    const record = known.get(nameKey(terminal.name));
    if (record === undefined) return newRecord(terminal, 'catalogue', ports.now());
    if (record.origin !== 'catalogue' || !differs(factsOf(record), terminal)) return [];
    const { id, status, formerNames, revision, updatedAt } = record;
    // Exactly the facts of the catalogue: an optional fact that it no longer has is removed.
    const changed = { ...terminal, id, status, formerNames, revision, updatedAt };
    return nextRevision(changed, 'catalogue', ports.now());
  });
  const { added, updated, publication } = await writeRecords(ports, records);
  return { added, updated, publication };
}

function differs(stored: Terminal, given: Terminal): boolean {
  // An optional fact can be missing in either.
  const fields = Object.keys({ ...stored, ...given }) as (keyof Terminal)[];
  return fields.some((field) => JSON.stringify(stored[field]) !== JSON.stringify(given[field]));
}
