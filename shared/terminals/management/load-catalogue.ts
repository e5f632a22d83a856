import { eachOf, groupsOf } from '../../platform/concurrency/each-of.ts';
import type { Terminal } from '../catalogue/terminal.ts';
import { nameKey, terminalId } from '../catalogue/terminal-id.ts';
import { factsOf, isAsCatalogued, type TerminalRecord } from '../catalogue/terminal-record.ts';
import { GROUP } from '../catalogue/terminal-store.ts';
import { type Publication, publishSnapshot } from '../snapshots/publish-snapshot.ts';
import type { TerminalWritePorts } from '../snapshots/terminal-write-ports.ts';

const GROUPS_AT_ONCE = 4;
const UPDATES_AT_ONCE = 16;

export interface LoadedCatalogue {
  readonly added: number;
  /** Rows that have other facts in this catalogue than in the one before. */
  readonly updated: number;
  readonly publication: Publication;
}

/**
 * Puts the rows of the catalogue in the table that are not there yet, brings changed facts to the rows that no
 * operator touched, and publishes. A row that an operator changed, renamed or closed stays as it is, and keeps its
 * names, so that no deployment adds it again.
 */
export async function loadCatalogue(
  ports: TerminalWritePorts,
  catalogue: readonly Terminal[],
): Promise<LoadedCatalogue> {
  const { store, now } = ports;
  const known = new Map(
    (await store.all()).flatMap((record) =>
      [record, ...record.formerNames].map(({ name }) => [nameKey(name), record] as const),
    ),
  );
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
  let added = newRecords.length;
  await eachOf(groupsOf(newRecords, GROUP), GROUPS_AT_ONCE, async (group) => {
    // Taken by now: another deployment or an operator was first.
    added -= (await store.addGroup(group)).length;
  });

  const changedRecords = catalogue.flatMap((terminal) => {
    const record = known.get(nameKey(terminal.name));
    return record && isAsCatalogued(record) && differs(record, terminal)
      ? updateRecord(record, terminal, now())
      : [];
  });
  let updated = 0;
  await eachOf(changedRecords, UPDATES_AT_ONCE, async (record) => {
    // Changed meanwhile: another deployment or an operator was first.
    if ((await store.replace(record)) === 'replaced') updated += 1;
  });
  return { added, updated, publication: await publishSnapshot(ports) };
}

function differs(record: TerminalRecord, terminal: Terminal): boolean {
  const stored: Readonly<Record<string, unknown>> = { ...factsOf(record) };
  return Object.entries(terminal).some(
    ([field, fact]) => JSON.stringify(stored[field]) !== JSON.stringify(fact),
  );
}

function updateRecord(record: TerminalRecord, terminal: Terminal, at: Date): TerminalRecord {
  const revision = record.revision + 1;
  return {
    ...record,
    ...terminal,
    id: record.id,
    revision,
    catalogueRevision: revision,
    updatedAt: at.toISOString(),
  };
}
