import { forEachConcurrent } from '../../platform/concurrency/for-each-concurrent.ts';
import type { TerminalRecord } from '../catalogue/terminal-record.ts';
import { publishSnapshot, type TerminalWritePorts } from '../snapshots/dynamodb-snapshot-store.ts';

/** Concurrent writes: enough to hide round trips, and below the write rate of a new table. */
const WRITES_AT_ONCE = 16;

/**
 * Adds records of revision 1, replaces the others, and publishes a snapshot.
 * @param onWritten called after each record.
 * @returns the counts, and as `contested` the records that were not written because somebody changed them at the same time.
 */
export async function writeRecords(
  ports: TerminalWritePorts,
  records: readonly TerminalRecord[],
  onWritten?: () => void,
) {
  const { store } = ports;
  const contested: TerminalRecord[] = [];
  let added = 0;
  let updated = 0;
  await forEachConcurrent(records, WRITES_AT_ONCE, async (record) => {
    const outcome = record.revision === 1 ? await store.add(record) : await store.replace(record);
    if (outcome === 'added') added += 1;
    else if (outcome === 'replaced') updated += 1;
    else contested.push(record);
    onWritten?.();
  });
  return { added, updated, contested, publication: await publishSnapshot(ports) };
}
