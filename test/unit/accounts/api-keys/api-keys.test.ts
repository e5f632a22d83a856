import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  generateApiKey,
  hashApiKey,
  parseApiKey,
  prefixOfApiKey,
} from '../../../../shared/accounts/api-keys/api-key-record.ts';
import {
  changeRegister,
  type KeyChange,
  type KeyRegister,
  MAX_KEYS,
  MAX_REMOVED_EXPIRED_KEYS,
  MAX_REPLACED_KEYS,
  type RegisteredKey,
} from '../../../../shared/accounts/api-keys/key-register.ts';
import { KEY_SCOPES, type KeyScope, requiredScopes } from '../../../../shared/accounts/api-keys/key-scope.ts';
import { KEY_MODES } from '../../../../shared/platform/account/account.ts';

describe('an API key', () => {
  /** fast-check shrinks the position of a fault; the key itself is random by its nature. */
  const keys = fc.constantFrom(...KEY_MODES).map(generateApiKey);
  const positions = fc.nat({ max: 'frk_live_'.length + 27 + 6 - 1 });

  it.each(KEY_MODES)('of mode %s contains its mode and a valid checksum', (mode) => {
    const key = generateApiKey(mode);

    expect(key).toMatch(new RegExp(`^frk_${mode}_[0-9A-Za-z]{33}$`));
    expect(parseApiKey(key)).toEqual({ valid: true, mode });
  });

  it('has at least 160 random bits', () => {
    const body = generateApiKey('live').slice('frk_live_'.length, -6);

    expect(body.length * Math.log2(62)).toBeGreaterThanOrEqual(160);
  });

  it('is rejected with any one character wrong', () => {
    fc.assert(
      fc.property(
        keys,
        positions,
        fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 1 }),
        (key, at, typed) => {
          fc.pre(key.charAt(at) !== typed);
          expect(parseApiKey(key.slice(0, at) + typed + key.slice(at + 1)).valid).toBe(false);
        },
      ),
      { numRuns: 5_000 },
    );
  });

  it('is rejected with its mode changed, cut short or padded', () => {
    const key = generateApiKey('test');

    for (const wrong of [
      key.replace('_test_', '_live_'),
      key.slice(0, -1),
      `${key}0`,
      ` ${key}`,
      `${key}\n`,
      '',
    ]) {
      expect(parseApiKey(wrong)).toEqual({ valid: false });
    }
  });

  it('is stored as the SHA-256 of the whole key, and named by its first four random digits', () => {
    expect(hashApiKey('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    const key = generateApiKey('live');
    expect(prefixOfApiKey(key)).toBe(key.slice(0, 'frk_live_'.length + 4));
  });
});

