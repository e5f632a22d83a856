import { KEY_IN_USE } from '../accounts/idempotency/answer-once.ts';
import type { KeyedAnswer, KeyedCall } from '../accounts/idempotency/dynamodb-idempotency-store.ts';
import type { Account } from '../platform/account/account.ts';
import { type Answer, reject, succeed } from '../platform/http/outcome.ts';
import type { Rejection } from '../platform/http/rejection.ts';
import type { PresignedRequests } from '../platform/s3/compose-uploads.ts';
import type { ObjectStore } from '../platform/s3/s3-object-store.ts';
import type { createDynamoDbUnfinishedUploads } from './dynamodb-unfinished-uploads.ts';
import { awaitingUpload, type UploadKind } from './follow-upload.ts';
import { ADDRESS_SECONDS, MAX_UNFINISHED_UPLOADS } from './upload-document.ts';
import { announcedKey, idOfUpload, readAccountKey, UPLOAD_FOLDERS } from './upload-key.ts';
import { type ImportState, type UploadAnnouncement, writeRecord } from './upload-record.ts';

const pathOf = (key: string): string => {
  const { folder = '' } = readAccountKey(key) ?? {};
  const room = folder === UPLOAD_FOLDERS.loads ? 'market/' : folder;
  return `/api/v1/${room}uploads/${idOfUpload(key)}`;
};

/** @param unfinished keys of the uploads. */
const tooManyUploads = (unfinished: readonly string[]): Rejection => ({
  kind: 'conflict',
  code: 'TOO_MANY_UPLOADS',
  message: `${unfinished.length} uploads of loads, contract rates and past quotes are unfinished, the maximum. Wait until one has ended, or cancel one with DELETE, then try again: ${unfinished.map(pathOf).join(', ')}.`,
  details: { limit: MAX_UNFINISHED_UPLOADS },
});

interface Announced {
  readonly id: string;
  readonly announced: UploadAnnouncement;
}

export interface AnnounceUploadPorts {
  readonly objects: Pick<ObjectStore, 'write'>;
  readonly addUnfinished: ReturnType<typeof createDynamoDbUnfinishedUploads>;
  readonly newId: (now: Date) => string;
  /** Stores the answer of a keyed call. @returns false if the key has an answer. */
  readonly rememberAnswer: (answer: KeyedAnswer) => Promise<boolean>;
  readonly now: () => Date;
}

/**
 * Announces an upload, unless too many are unfinished. The record is stored before the answer: after a crash in between, a
 * repeated call announces another upload, and the first one expires without a file.
 */
export function announceUploadUseCase<State extends ImportState, Body>(
  { objects, addUnfinished, newId, rememberAnswer, now }: AnnounceUploadPorts,
  { folder, readBody }: UploadKind<State, Body>,
) {
  return async (body: unknown, caller: Account, keyed: KeyedCall | undefined): Promise<Answer<Announced>> => {
    const asked = readBody(body);
    if (!asked.ok) return asked;
    const at = now();
    const id = newId(at);
    const createdAt = at.toISOString();
    const expiresAt = new Date(at.getTime() + ADDRESS_SECONDS * 1000).toISOString();
    const announced = { ...asked.body, createdAt, expiresAt };
    const key = announcedKey(caller, folder, id);
    const others = await addUnfinished(caller, key);
    if (others !== undefined) return reject(tooManyUploads(others));
    const tag = await writeRecord(objects, key, { announced }, undefined);
    const answer = { id, announced };
    if (keyed !== undefined && !(await rememberAnswer({ call: keyed, body: JSON.stringify(answer) }))) {
      // A concurrent call was first: this upload no longer counts as unfinished.
      await writeRecord(objects, key, { announced, cancelledAt: createdAt }, tag);
      return reject(KEY_IN_USE);
    }
    return succeed(answer);
  };
}

/**
 * Answers with the address for the file. The address is signed for each answer and never stored: a replayed answer gets a
 * new one, which expires at the same time.
 */
export function answerWithAddressUseCase<State extends ImportState, Body>(
  signed: Pick<PresignedRequests, 'put'>,
  now: () => Date,
  { folder, answerOf }: UploadKind<State, Body>,
) {
  const bodyOf = async (caller: Account, { id, announced }: Announced): Promise<Body> => {
    const seconds = Math.floor((Date.parse(announced.expiresAt) - now().getTime()) / 1000);
    const options = { contentType: 'text/csv', seconds };
    const address = seconds < 1 ? undefined : await signed.put(announcedKey(caller, folder, id), options);
    return answerOf(id, caller, awaitingUpload(announced), address);
  };
  return async (caller: Account, answer: Answer<Announced>): Promise<Answer<Body>> => {
    if (!answer.ok) return answer;
    return 'replayed' in answer
      ? { ...answer, replayed: JSON.stringify(await bodyOf(caller, JSON.parse(answer.replayed))) }
      : { ...answer, body: await bodyOf(caller, answer.body) };
  };
}
