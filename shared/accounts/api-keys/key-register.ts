import { type ApiKeyRecord, hasEnded } from './api-key-record.ts';
import type { KeyScope } from './key-scope.ts';

/** A key in the register of its account. */
export interface RegisteredKey {
  readonly keyId: string;
  readonly hash: string;
  readonly scopes: readonly KeyScope[];
  /** ISO 8601, UTC. */
  readonly expiresAt?: string;
  /** True after a rotation: another key replaces it, and it works only until the overlap ends. */
  readonly replaced?: true;
}

/** All keys of an organization in one mode, including expired keys until a later change removes them. */
export type KeyRegister = readonly RegisteredKey[];

/** Maximum keys of an organization in each mode, without expired and rotated keys. */
export const MAX_KEYS = 100;
/** Maximum rotated keys of an organization in each mode whose overlap has not ended. */
export const MAX_REPLACED_KEYS = 100;
/** Maximum expired keys that one change removes, so that it fits into one transaction. */
export const MAX_REMOVED_EXPIRED_KEYS = 20;

export type RegisterChange =
  | { readonly type: 'add'; readonly key: RegisteredKey }
  /** `key` replaces the key with the ID `keyId`, which expires at `endsAt` (ISO 8601, UTC). */
  | {
      readonly type: 'replace';
      readonly keyId: string;
      readonly key: RegisteredKey;
      readonly endsAt: string;
    }
  | { readonly type: 'remove'; readonly keyId: string };

/**
 * Reasons to reject a change. `caller-ended`: the calling key was deleted or has expired in the meantime.
 * `scopes-exceeded`: the new key would have a scope that the calling key lacks.
 */
export type RegisterFault =
  | 'caller-ended'
  | 'unknown-key'
  | 'already-replaced'
  | 'scopes-exceeded'
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
 * @param by ID of the calling key; undefined for an operator, whom no rule on scopes and on the last admin key limits.
 * @param now milliseconds since 1970.
 * @returns the new register and the keys that left it, including expired keys; or why the change is rejected.
 */
export function changeRegister(
  register: KeyRegister,
  change: RegisterChange,
  by: string | undefined,
  now: number,
): RegisterResult {
  const active = register.filter((key) => !hasEnded(key, now));
  const caller = active.find(({ keyId }) => keyId === by);
  if (by !== undefined && caller === undefined) return { ok: false, fault: 'caller-ended' };
  const fault = faultOf(active, change, caller);
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
  change: RegisterChange,
  caller: RegisteredKey | undefined,
): RegisterFault | undefined {
  if (change.type === 'add') {
    if (exceeds(change.key, caller)) return 'scopes-exceeded';
    return active.filter(({ replaced }) => !replaced).length < MAX_KEYS ? undefined : 'too-many';
  }
  const target = active.find(({ keyId }) => keyId === change.keyId);
  if (target === undefined) return 'unknown-key';
  if (change.type === 'remove') {
    const isProtected = caller !== undefined && isLastAdmin(target, active);
    return isProtected ? 'last-admin' : undefined;
  }
  if (target.replaced) return 'already-replaced';
  if (exceeds(target, caller) || exceeds(change.key, caller)) return 'scopes-exceeded';
  return active.filter(({ replaced }) => replaced).length < MAX_REPLACED_KEYS
    ? undefined
    : 'too-many-replaced';
}

/** Whether a key has a scope that the caller lacks. A new secret for it would give the caller that scope. */
const exceeds = ({ scopes }: RegisteredKey, caller: RegisteredKey | undefined): boolean =>
  caller !== undefined && scopes.some((scope) => !caller.scopes.includes(scope));

const isAdmin = ({ scopes, replaced }: RegisteredKey): boolean => scopes.includes('admin') && !replaced;

/** Whether no admin key without an expiry remains after the deletion of `target`. */
const isLastAdmin = (target: RegisteredKey, active: KeyRegister): boolean =>
  isAdmin(target) && !active.some((key) => key !== target && isAdmin(key) && key.expiresAt === undefined);

function applied(kept: KeyRegister, change: RegisterChange): KeyRegister {
  if (change.type === 'remove') return kept;
  if (change.type === 'add') return [...kept, change.key];
  const { keyId, key, endsAt } = change;
  return [
    ...kept.map((old) =>
      old.keyId === keyId ? { ...old, expiresAt: endsAt, replaced: true as const } : old,
    ),
    key,
  ];
}