describe('the register of keys', () => {
  const at = (second: number) => new Date(Date.UTC(2026, 2, 1, 0, 0, second));
  const key = (keyId: string, scopes: readonly KeyScope[], change: Partial<RegisteredKey> = {}) => ({
    keyId,
    hash: `hash of ${keyId}`,
    scopes,
    ...change,
  });
  const ADMIN = key('admin', KEY_SCOPES);
  const NOW = at(0).getTime();

  const applied = (register: KeyRegister, change: KeyChange, by?: string, now = NOW) => {
    const result = changeRegister(register, change, by, now);
    if (!result.ok) throw new Error(result.fault);
    return result;
  };
  const faultOf = (register: KeyRegister, change: KeyChange, by?: string, now = NOW) => {
    const result = changeRegister(register, change, by, now);
    return result.ok ? undefined : result.fault;
  };
  const remove = (keyId: string): KeyChange => ({ type: 'remove', keyId });
  const recordOf = (one: RegisteredKey) =>
    ({ name: 'Key', mode: 'test', createdAt: at(0).toISOString(), prefix: 'frk_test_', ...one }) as const;
  const add = (added: RegisteredKey): KeyChange => ({ type: 'add', record: recordOf(added) });
  const replace = (keyId: string, next: RegisteredKey, endsAt = at(60)): KeyChange => ({
    type: 'replace',
    keyId,
    record: recordOf(next),
    endsAt: endsAt.toISOString(),
  });

  const endOf = ({ expiresAt }: RegisteredKey) =>
    expiresAt === undefined ? Number.POSITIVE_INFINITY : Date.parse(expiresAt);

  /** A step of any key, chosen by its position among all keys that ever were in the register. */
  const step = fc.record({
    type: fc.constantFrom('add', 'replace', 'remove'),
    by: fc.nat(20),
    target: fc.nat(20),
    scopes: fc.subarray([...KEY_SCOPES], { minLength: 1 }),
    lifetime: fc.option(fc.integer({ min: 1, max: 40 }), { nil: undefined }),
    overlap: fc.constantFrom(0, 5, 30, 4_000),
    pass: fc.nat(20),
  });

  it('keeps its promises for any calls of any keys', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        let register: KeyRegister = [ADMIN];
        const all: RegisteredKey[] = [ADMIN];
        let second = 0;
        for (const [index, { type, by, target, scopes, lifetime, overlap, pass }] of steps.entries()) {
          second += pass;
          const now = at(second).getTime();
          const isActive = ({ expiresAt }: RegisteredKey) =>
            expiresAt === undefined || Date.parse(expiresAt) > now;
          const caller = all[by % all.length]?.keyId ?? '';
          const active = register.filter(isActive);
          const calling = active.find(({ keyId }) => keyId === caller);
          const targetId = all[target % all.length]?.keyId ?? '';
          const old = active.find(({ keyId }) => keyId === targetId);
          const next =
            type === 'replace' && old !== undefined
              ? key(`key ${index}`, old.scopes, {
                  ...(old.replacedBy === undefined &&
                    old.expiresAt !== undefined && { expiresAt: old.expiresAt }),
                })
              : key(
                  `key ${index}`,
                  scopes,
                  lifetime === undefined ? {} : { expiresAt: at(second + lifetime).toISOString() },
                );
          const change: KeyChange =
            type === 'add'
              ? add(next)
              : type === 'remove'
                ? remove(targetId)
                : replace(targetId, next, at(second + overlap));
          const result = changeRegister(register, change, caller, now);
          if (!result.ok) continue;
          // Only an active key changes keys, and no key gives a scope that it lacks.
          expect(calling).toBeDefined();
          if (type !== 'remove') {
            for (const scope of next.scopes) expect(calling?.scopes).toContain(scope);
            if (calling?.expiresAt !== undefined) expect(endOf(next)).toBeLessThanOrEqual(endOf(calling));
            all.push(next);
          } else if (old !== undefined && calling?.expiresAt !== undefined) {
            expect(endOf(old)).toBeLessThanOrEqual(endOf(calling));
          }
          register = result.register;
          const left = register.filter(isActive);
          expect(
            left.some(
              (one) =>
                one.scopes.includes('admin') && one.expiresAt === undefined && one.replacedBy === undefined,
            ),
          ).toBe(true);
          expect(new Set(register.map(({ keyId }) => keyId)).size).toBe(register.length);
          // A removed key is gone, and no other active key left.
          const lost = active.filter(({ keyId }) => !register.some((one) => one.keyId === keyId));
          expect(lost.map(({ keyId }) => keyId)).toEqual(type === 'remove' ? [targetId] : []);
          expect(result.removed.filter(isActive).map(({ keyId }) => keyId)).toEqual(
            lost.map(({ keyId }) => keyId),
          );
        }
      }),
    );
  });

  it.each<[string, RegisteredKey]>([
    ['expires', key('other', KEY_SCOPES, { expiresAt: at(1_000).toISOString() })],
    ['has expired', key('other', KEY_SCOPES, { expiresAt: at(0).toISOString() })],
    ['was rotated', key('other', KEY_SCOPES, { expiresAt: at(9).toISOString(), replacedBy: 'next' })],
    ['has no scope admin', key('other', ['read', 'write'])],
  ])('does not count another key that %s as the last admin', (_case, other) => {
    expect(faultOf([ADMIN, other], remove('admin'), 'admin')).toBe('last-admin');
    expect(faultOf([ADMIN, other, key('third', ['admin'])], remove('admin'), 'admin')).toBeUndefined();
  });

  it('also protects an admin key that expires, if it is the only one', () => {
    const expiring = key('admin', KEY_SCOPES, { expiresAt: at(9).toISOString() });

    expect(faultOf([expiring], remove('admin'), 'admin')).toBe('last-admin');
    expect(faultOf([{ ...expiring, replacedBy: 'next' }], remove('admin'), 'admin')).toBeUndefined();
  });

  it('lets no key that ends make one that works longer, by creation or rotation', () => {
    const ends = (second: number) => ({ expiresAt: at(second).toISOString() });
    const register = [ADMIN, key('ending', KEY_SCOPES, ends(9))];
    expect(faultOf(register, add(key('new', ['read'])), 'ending')).toBe('outlives-caller');
    expect(faultOf(register, add(key('new', ['read'], ends(10))), 'ending')).toBe('outlives-caller');
    expect(faultOf(register, add(key('new', ['read'], ends(9))), 'ending')).toBeUndefined();
    expect(faultOf(register, replace('admin', key('new', KEY_SCOPES), at(4_000)), 'ending')).toBe(
      'outlives-caller',
    );
    expect(
      faultOf(register, replace('ending', key('new', KEY_SCOPES, ends(9)), at(5)), 'ending'),
    ).toBeUndefined();
  });

  it('lets a rotated key not delete its successors, and not make another permanent key', () => {
    const once = applied([ADMIN], replace('admin', key('second', KEY_SCOPES), at(4_000)), 'admin').register;
    const twice = applied(once, replace('second', key('third', KEY_SCOPES), at(4_000)), 'second').register;
    const other = key('other', ['admin']);
    expect(faultOf([...once, other], remove('second'), 'admin')).toBe('protected-from-caller');
    expect(faultOf([...twice, other], remove('third'), 'admin')).toBe('protected-from-caller');
    expect(faultOf([...twice, other], remove('third'), 'other')).toBeUndefined();
    expect(faultOf(once, add(key('new', KEY_SCOPES)), 'admin')).toBe('outlives-caller');
  });

  it('keeps the only permanent admin key for an hour after its rotation', () => {
    const HOUR = 3_600;
    const next = key('new', KEY_SCOPES);
    expect(faultOf([ADMIN], replace('admin', next, at(0)), 'admin')).toBe('short-overlap');
    expect(faultOf([ADMIN], replace('admin', next, at(HOUR)), 'admin')).toBeUndefined();
    expect(faultOf([ADMIN, key('other', ['admin'])], replace('admin', next, at(0)), 'admin')).toBeUndefined();
    expect(faultOf([ADMIN], replace('admin', next, at(0)))).toBeUndefined();
  });

  it('lets an operator remove the last admin key, and give any scope', () => {
    expect(applied([ADMIN], remove('admin')).register).toEqual([]);
    expect(applied([], add(ADMIN)).register).toEqual([ADMIN]);
    expect(applied([key('reader', ['read'])], replace('reader', key('new', ['read']))).register).toHaveLength(
      2,
    );
  });

  it('rejects calls of keys that ended, and changes to them', () => {
    const ended = key('ended', KEY_SCOPES, { expiresAt: at(0).toISOString() });

    expect(faultOf([ADMIN, ended], remove('admin'), 'ended')).toBe('caller-ended');
    expect(faultOf([ADMIN], add(key('new', ['read'])), 'deleted')).toBe('caller-ended');
    expect(faultOf([ADMIN, ended], remove('ended'), 'admin')).toBe('unknown-key');
    expect(faultOf([ADMIN, ended], replace('ended', key('new', ['read'])), 'admin')).toBe('unknown-key');
  });

  it('limits keys, and separately rotated keys, without those that ended', () => {
    const many = (count: number, change: Partial<RegisteredKey> = {}) =>
      Array.from({ length: count }, (_, n) => key(`${JSON.stringify(change)} ${n}`, ['read'], change));
    const ended = many(500, { expiresAt: at(0).toISOString() });
    const rotated = many(MAX_REPLACED_KEYS, { expiresAt: at(1).toISOString(), replacedBy: 'next' });
    const full = [ADMIN, ...ended, ...rotated, ...many(MAX_KEYS - 1)];
    const next = add(key('new', ['read']));

    expect(faultOf(full, next, 'admin')).toBe('too-many');
    expect(faultOf(full.slice(0, -1), next, 'admin')).toBeUndefined();
    const rotation = replace('{} 0', key('new', ['read']));
    expect(faultOf(full, rotation, 'admin')).toBe('too-many-replaced');
    expect(faultOf(full, rotation, 'admin', at(1).getTime())).toBeUndefined();
  });

  it('drops expired keys, at most as many as fit into one transaction', () => {
    const ended = Array.from({ length: MAX_REMOVED_EXPIRED_KEYS + 5 }, (_, n) =>
      key(`ended ${n}`, ['read'], { expiresAt: at(0).toISOString() }),
    );

    const first = applied([ADMIN, ...ended], add(key('new', ['read'])), 'admin');
    expect(first.removed).toEqual(ended.slice(0, MAX_REMOVED_EXPIRED_KEYS));
    expect(applied(first.register, remove('new'), 'admin').removed).toHaveLength(6);
  });
});

