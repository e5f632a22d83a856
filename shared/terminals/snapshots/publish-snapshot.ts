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
const LONGEST_WAIT_MS = 200;

/** Old snapshots stay until two newer ones are there: a reader may be in the middle of one. */
const KEPT = 2;

export interface Publication {
  /** Whether a new snapshot was needed. */
  readonly published: boolean;
  /** The version in force; 0 while there are no terminals. */
  readonly version: number;
  /** Terminals in it, closed ones included. */
  readonly count: number;
}

class PublishConflictError extends Error {
  override readonly name = 'PublishConflictError';
}

/**
 * Puts a snapshot of all terminals as they are now in force, unless the one in force says the same and is sound.
 * The pointer moves only from the version that was in force before the terminals were read: who is overtaken reads
 * them again, so that no change of another operator is left out. Interrupted anywhere, the last one stays in force.
 */
export async function publishSnapshot({ store, snapshots, now }: TerminalWritePorts): Promise<Publication> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (attempt > 0) await wait(LONGEST_WAIT_MS * Math.random());
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
  throw new PublishConflictError(`${ATTEMPTS} times in a row somebody else published first`);
}

interface CurrentSnapshot {
  /** That the pointer is at; 0 where there is none. */
  readonly version: number;
  /** The snapshot in force, when it is sound. */
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

/** Deletes the snapshots that nobody reads any more. What it leaves when interrupted, the next one deletes. */
export async function removeOldSnapshots({ snapshots }: TerminalWritePorts): Promise<void> {
  const pointer = await readPointer(snapshots);
  if (pointer === undefined) return;
  const { version, previous } = pointer;
  await snapshots.removeBelow(Math.min(version - KEPT + 1, previous?.version ?? version));
}
