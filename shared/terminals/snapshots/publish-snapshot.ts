import { setTimeout as wait } from 'node:timers/promises';
import { toListedTerminal } from '../catalogue/terminal-record.ts';
import { packTerminals, type TerminalWritePorts } from './dynamodb-snapshot-store.ts';

const ATTEMPTS = 25;
const MAX_WAIT_MS = 200;

/** An item of DynamoDB has at most 400 KB. */
const MAX_BYTES = 390_000;

export interface Publication {
  /** Whether a new snapshot was needed. */
  readonly published: boolean;
  /** The current version; 0 if there are no terminals. */
  readonly version: number;
  /** Number of terminals, including closed ones. */
  readonly count: number;
}

class SnapshotNotPublishedError extends Error {
  override readonly name = 'SnapshotNotPublishedError';
}

/**
 * Publishes a snapshot of all terminals, unless the current snapshot has the same content.
 * It replaces only the snapshot that was current before the terminals were read. If another operator published in the
 * meantime, the terminals are read again, so that no change is lost.
 * @throws SnapshotNotPublishedError after 25 conflicts, or if the terminals do not fit into an item.
 */
export async function publishSnapshot({ store, snapshots }: TerminalWritePorts): Promise<Publication> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (attempt > 0) await wait(MAX_WAIT_MS * Math.random());
    const stored = await snapshots.read();
    const records = [...(await store.all())].sort((a, b) => (a.id < b.id ? -1 : 1));
    const packed = packTerminals(records.map(toListedTerminal));
    const { count, content } = packed;
    const before = Number(Object(stored).version ?? 0);
    if (count === 0 || Object(stored).sha256 === packed.sha256)
      return { published: false, version: before, count };
    if (content.length > MAX_BYTES)
      throw new SnapshotNotPublishedError(`${count} terminals have more than ${MAX_BYTES} bytes`);
    if ((await snapshots.replace({ version: before + 1, ...packed }, before)) === 'replaced')
      return { published: true, version: before + 1, count };
  }
  throw new SnapshotNotPublishedError(`another operator published first in ${ATTEMPTS} consecutive attempts`);
}
