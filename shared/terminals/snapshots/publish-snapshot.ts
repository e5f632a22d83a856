import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { toListedTerminal } from '../catalogue/terminal-record.ts';
import { readPointer, readSnapshot } from './read-snapshot.ts';
import { BrokenSnapshotError, packTerminals } from './snapshot-content.ts';
import {
  CHUNK_BYTES,
  type SnapshotPointer,
  type SnapshotReference,
  type SnapshotStore,
} from './snapshot-store.ts';
import type { TerminalWritePorts } from './terminal-write-ports.ts';

const ATTEMPTS = 25;
const MAX_WAIT_MS = 200;

/** Number of snapshots that are kept, because a function can still be reading the previous one. */
const KEPT_SNAPSHOTS = 2;

export interface Publication {
  /** Whether a new snapshot was needed. */
  readonly published: boolean;
  /** The current version; 0 if there are no terminals. */
  readonly version: number;
  /** Number of terminals, including closed ones. */
  readonly count: number;
}

class PublishConflictError extends Error {
  override readonly name = 'PublishConflictError';
}

/**
 * Publishes a snapshot of all terminals, unless the current snapshot has the same content and is readable.
 * The pointer moves only from the version that was current before the terminals were read. If another operator published
 * in the meantime, the terminals are read again, so that no change is lost. If interrupted, the current snapshot does not
 * change.
 * @throws PublishConflictError after 25 conflicts.
 */
export async function publishSnapshot({ store, snapshots, now }: TerminalWritePorts): Promise<Publication> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (attempt > 0) await wait(MAX_WAIT_MS * Math.random());
    const before = await findCurrent(snapshots);
    const records = [...(await store.all())].sort((a, b) => (a.id < b.id ? -1 : 1));
    const count = records.length;
    const { content, sha256 } = packTerminals(records.map(toListedTerminal));
    if (count === 0 || before.sound?.sha256 === sha256)
      return { published: false, version: before.version, count };

    const version = before.version + 1;
    const reference: SnapshotReference = {
      version,
      attempt: randomBytes(6).toString('hex'),
      count,
      sha256,
      chunks: Math.ceil(content.length / CHUNK_BYTES),
      publishedAt: now().toISOString(),
    };
    await snapshots.storeContent(reference, content);
    const previous = before.sound ?? before.previous;
    const pointer: SnapshotPointer = { format: 1, ...reference, ...(previous ? { previous } : {}) };
    if ((await snapshots.movePointer(pointer, before.version)) === 'moved')
      return { published: true, version, count };
  }
  throw new PublishConflictError(`another operator published first in ${ATTEMPTS} consecutive attempts`);
}

interface CurrentSnapshot {
  /** Version of the pointer; 0 if there is none. */
  readonly version: number;
  /** The current snapshot, if it is readable. */
  readonly sound?: SnapshotReference;
  readonly previous?: SnapshotReference;
}

async function findCurrent(snapshots: SnapshotStore): Promise<CurrentSnapshot> {
  let pointer: SnapshotPointer | undefined;
  try {
    pointer = await readPointer(snapshots);
  } catch (error) {
    if (!(error instanceof BrokenSnapshotError)) throw error;
    const { version } = Object(await snapshots.pointer()) as { version?: unknown };
    return { version: typeof version === 'number' ? version : 0 };
  }
  if (pointer === undefined) return { version: 0 };
  const { previous, format, ...reference } = pointer;
  const known = { version: pointer.version, ...(previous ? { previous } : {}) };
  return (await isSound(snapshots, reference)) ? { ...known, sound: reference } : known;
}

async function isSound(snapshots: SnapshotStore, reference: SnapshotReference): Promise<boolean> {
  try {
    await readSnapshot(snapshots, reference);
    return true;
  } catch (error) {
    if (error instanceof BrokenSnapshotError) return false;
    throw error;
  }
}

/** Deletes snapshots that are no longer in use. If interrupted, the next call deletes the rest. */
export async function removeOldSnapshots({ snapshots }: TerminalWritePorts): Promise<void> {
  const pointer = await readPointer(snapshots);
  if (pointer === undefined) return;
  const { version, previous } = pointer;
  await snapshots.removeBelow(Math.min(version - KEPT_SNAPSHOTS + 1, previous?.version ?? version));
}
