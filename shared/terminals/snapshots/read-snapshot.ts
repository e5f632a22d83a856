import * as v from 'valibot';
import type { ListedTerminal } from '../catalogue/listed-terminal.ts';
import { BrokenSnapshotError, unpackTerminals } from './snapshot-content.ts';
import {
  pointerSchema,
  type SnapshotPointer,
  type SnapshotReader,
  type SnapshotReference,
} from './snapshot-store.ts';

/** The pointer, or undefined before the first snapshot. @throws BrokenSnapshotError for an invalid pointer. */
export async function readPointer(snapshots: SnapshotReader): Promise<SnapshotPointer | undefined> {
  const stored = await snapshots.pointer();
  if (stored === undefined) return undefined;
  const parsed = v.safeParse(pointerSchema, stored);
  if (parsed.success) return parsed.output;
  const [first] = parsed.issues;
  throw new BrokenSnapshotError(`pointer: ${v.getDotPath(first) ?? ''}: expected ${first.expected}`);
}

/** All terminals of a snapshot. @throws BrokenSnapshotError if it is incomplete or damaged. */
export async function readSnapshot(
  snapshots: SnapshotReader,
  reference: SnapshotReference,
): Promise<readonly ListedTerminal[]> {
  const content = await snapshots.content(reference);
  if (content === undefined) throw new BrokenSnapshotError('a chunk is missing');
  return unpackTerminals({ content, sha256: reference.sha256 }, reference.count);
}