describe('the scope that an operation requires', () => {
  it.each([
    ['GET', '/api/v1/terminals/search', 'read'],
    ['GET', '/api/v1/quotes/{quote_id}', 'read'],
    ['GET', '/v1/webhooks', 'read'],
    ['POST', '/api/v1/rates', 'read'],
    ['POST', '/api/v1/quotes', 'write'],
    ['POST', '/api/v1/quotes/{quote_id}/convert', 'write'],
    ['POST', '/api/v1/quotes/{quote_id}/decline', 'write'],
    ['POST', '/api/v1/quotes/{quote_id}/revise', 'write'],
    ['DELETE', '/api/v1/quotes/{quote_id}', 'write'],
    ['GET', '/api/v1/quotes/{quote_id}/share', 'read'],
    ['POST', '/api/v1/quotes/{quote_id}/share', 'read', 'write'],
    ['GET', '/api/v1/shares', 'read'],
    ['DELETE', '/api/v1/quotes/{quote_id}/share', 'write'],
    ['PUT', '/api/v1/pricing-strategy', 'write'],
    ['PUT', '/api/v1/rates', 'write'],
    ['POST', '/v1/webhooks', 'write'],
    ['POST', '/api/v1/pricing-strategy/preview', 'read'],
    ['GET', '/api/v1/keys', 'admin'],
    ['DELETE', '/api/v1/keys/{key_id}', 'admin'],
    ['GET', '/api/v1/audit-log', 'admin'],
    ['GET', '/api/v1/keys-of-containers', 'read'],
    ['POST', '/mcp'],
  ])('%s %s: %s', (method, resource, ...scopes) => {
    expect(requiredScopes(method, resource)).toEqual(scopes);
  });
});
