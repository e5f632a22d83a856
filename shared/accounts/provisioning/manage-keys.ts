import { type Account, KEY_MODES } from '../../platform/account/account.ts';
import {
  type ApiKeyChoices,
  type ApiKeyRecord,
  issueApiKey,
  keyNameFault,
} from '../api-keys/api-key-record.ts';
import { OPERATOR } from '../audit/audit-event.ts';
import {
  addKey,
  type IssuedKey,
  type KeyRejection,
  type KeyResult,
  type RotatedKey,
  removeKey,
  replaceKey,
} from '../key-operations/change-keys.ts';
import type { Provisioning } from './provisioning.ts';

export type ManageKeyResult<Body> =
  | Exclude<KeyResult<Body>, { ok: false }>
  | { readonly ok: false; readonly reason: KeyRejection | 'unassigned' | 'invalid-name' };

/** Creates a key. Every operation answers 401 to a key without an organization. */
export async function createKey(
  provisioning: Provisioning,
  { orgId, ...choices }: ApiKeyChoices,
): Promise<ManageKeyResult<IssuedKey>> {
  if (keyNameFault(choices.name) !== undefined) return { ok: false, reason: 'invalid-name' };
  const { mode, ...rest } = choices;
  if (orgId !== undefined) return addKey(provisioning, OPERATOR, { orgId, mode }, rest);
  const issued = issueApiKey(choices, provisioning.now());
  await provisioning.keys.addUnassigned(issued.record);
  return { ok: true, ...issued };
}

/** Rotates a key as `replaceKey` does. A key without an organization cannot be rotated. */
export async function rotateKey(
  provisioning: Provisioning,
  keyId: string,
  overlapMs: number,
): Promise<ManageKeyResult<RotatedKey>> {
  const account = await accountOf(provisioning, keyId);
  if (typeof account === 'string') return { ok: false, reason: account };
  return replaceKey(provisioning, OPERATOR, account, keyId, overlapMs);
}

/** Deletes a key, also the last admin key of an organization. Takes effect within one minute. */
export async function revokeKey(provisioning: Provisioning, keyId: string): Promise<ManageKeyResult<object>> {
  const account = await accountOf(provisioning, keyId);
  if (typeof account !== 'string') return removeKey(provisioning, OPERATOR, account, keyId);
  const removed = account === 'unassigned' && (await provisioning.keys.removeUnassigned(keyId));
  return removed ? { ok: true } : { ok: false, reason: 'unknown-key' };
}

/** Keys of an organization in both modes, oldest first; undefined if the organization is unknown. */
export async function listKeys(
  { organizations, keys, now }: Provisioning,
  orgId: string,
): Promise<readonly ApiKeyRecord[] | undefined> {
  if ((await organizations.find(orgId)) === undefined) return undefined;
  const lists = await Promise.all(KEY_MODES.map((mode) => keys.list({ orgId, mode }, now())));
  return lists.flat().toSorted((a, b) => a.createdAt.localeCompare(b.createdAt));
}

async function accountOf(
  { keys }: Provisioning,
  keyId: string,
): Promise<Account | 'unknown-key' | 'unassigned'> {
  const record = await keys.find(keyId);
  if (record === undefined) return 'unknown-key';
  const { orgId, mode } = record;
  return orgId === undefined ? 'unassigned' : { orgId, mode };
}
