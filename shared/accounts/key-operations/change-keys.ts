import type { Account } from '../../platform/account/account.ts';
import { type ApiKeyChoices, type ApiKeyRecord, hasEnded, issueApiKey } from '../api-keys/api-key-record.ts';
import { type Author, auditEvent, keyCreated, keyDeleted, keyRotated } from '../audit/audit-event.ts';
import type { KeyedAnswer } from '../idempotency/dynamodb-idempotency-store.ts';
import type { ApiKeyStore, KeyChangeOutcome } from '../organizations/dynamodb-api-key-store.ts';

export interface ChangeKeysPorts {
  readonly keys: ApiKeyStore;
  readonly now: () => Date;
}

/** A key that was just made. The key itself is returned only here; only its hash is stored. */
export interface IssuedKey {
  readonly apiKey: string;
  readonly record: ApiKeyRecord;
}

type AnswerFor<Issued> = (issued: Issued) => KeyedAnswer | undefined;

export type KeyRejection = Exclude<KeyChangeOutcome, 'changed'>;

export type KeyResult<Body> =
  | ({ readonly ok: true } & Body)
  | { readonly ok: false; readonly reason: KeyRejection };

const callerIn = (author: Author) => (author.type === 'key' ? { by: author.keyId } : {});

export async function addKey(
  { keys, now }: ChangeKeysPorts,
  author: Author,
  account: Account,
  choices: Pick<ApiKeyChoices, 'name' | 'scopes' | 'expiresAt'>,
  answerFor: AnswerFor<IssuedKey> = () => undefined,
): Promise<KeyResult<IssuedKey>> {
  const at = now();
  const issued = issueApiKey({ ...choices, ...account }, at);
  const { record } = issued;
  const answer = answerFor(issued);
  const outcome = await keys.change(account, {
    change: { type: 'add', record },
    ...callerIn(author),
    at,
    event: auditEvent(keyCreated(record), author, at),
    ...(answer && { answer }),
  });
  return outcome === 'changed' ? { ok: true, ...issued } : { ok: false, reason: outcome };
}

export interface RotatedKey extends IssuedKey {
  /** When the old key expires: ISO 8601, UTC. Both keys work until then. */
  readonly oldEndsAt: string;
}

/**
 * Creates a key with the name, mode, scopes and expiry of an old key, which expires after `overlapMs`. A key is rotated
 * once: a repeated call changes nothing.
 */
export async function replaceKey(
  { keys, now }: ChangeKeysPorts,
  author: Author,
  account: Account,
  keyId: string,
  overlapMs: number,
  answerFor: AnswerFor<RotatedKey> = () => undefined,
): Promise<KeyResult<RotatedKey>> {
  const at = now();
  const old = await findIn(keys, account, keyId);
  if (old === undefined || hasEnded(old, at.getTime())) return { ok: false, reason: 'unknown-key' };
  const { name, scopes, expiresAt } = old;
  const choices = { name, scopes, ...account, ...(expiresAt === undefined ? {} : { expiresAt }) };
  const overlapEnd = at.getTime() + overlapMs;
  const endsEarlier = expiresAt !== undefined && Date.parse(expiresAt) < overlapEnd;
  const oldEndsAt = endsEarlier ? expiresAt : new Date(overlapEnd).toISOString();
  const issued = { ...issueApiKey(choices, at), oldEndsAt };
  const { record } = issued;
  const answer = answerFor(issued);
  const outcome = await keys.change(account, {
    change: { type: 'replace', keyId, record, endsAt: oldEndsAt },
    ...callerIn(author),
    at,
    event: auditEvent(keyRotated(old, record, oldEndsAt), author, at),
    ...(answer && { answer }),
  });
  return outcome === 'changed' ? { ok: true, ...issued } : { ok: false, reason: outcome };
}

/** Deletes a key irreversibly. Takes effect within one minute, while authorizers have the key in their caches. */
export async function removeKey(
  { keys, now }: ChangeKeysPorts,
  author: Author,
  account: Account,
  keyId: string,
): Promise<KeyResult<object>> {
  const at = now();
  const record = await findIn(keys, account, keyId);
  if (record === undefined) return { ok: false, reason: 'unknown-key' };
  const outcome = await keys.change(account, {
    change: { type: 'remove', keyId },
    ...callerIn(author),
    at,
    event: auditEvent(keyDeleted(record), author, at),
  });
  return outcome === 'changed' ? { ok: true } : { ok: false, reason: outcome };
}

/** A key of an account; undefined for keys of other accounts. */
async function findIn(
  keys: ApiKeyStore,
  { orgId, mode }: Account,
  keyId: string,
): Promise<ApiKeyRecord | undefined> {
  const record = await keys.find(keyId);
  return record?.orgId === orgId && record.mode === mode ? record : undefined;
}
