import { eachOf, groupsOf } from '../lists/each-of.ts';
import { type Publication, publishSnapshot } from './publish-snapshot.ts';
import type { Terminal } from './terminal.ts';
import { nameKey, terminalId } from './terminal-id.ts';
import type { TerminalManagement } from './terminal-management.ts';
import type { TerminalRecord } from './terminal-record.ts';
import { GROUP } from './terminal-store.ts';

const GROUPS_AT_ONCE = 4;

/**
 * Puts the rows of the catalogue in the table that are not there yet, and publishes. A row that an operator changed,
 * renamed or closed is there: it keeps its name for good, so that no deployment brings it back.
 */
export async function loadCatalogue(
  management: TerminalManagement,
  catalogue: readonly Terminal[],
): Promise<{ readonly added: number; readonly publication: Publication }> {
  const { store, now } = management;
  const records = await store.all();
  const taken = new Set(
    records.flatMap((record) => [record, ...record.formerNames].map(({ name }) => nameKey(name))),
  );
  const missing = catalogue.filter(({ name }) => !taken.has(nameKey(name)));
  const brought = missing.map(
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
  let added = brought.length;
  await eachOf(groupsOf(brought, GROUP), GROUPS_AT_ONCE, async (group) => {
    // Taken by now: another deployment or an operator was first.
    added -= (await store.addGroup(group)).length;
  });
  return { added, publication: await publishSnapshot(management) };
}
