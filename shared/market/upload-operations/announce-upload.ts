import type { KeyedAnswer, KeyedCall } from '../../accounts/idempotency/dynamodb-idempotency-store.ts';
import type { Account } from '../../platform/account/account.ts';
import { type Answer, reject, succeed } from '../../platform/http/outcome.ts';
import type { Rejection } from '../../platform/http/rejection.ts';
import type { PresignedRequests } from '../../platform/s3/compose-uploads.ts';
import type { ObjectStore } from '../../platform/s3/s3-object-store.ts';
import { ADDRESS_SECONDS, storeAnnouncement } from '../uploads/upload-announcement.ts';
import { accountUploadKey, idOfUpload } from '../uploads/upload-key.ts';
import { QUOTES_FOLDER, RATES_FOLDER } from '../uploads/upload-object-names.ts';
import type { createDynamoDbUnfinishedUploads } from './dynamodb-unfinished-uploads.ts';
import { awaitingUpload, type UploadKind } from './follow-upload.ts';
import { MAX_UNFINISHED_UPLOADS } from './upload-document.ts';

const UPLOAD_CONTENT_TYPE = 'text/csv';

/** Paths of uploads by the folder of their file; others are loads. */
const PATHS: Readonly<Record<string, string>> = {
  [RATES_FOLDER]: 'contract-rates',
  [QUOTES_FOLDER]: 'quotes',
};

const pathOf = (key: string): string =>
  `/api/v1/${PATHS[`${key.split('/').at(-2)}/`] ?? 'market'}/uploads/${idOfUpload(key)}`;

/** @param unfinished keys of the uploads. */
const tooManyUploads = (unfinished: readonly string[]): Rejection => ({
  kind: 'conflict',
  code: 'TOO_MANY_UPLOADS',
  message: `${unfinished.length} uploads of loads, contract rates and past quotes are unfinished, the maximum. Wait until one has ended, or cancel one with DELETE, then try again: ${unfinished.map(pathOf).join(', ')}.`,
  details: { limit: MAX_UNFINISHED_UPLOADS },
});

export interface AnnounceUploadPorts {
  readonly objects: Pick<ObjectStore, 'write'>;
  readonly unfinished: ReturnType<typeof createDynamoDbUnfinishedUploads>;
  readonly newId: (now: Date) => string;
  /** Stores the answer of a keyed call. @returns false if the key has an answer. */
  readonly rememberAnswer: (answer: KeyedAnswer) => Promise<boolean>;
  /** Answers a call whose key has an answer. */
  readonly replay: (call: KeyedCall) => Promise<Answer<never>>;
  readonly now: () => Date;
}

/**
 * Announces an upload, unless too many are unfinished. The announcement is stored before the answer: after a crash in
 * between, a repeated call announces another upload, and the first one expires without a file.
 */
export function announceUploadUseCase<Announced>(
  { objects, unfinished, newId, rememberAnswer, replay, now }: AnnounceUploadPorts,
  { folder, readBody, answerOf }: UploadKind<Announced>,
) {
  return async (body: unknown, caller: Account, keyed: KeyedCall | undefined): Promise<Answer<Announced>> => {
    const asked = readBody(body);
    if (!asked.ok) return asked;
    const at = now();
    const id = newId(at);
    const announced = {
      ...asked.body,
      createdAt: at.toISOString(),
      expiresAt: new Date(at.getTime() + ADDRESS_SECONDS * 1000).toISOString(),
    };
    const key = accountUploadKey(caller, folder, id);
    const others = await unfinished.add(caller, key);
    if (others !== undefined) return reject(tooManyUploads(others));
    await storeAnnouncement(objects, key, announced);
    const answer = answerOf(id, caller, awaitingUpload(announced));
    if (keyed !== undefined && !(await rememberAnswer({ call: keyed, body: JSON.stringify(answer) }))) {
      await unfinished.remove(caller, key);
      return replay(keyed);
    }
    return succeed(answer);
  };
}

/**
 * Adds the address for the file to an answer. The address is signed for each answer and never stored: a replayed answer
 * gets a new one, which expires at the same time.
 */
export function addUploadAddressUseCase<Announced>(
  signed: Pick<PresignedRequests, 'put'>,
  now: () => Date,
  kind: UploadKind<Announced>,
): (caller: Account, answer: Answer<Announced>) => Promise<Answer<Announced>> {
  const withAddress = async (caller: Account, answer: Announced): Promise<Announced> => {
    const { id, expiresAt } = kind.uploadOf(answer);
    const seconds = Math.floor((Date.parse(expiresAt) - now().getTime()) / 1000);
    if (seconds < 1) return answer;
    const options = { contentType: UPLOAD_CONTENT_TYPE, seconds };
    const address = await signed.put(accountUploadKey(caller, kind.folder, id), options);
    return kind.withAddress(answer, { ...address, headers: { ...address.headers } });
  };
  return async (caller, answer) => {
    if (!answer.ok) return answer;
    if ('replayed' in answer) {
      const stored = JSON.parse(answer.replayed) as Announced;
      return { ...answer, replayed: JSON.stringify(await withAddress(caller, stored)) };
    }
    return { ...answer, body: await withAddress(caller, answer.body) };
  };
}
