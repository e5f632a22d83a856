import { isDeepStrictEqual } from 'node:util';
import type { ObjectStore } from '../../platform/s3/object-store.ts';
import type { StepState } from './step-state.ts';
import type { UploadKind } from './upload-kind.ts';
import { WORK_SUFFIX } from './upload-object-names.ts';
import type { OwnedUpload, StepPorts } from './upload-ports.ts';

/** A state and its stored tag; undefined if it is not stored yet. */
export interface HeldState<State> {
  readonly state: State;
  readonly tag: string | undefined;
}

const stateKey = ({ work }: OwnedUpload): string => `${work}state${WORK_SUFFIX}`;

export async function readState<State extends StepState>(
  objects: ObjectStore,
  upload: OwnedUpload,
  kind: Pick<UploadKind<State>, 'parse'>,
): Promise<HeldState<State> | undefined> {
  const stored = await objects.read(stateKey(upload));
  if (stored === undefined) return undefined;
  return { state: kind.parse(Buffer.from(stored.bytes).toString()), tag: stored.tag };
}

/**
 * Replaces the state that the next one was made from.
 * @returns undefined if another run replaced it meanwhile: that run continues.
 */
export async function replaceState<State extends StepState>(
  { objects, run }: Pick<StepPorts, 'objects' | 'run'>,
  upload: OwnedUpload,
  before: HeldState<State>,
  next: State,
  kind: Pick<UploadKind<State>, 'parse' | 'toText'>,
): Promise<HeldState<State> | undefined> {
  const state = { ...next, run };
  const bytes = Buffer.from(kind.toText(state));
  const tag = await objects.write(stateKey(upload), bytes, { tag: before.tag });
  if (tag !== undefined) return { state, tag };
  // The condition may have failed because this write was retried after a lost response.
  const stored = await readState(objects, upload, kind);
  return stored !== undefined && isDeepStrictEqual(stored.state, state) ? stored : undefined;
}
