import { isDeepStrictEqual } from 'node:util';
import type { ObjectStore } from '../../platform/s3/object-store.ts';
import { WORK_SUFFIX } from './upload-object-names.ts';
import type { OwnedUpload, UploadPorts } from './upload-ports.ts';
import { parseUploadState, type UploadState, uploadStateText } from './upload-state.ts';

/** A state and its stored tag; undefined if it is not stored yet. */
export interface HeldState {
  readonly state: UploadState;
  readonly tag: string | undefined;
}

const stateKey = ({ work }: OwnedUpload): string => `${work}state${WORK_SUFFIX}`;

export async function readState(objects: ObjectStore, upload: OwnedUpload): Promise<HeldState | undefined> {
  const stored = await objects.read(stateKey(upload));
  if (stored === undefined) return undefined;
  return { state: parseUploadState(Buffer.from(stored.bytes).toString()), tag: stored.tag };
}

/**
 * Replaces the state that the next one was made from.
 * @returns undefined if another run replaced it meanwhile: that run continues.
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
  // The condition may have failed because this write was retried after a lost response.
  const stored = await readState(objects, upload);
  return stored !== undefined && isDeepStrictEqual(stored.state, state) ? stored : undefined;
}
