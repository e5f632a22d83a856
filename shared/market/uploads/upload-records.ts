import { isDeepStrictEqual } from 'node:util';
import type { ObjectStore } from '../../platform/s3/object-store.ts';
import { WORK_SUFFIX } from './upload-object-names.ts';
import type { OwnedUpload, UploadPorts } from './upload-ports.ts';
import { parseUploadState, type UploadState, uploadStateText } from './upload-state.ts';

/** A state, and the tag that it is stored under; none where it is not stored yet. */
export interface HeldState {
  readonly state: UploadState;
  readonly tag: string | undefined;
}

const stateKey = ({ work }: OwnedUpload): string => `${work}state${WORK_SUFFIX}`;

/** Where an import is kept between two steps. */
export async function readState(objects: ObjectStore, upload: OwnedUpload): Promise<HeldState | undefined> {
  const stored = await objects.read(stateKey(upload));
  if (stored === undefined) return undefined;
  return { state: parseUploadState(Buffer.from(stored.bytes).toString()), tag: stored.tag };
}

/**
 * Puts a state in the place of the one that it was made from.
 * @returns undefined where another run went on meanwhile: whoever wrote last is the one that goes on.
 */
export async function replaceState(
  { objects, run }: UploadPorts,
  upload: OwnedUpload,
  before: HeldState,
  next: UploadState,
): Promise<HeldState | undefined> {
  const state = { ...next, run };
  const bytes = Buffer.from(uploadStateText(state));
  const tag = await objects.write(stateKey(upload), bytes, { tag: before.tag });
  if (tag !== undefined) return { state, tag };
  // Not met may mean that the answer to the same write was lost, and it was sent again.
  const stored = await readState(objects, upload);
  return stored !== undefined && isDeepStrictEqual(stored.state, state) ? stored : undefined;
}
