import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ApiKeyRecord, issueApiKey } from '../../../../shared/accounts/api-keys/api-key-record.ts';
import type { KeyChange } from '../../../../shared/accounts/api-keys/key-register.ts';
import { MAX_KEYS } from '../../../../shared/accounts/api-keys/key-register.ts';
import type { KeyScope } from '../../../../shared/accounts/api-keys/key-scope.ts';
import {
  type AuditEvent,
  auditEvent,
  keyCreated,
  keyDeleted,
  keyRotated,
  OPERATOR,
} from '../../../../shared/accounts/audit/audit-event.ts';
import type { Account } from '../../../../shared/platform/account/account.ts';
import { at, ENGINES, type Ports, storeOrganization } from './ports-under-test.ts';

const ALL: readonly KeyScope[] = ['read', 'write', 'admin'];

describe.each(ENGINES)('API keys in %s', (_engine, start) => {
  let ports: Ports;
  beforeAll(async () => {
    ports = await start();
  });
  afterAll(() => ports.stop());

  const newKey = (account: Partial<Account>, second: number, scopes = ALL) =>
    issueApiKey({ name: `Key ${second}`, mode: 'test', ...account, scopes }, at(second)).record;

  const eventOf = (change: KeyChange, old: ApiKeyRecord | undefined): AuditEvent => {
    const changed =
      change.type === 'add'
        ? keyCreated(change.record)
        : change.type === 'remove'
          ? keyDeleted(old ?? newKey({}, 0))
          : keyRotated(old ?? newKey({}, 0), change.record, change.endsAt);
    return auditEvent(changed, OPERATOR, at(5));
  };

  const change = async (
    account: Account,
    requested: KeyChange,
    by?: string,
    second = 5,
    answerKey?: string,
  ) => {
    const old = requested.type === 'add' ? undefined : await ports.keys.find(requested.keyId);
    return ports.keys.change(account, {
      change: requested,
      ...(by === undefined ? {} : { by }),
      at: at(second),
      event: eventOf(requested, old),
      ...(answerKey === undefined
        ? {}
        : {
            answer: {
              call: { ...account, operation: 'create-key', key: answerKey, bodyHash: 'hash', at: at(second) },
              body: '{}',
            },
          }),
    });
  };
  const add = (account: Account, record: ApiKeyRecord, by?: string) =>
    change(account, { type: 'add', record }, by);

  /** An organization with a first key of all scopes. */
  const newAccount = async () => {
    const { orgId, record } = await storeOrganization(ports, {}, ALL);
    return { account: { orgId, mode: 'test' } as const, first: record };
  };

  it('are added, found and listed after those before them, and only in their own account', async () => {
    const { account, first } = await newAccount();
    await newAccount();
    const third = newKey(account, 3, ['read']);
    const second = newKey(account, 2, ['write']);
    const live = newKey({ ...account, mode: 'live' }, 4);

    await expect(add(account, third)).resolves.toBe('changed');
    await expect(add(account, second, first.keyId)).resolves.toBe('changed');
    await expect(add({ ...account, mode: 'live' }, live)).resolves.toBe('changed');

    await expect(ports.directory.findKey(third.hash)).resolves.toEqual(third);
    await expect(ports.keys.find(third.keyId)).resolves.toEqual(third);
    await expect(ports.keys.list(account, at(9))).resolves.toEqual([first, second, third]);
    await expect(ports.keys.list({ ...account, mode: 'live' }, at(9))).resolves.toEqual([live]);
  });

  it('are not added to an unknown organization', async () => {
    const account = { orgId: 'org_none', mode: 'test' } as const;
    const record = newKey(account, 1);

    await expect(add(account, record)).resolves.toBe('unknown-organization');
    await expect(ports.directory.findKey(record.hash)).resolves.toBeUndefined();
    await expect(ports.keys.find(record.keyId)).resolves.toBeUndefined();
    await expect(ports.events(account)).resolves.toEqual([]);
  });

  it('without an organization are added, found and removed', async () => {
    const record = issueApiKey({ name: 'None', mode: 'test', scopes: ['read'] }, at(1)).record;
    const { first } = await newAccount();

    await ports.keys.addUnassigned(record);

    await expect(ports.directory.findKey(record.hash)).resolves.toEqual(record);
    await expect(ports.keys.removeUnassigned(first.keyId)).resolves.toBe(false);
    await expect(ports.keys.removeUnassigned(record.keyId)).resolves.toBe(true);
    await expect(ports.keys.removeUnassigned(record.keyId)).resolves.toBe(false);
    await expect(ports.directory.findKey(record.hash)).resolves.toBeUndefined();
  });

  it('never replace another key', async () => {
    const { account, first } = await newAccount();

    await expect(add(account, { ...first, name: 'Taken' })).rejects.toThrow();
    await expect(ports.directory.findKey(first.hash)).resolves.toEqual(first);
  });

  it('are deleted with everything that finds them', async () => {
    const { account, first } = await newAccount();
    const record = newKey(account, 2);
    await add(account, record);

    await expect(change(account, { type: 'remove', keyId: record.keyId }, first.keyId)).resolves.toBe(
      'changed',
    );
    await expect(change(account, { type: 'remove', keyId: record.keyId }, first.keyId)).resolves.toBe(
      'unknown-key',
    );

    await expect(ports.directory.findKey(record.hash)).resolves.toBeUndefined();
    await expect(ports.keys.find(record.keyId)).resolves.toBeUndefined();
    await expect(ports.keys.list(account, at(9))).resolves.toEqual([first]);
  });

  it('are rotated together with the expiry of the old one, and removed after the overlap', async () => {
    const { account, first } = await newAccount();
    const record = newKey(account, 5);
    const endsAt = at(50).toISOString();

    await expect(change(account, { type: 'replace', keyId: first.keyId, record, endsAt })).resolves.toBe(
      'changed',
    );

    const replaced = { ...first, expiresAt: endsAt };
    await expect(ports.directory.findKey(first.hash)).resolves.toEqual(replaced);
    await expect(ports.keys.list(account, at(49))).resolves.toEqual([replaced, record]);
    await expect(ports.keys.list(account, at(50))).resolves.toEqual([record]);
    await change(account, { type: 'add', record: newKey(account, 51) }, undefined, 51);
    await expect(ports.directory.findKey(first.hash)).resolves.toBeUndefined();
    await expect(ports.keys.find(first.keyId)).resolves.toBeUndefined();
  });

  it('change with one event each, and not at all without it', async () => {
    const { account, first } = await newAccount();
    const before = (await ports.events(account)).length;
    const record = newKey(account, 2, ['read']);

    await add(account, record, first.keyId);
    await add(account, newKey(account, 3), record.keyId);
    await change(account, { type: 'remove', keyId: first.keyId }, first.keyId);
    await change(account, { type: 'remove', keyId: record.keyId }, first.keyId);

    const events = (await ports.events(account)).slice(before);
    expect(events.map(({ action, target }) => [action, target.id])).toEqual([
      ['key.created', record.keyId],
      ['key.deleted', record.keyId],
    ]);
    expect(JSON.stringify(events)).not.toContain(record.hash);
  });

  it('are created once by concurrent calls with the same Idempotency-Key', async () => {
    const { account, first } = await newAccount();

    const outcomes = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        change(account, { type: 'add', record: newKey(account, n + 2) }, first.keyId, 5, 'same'),
      ),
    );

    expect(outcomes.toSorted()).toEqual([...Array.from({ length: 7 }, () => 'answered'), 'changed']);
    await expect(ports.keys.list(account, at(9))).resolves.toHaveLength(2);
  });

  it('keep one admin when two delete each other at the same time', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { account, first } = await newAccount();
      const second = newKey(account, 2);
      await add(account, second);

      const outcomes = await Promise.all([
        change(account, { type: 'remove', keyId: second.keyId }, first.keyId),
        change(account, { type: 'remove', keyId: first.keyId }, second.keyId),
      ]);

      expect(outcomes.toSorted()).toEqual(['caller-ended', 'changed']);
      await expect(ports.keys.list(account, at(9))).resolves.toHaveLength(1);
    }
  });

  it('stay within the limit with 50 creations at once', async () => {
    const { account, first } = await newAccount();
    for (let n = 1; n < MAX_KEYS - 20; n += 1) await add(account, newKey(account, 2, ['read']));

    const outcomes = await Promise.all(
      Array.from({ length: 50 }, () => add(account, newKey(account, 3, ['read']), first.keyId)),
    );

    expect(outcomes.filter((outcome) => outcome === 'changed')).toHaveLength(20);
    expect(outcomes.filter((outcome) => outcome === 'too-many')).toHaveLength(30);
    await expect(ports.keys.list(account, at(9))).resolves.toHaveLength(MAX_KEYS);
  });

  it('have the last day of their use, which never goes back, and a deleted key has no use', async () => {
    const { account, first } = await newAccount();
    const record = newKey(account, 2);
    await add(account, record);

    await ports.uses.record(record.hash, '2026-03-02');
    await ports.uses.record(record.hash, '2026-03-02');
    await ports.uses.record(record.hash, '2026-03-01');

    expect((await ports.keys.list(account, at(9))).map(({ lastUsedOn }) => lastUsedOn)).toEqual([
      undefined,
      '2026-03-02',
    ]);
    await change(account, { type: 'remove', keyId: record.keyId }, first.keyId);
    await ports.uses.record(record.hash, '2026-03-03');
    await expect(ports.directory.findKey(record.hash)).resolves.toBeUndefined();
  });
});
