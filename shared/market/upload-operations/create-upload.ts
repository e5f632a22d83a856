import type { KeyedAnswer, KeyedCall } from '../../accounts/idempotency/idempotency-store.ts';
import type { Account } from '../../platform/account/account.ts';
import { type Answer, succeed } from '../../platform/http/outcome.ts';
import type { ObjectStore } from '../../platform/s3/object-store.ts';
import type { PresignedRequests } from '../../platform/s3/presigned-requests.ts';
import { readUploadBody } from './read-upload-body.ts';
import { keyOfUpload, storeAnnouncement } from './upload-announcement.ts';
import { type CreatedUploadAnswer, newUploadDocument } from './upload-document.ts';

/** How long a file can be sent. */
export const ADDRESS_SECONDS = 3_600;

export const UPLOAD_CONTENT_TYPE = 'text/csv';

export interface CreateUploadPorts {
  readonly objects: Pick<ObjectStore, 'write'>;
  readonly newId: (now: Date) => string;
  /** Stores the answer of a keyed call. @returns false if the key has an answer. */
  readonly rememberAnswer: (answer: KeyedAnswer) => Promise<boolean>;
  /** Answers a call whose key has an answer. */
  readonly replay: (call: KeyedCall) => Promise<Answer<never>>;
  readonly now: () => Date;
}

/**
 * Announces an upload. The announcement is stored before the answer: after a crash in between, a repeated call announces
 * another upload, and the first one expires without a file.
 */
export function createUploadUseCase({ objects, newId, rememberAnswer, replay, now }: CreateUploadPorts) {
  return async (
    body: unknown,
    caller: Account,
    keyed: KeyedCall | undefined,
  ): Promise<Answer<CreatedUploadAnswer>> => {
    const fileName = readUploadBody(body);
    if (!fileName.ok) return fileName;
    const at = now();
    const id = newId(at);
    const announced = {
      fileName: fileName.body,
      createdAt: at.toISOString(),
      expiresAt: new Date(at.getTime() + ADDRESS_SECONDS * 1000).toISOString(),
    };
    await storeAnnouncement(objects, keyOfUpload(caller, id), announced);
    const answer = { status: 'success' as const, data: newUploadDocument(id, caller.mode, announced) };
    if (keyed !== undefined && !(await rememberAnswer({ call: keyed, body: JSON.stringify(answer) }))) {
      return replay(keyed);
    }
    return succeed(answer);
  };
}

/**
 * Adds the address for the file to an answer. The address is signed for each answer and never stored: a replayed answer
 * gets a new one, which expires at the same time.
 */
export function addAddressUseCase(
  signed: Pick<PresignedRequests, 'put'>,
  now: () => Date,
): (caller: Account, answer: Answer<CreatedUploadAnswer>) => Promise<Answer<CreatedUploadAnswer>> {
  const withAddress = async (caller: Account, { status, data }: CreatedUploadAnswer) => {
    const seconds = Math.floor((Date.parse(data.expiresAt) - now().getTime()) / 1000);
    if (seconds < 1) return { status, data };
    const options = { contentType: UPLOAD_CONTENT_TYPE, seconds };
    const put = await signed.put(keyOfUpload(caller, data.id), options);
    const upload = { ...put, headers: { ...put.headers }, expiresAt: data.expiresAt };
    return { status, data: { ...data, upload } };
  };
  return async (caller, answer) => {
    if (!answer.ok) return answer;
    if ('replayed' in answer) {
      const stored = JSON.parse(answer.replayed) as CreatedUploadAnswer;
      return { ...answer, replayed: JSON.stringify(await withAddress(caller, stored)) };
    }
    return { ...answer, body: await withAddress(caller, answer.body) };
  };
}
