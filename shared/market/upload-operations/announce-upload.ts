import type { KeyedAnswer, KeyedCall } from '../../accounts/idempotency/idempotency-store.ts';
import type { Account } from '../../platform/account/account.ts';
import { type Answer, type Outcome, reject, succeed } from '../../platform/http/outcome.ts';
import type { PresignedPut, PresignedRequests } from '../../platform/s3/compose-uploads.ts';
import type { ObjectStore } from '../../platform/s3/s3-object-store.ts';
import {
  ADDRESS_SECONDS,
  storeAnnouncement,
  type UploadAnnouncement,
} from '../uploads/upload-announcement.ts';
import { tooManyUploads, type UnfinishedUploads } from './unfinished-uploads.ts';

export const UPLOAD_CONTENT_TYPE = 'text/csv';

/** The body of an announcement: `fileName` is null if none is given. */
export type UploadRequest = Pick<UploadAnnouncement, 'fileName' | 'columns' | 'sheet'>;

/** How a kind of upload is named, read and answered. */
export interface AnnouncedKind<Announced> {
  keyOf(account: Account, id: string): string;
  readBody(body: unknown): Outcome<UploadRequest>;
  answerOf(id: string, account: Account, announced: UploadAnnouncement): Announced;
  /** The upload of an answer. */
  uploadOf(answer: Announced): { readonly id: string; readonly expiresAt: string };
  withAddress(answer: Announced, address: PresignedPut): Announced;
}

export interface AnnounceUploadPorts {
  readonly objects: Pick<ObjectStore, 'write'>;
  readonly unfinished: UnfinishedUploads;
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
  { keyOf, readBody, answerOf }: AnnouncedKind<Announced>,
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
    const key = keyOf(caller, id);
    const others = await unfinished.add(caller, key);
    if (others !== undefined) return reject(tooManyUploads(others));
    await storeAnnouncement(objects, key, announced);
    const answer = answerOf(id, caller, announced);
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
  kind: AnnouncedKind<Announced>,
): (caller: Account, answer: Answer<Announced>) => Promise<Answer<Announced>> {
  const withAddress = async (caller: Account, answer: Announced): Promise<Announced> => {
    const { id, expiresAt } = kind.uploadOf(answer);
    const seconds = Math.floor((Date.parse(expiresAt) - now().getTime()) / 1000);
    if (seconds < 1) return answer;
    const options = { contentType: UPLOAD_CONTENT_TYPE, seconds };
    return kind.withAddress(answer, await signed.put(kind.keyOf(caller, id), options));
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
