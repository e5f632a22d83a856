import type { Account } from '../../platform/account/account.ts';
import { type Outcome, reject } from '../../platform/http/outcome.ts';
import type { Rejection } from '../../platform/http/rejection.ts';
import type { ObjectStore } from '../../platform/s3/s3-object-store.ts';
import { cancelUpload, keyOfUpload } from '../uploads/upload-announcement.ts';
import type { ReadUploadPorts } from './read-upload-reports.ts';
import { readUploadStatusUseCase } from './read-upload-status.ts';
import type { UploadAnswer, UploadDocument } from './upload-document.ts';

type State = UploadDocument['state'];

export interface CancelUploadPorts extends ReadUploadPorts {
  readonly objects: ReadUploadPorts['objects'] & Pick<ObjectStore, 'write'>;
}

const uploadEnded = (id: string, state: State): Rejection => ({
  kind: 'conflict',
  code: 'UPLOAD_ENDED',
  message: `Upload ${id} cannot be cancelled, because its import has ended: its state is ${state}. What it imported stays.`,
  details: { upload_id: id },
});

const ENDED: readonly State[] = ['imported', 'rejected', 'failed'];

/** How the uploads of a kind are found. */
export interface CancelledKind<Answer> {
  keyOf(account: Account, id: string): string;
  read(id: string, caller: Account): Promise<Outcome<Answer>>;
  stateOf(answer: Answer): State;
}

/**
 * Cancels an upload without a result, whether or not its file was sent; safe to repeat. A file that is sent later is not
 * imported, and a running import ends before its next step.
 */
export function cancelUnlessEnded<Answer>(
  { objects, now }: Pick<CancelUploadPorts, 'objects' | 'now'>,
  { keyOf, read, stateOf }: CancelledKind<Answer>,
) {
  return async (id: string, caller: Account): Promise<Outcome<Answer>> => {
    const found = await read(id, caller);
    if (!found.ok) return found;
    const state = stateOf(found.body);
    if (ENDED.includes(state)) return reject(uploadEnded(id, state));
    await cancelUpload(objects, keyOf(caller, id), now());
    return read(id, caller);
  };
}

/** Cancels an upload of loads. */
export const cancelUploadUseCase = (ports: CancelUploadPorts) =>
  cancelUnlessEnded<UploadAnswer>(ports, {
    keyOf: keyOfUpload,
    read: readUploadStatusUseCase(ports),
    stateOf: ({ data }) => data.state,
  });
