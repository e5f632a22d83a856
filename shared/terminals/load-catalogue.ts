import { eachOf } from './each-of.ts';
import { type Publication, publishSnapshot } from './publish-snapshot.ts';
import type { Terminal } from './terminal.ts';
import type { TerminalManagement } from './terminal-management.ts';
import { nameKey, type TerminalRecord, terminalId } from './terminal-record.ts';

const WRITES_AT_ONCE = 16;

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
  let added = 0;
  await eachOf(missing, WRITES_AT_ONCE, async (terminal) => {
    const record: TerminalRecord = {
      ...terminal,
      id: terminalId(terminal.name),
      status: 'open',
      formerNames: [],
      origin: 'catalogue',
      revision: 1,
      updatedAt: now().toISOString(),
    };
    // Taken by now: another deployment or an operator was first.
    if ((await store.add(record)) === 'added') added += 1;
  });
  return { added, publication: await publishSnapshot(management) };
}
