import { type ApiKeyRecord, hasEnded } from './api-key-record.ts';
import type { KeyScope } from './key-scope.ts';

/** A key in the register of its account. */
export interface RegisteredKey {
  readonly keyId: string;
  readonly hash: string;
  readonly scopes: readonly KeyScope[];
  /** ISO 8601, UTC. */
  readonly expiresAt?: string;
  /** ID of the key that replaces it after a rotation. It works only until the overlap ends. */
  readonly replacedBy?: string;
}

/** All keys of an organization in one mode, including expired keys until a later change removes them. */
export type KeyRegister = readonly RegisteredKey[];

/** Maximum keys of an organization in each mode, without expired and rotated keys. */
export const MAX_KEYS = 100;
/** Maximum rotated keys of an organization in each mode whose overlap has not ended. */
export const MAX_REPLACED_KEYS = 100;
/** Overlap of the only admin key without an expiry: if the answer was lost, an operator has time to create another key. */
export const LAST_ADMIN_OVERLAP_MS = 3_600_000;
/** Maximum expired keys that one change removes, so that it fits into one transaction. */
export const MAX_REMOVED_EXPIRED_KEYS = 20;

/** A change to the keys of an account. */
export type KeyChange =
  | { readonly type: 'add'; readonly record: ApiKeyRecord }
  /** `record` replaces the key with the ID `keyId`, which expires at `endsAt` (ISO 8601, UTC). */
  | {
      readonly type: 'replace';
      readonly keyId: string;
      readonly record: ApiKeyRecord;
      readonly endsAt: string;
    }
  | { readonly type: 'remove'; readonly keyId: string };

/**
 * Reasons to reject a change. `caller-ended`: the calling key was deleted or has expired in the meantime.
 * `scopes-exceeded`: the new key would have a scope that the calling key lacks. `outlives-caller`: the new key would work
 * longer than the calling key. `protected-from-caller`: the key to delete replaces the calling key, or works longer.
 */
export type RegisterFault =
  | 'caller-ended'
  | 'unknown-key'
  | 'already-replaced'
  | 'scopes-exceeded'
  | 'outlives-caller'
  | 'protected-from-caller'
  | 'short-overlap'
  | 'too-many'
  | 'too-many-replaced'
  | 'last-admin';

export type RegisterResult =
  | { readonly ok: true; readonly register: KeyRegister; readonly removed: readonly RegisteredKey[] }
  | { readonly ok: false; readonly fault: RegisterFault };

/** The entry of a key in the register. */
export const registered = ({ keyId, hash, scopes, expiresAt }: ApiKeyRecord): RegisteredKey => ({
  keyId,
  hash,
  scopes,
  ...(expiresAt === undefined ? {} : { expiresAt }),
});

/**
 * Applies a change to the register of an account.
 * @param by ID of the calling key; undefined for an operator, whom no rule on scopes, expiry and the last admin key limits.
 * @param now milliseconds since 1970.
 * @returns the new register and the keys that left it, including expired keys; or why the change is rejected.
 */
export function changeRegister(
  register: KeyRegister,
  change: KeyChange,
  by: string | undefined,
  now: number,
): RegisterResult {
  const active = register.filter((key) => !hasEnded(key, now));
  const caller = active.find(({ keyId }) => keyId === by);
  if (by !== undefined && caller === undefined) return { ok: false, fault: 'caller-ended' };
  const fault = faultOf(active, change, caller, now);
  if (fault !== undefined) return { ok: false, fault };
  const leaving = new Set(register.filter((key) => hasEnded(key, now)).slice(0, MAX_REMOVED_EXPIRED_KEYS));
  if (change.type === 'remove') {
    for (const key of active) if (key.keyId === change.keyId) leaving.add(key);
  }
  const kept = register.filter((key) => !leaving.has(key));
  return { ok: true, register: applied(kept, change), removed: [...leaving] };
}

function faultOf(
  active: KeyRegister,
  change: KeyChange,
  caller: RegisteredKey | undefined,
  now: number,
): RegisterFault | undefined {
  if (change.type === 'add') {
    if (exceeds(change.record, caller)) return 'scopes-exceeded';
    if (outlives(change.record, caller)) return 'outlives-caller';
    return active.filter(({ replacedBy }) => replacedBy === undefined).length < MAX_KEYS
      ? undefined
      : 'too-many';
  }
  const target = active.find(({ keyId }) => keyId === change.keyId);
  if (target === undefined) return 'unknown-key';
  if (change.type === 'remove') {
    if (caller === undefined) return undefined;
    if (succeeds(target, caller, active) || outlives(target, caller)) return 'protected-from-caller';
    return isLastAdmin(target, active) ? 'last-admin' : undefined;
  }
  if (target.replacedBy !== undefined) return 'already-replaced';
  if (exceeds(target, caller) || exceeds(change.record, caller)) return 'scopes-exceeded';
  if (outlives(change.record, caller)) return 'outlives-caller';
  const isShort =
    change.endsAt !== target.expiresAt && Date.parse(change.endsAt) < now + LAST_ADMIN_OVERLAP_MS;
  if (caller !== undefined && isShort && isLastAdmin(target, active)) return 'short-overlap';
  return active.filter(({ replacedBy }) => replacedBy !== undefined).length < MAX_REPLACED_KEYS
    ? undefined
    : 'too-many-replaced';
}

/** Whether a key has a scope that the caller lacks. A new secret for it would give the caller that scope. */
const exceeds = ({ scopes }: RegisteredKey, caller: RegisteredKey | undefined): boolean =>
  caller !== undefined && scopes.some((scope) => !caller.scopes.includes(scope));

/**
 * Whether a key works longer than the calling key. A key that ends must neither leave such a key behind nor delete one: a
 * rotated key could otherwise make a key that deletes its successor.
 */
const outlives = ({ expiresAt }: RegisteredKey, caller: RegisteredKey | undefined): boolean =>
  caller?.expiresAt !== undefined &&
  (expiresAt === undefined || Date.parse(expiresAt) > Date.parse(caller.expiresAt));

/** Whether a key replaces the calling key, at once or after several rotations. */
function succeeds(target: RegisteredKey, { replacedBy }: RegisteredKey, active: KeyRegister): boolean {
  if (replacedBy === undefined) return false;
  const successor = active.find(({ keyId }) => keyId === replacedBy);
  return successor !== undefined && (successor === target || succeeds(target, successor, active));
}

const isAdmin = ({ scopes, replacedBy }: RegisteredKey): boolean =>
  scopes.includes('admin') && replacedBy === undefined;

/** Whether no admin key without an expiry remains after the deletion of `target`. */
const isLastAdmin = (target: RegisteredKey, active: KeyRegister): boolean =>
  isAdmin(target) && !active.some((key) => key !== target && isAdmin(key) && key.expiresAt === undefined);

function applied(kept: KeyRegister, change: KeyChange): KeyRegister {
  if (change.type === 'remove') return kept;
  if (change.type === 'add') return [...kept, registered(change.record)];
  const { keyId, record, endsAt } = change;
  return [
    ...kept.map((old) =>
      old.keyId === keyId ? { ...old, expiresAt: endsAt, replacedBy: record.keyId } : old,
    ),
    registered(record),
  ];
}
