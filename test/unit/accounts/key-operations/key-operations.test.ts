import { describe, expect, it } from '@jest/globals';
import { hashApiKey, parseApiKey } from '../../../../shared/accounts/api-keys/api-key.ts';
import { type ApiKeyRecord, issueApiKey } from '../../../../shared/accounts/api-keys/api-key-record.ts';
import { KEY_SCOPES } from '../../../../shared/accounts/api-keys/key-scope.ts';
import { OPERATOR } from '../../../../shared/accounts/audit/audit-event.ts';
import type { KeyedCall } from '../../../../shared/accounts/idempotency/idempotency-store.ts';
import { answerUnchanged } from '../../../../shared/accounts/key-operations/answer-key-change.ts';
import { addKey, replaceKey } from '../../../../shared/accounts/key-operations/change-keys.ts';
import { createKeyUseCase } from '../../../../shared/accounts/key-operations/create-key.ts';
import { deleteKeyUseCase } from '../../../../shared/accounts/key-operations/delete-key.ts';
import { listKeysUseCase } from '../../../../shared/accounts/key-operations/list-keys.ts';
import {
  readKeyCreation,
  readOverlapHours,
} from '../../../../shared/accounts/key-operations/read-key-body.ts';
import { rotateKeyUseCase } from '../../../../shared/accounts/key-operations/rotate-key.ts';
import type { Organization } from '../../../../shared/accounts/organizations/organization.ts';
import type { Caller } from '../../../../shared/platform/account/account.ts';
import { DAY_MS } from '../../../../shared/platform/time/utc-day.ts';
import { createInMemoryOrganizations } from '../../../support/in-memory-organization-store.ts';
import { createInMemoryAnswers } from '../idempotency/in-memory-idempotency-store.ts';

const NOW = new Date('2027-03-01T10:00:00.000Z');
const ACCOUNT = { orgId: 'org_1', mode: 'test' } as const;

const ORGANIZATION: Organization = {
  orgId: 'org_1',
  name: 'Acme',
  status: 'active',
  createdAt: NOW.toISOString(),
  billing: true,
  usageLimit: 1_000,
  plan: { name: 'standard' },
  gatewayKey: { id: 'gateway_1', value: 'value_1', planId: 'plan_1' },
  retiring: [],
};

/** An organization with one admin key, which makes the calls. */
async function keysUnderTest(choices: Partial<Pick<ApiKeyRecord, 'scopes' | 'expiresAt'>> = {}) {
  const answers = createInMemoryAnswers();
  const store = createInMemoryOrganizations((answer) => {
    if (answers.has(answer.call) !== undefined) return false;
    answers.remember(answer);
    return true;
  });
  const first = issueApiKey({ ...ACCOUNT, name: 'First', scopes: KEY_SCOPES, ...choices }, NOW).record;
  await store.organizations.create(ORGANIZATION, first);
  const caller: Caller = { ...ACCOUNT, keyId: first.keyId, requestId: 'request_1' };
  const clock = { now: NOW };
  return {
    first,
    caller,
    clock,
    answers,
    keys: store.keys,
    now: () => clock.now,
    events: () => store.events(ACCOUNT),
    list: () => store.keys.list(ACCOUNT, clock.now),
  };
}

const keyedCall = (operation: string): KeyedCall => ({
  ...ACCOUNT,
  operation,
  key: 'a',
  at: NOW,
  bodyHash: 'h',
});

const UNKNOWN = {
  ok: false,
  rejection: { kind: 'not-found', message: 'There is no such API key in this organization and mode.' },
};

const BODY = { name: 'Booking', scopes: ['write', 'read'] };

describe('a created key', () => {
  it('is returned once, and stored with its hash', async () => {
    const account = await keysUnderTest();

    const answer = await createKeyUseCase(account)(BODY, account.caller);

    const [, stored] = await account.list();
    expect(answer).toEqual({
      ok: true,
      body: {
        status: 'success',
        data: {
          id: stored?.keyId,
          prefix: stored?.prefix,
          name: 'Booking',
          scopes: ['read', 'write'],
          mode: 'test',
          createdAt: NOW.toISOString(),
          expiresAt: null,
          lastUsedOn: null,
          apiKey: expect.stringMatching(/^frk_test_/),
        },
      },
    });
    const { apiKey } = (answer as { body: { data: { apiKey: string } } }).body.data;
    expect(parseApiKey(apiKey)).toEqual({ valid: true, mode: 'test' });
    expect(stored).toMatchObject({ ...ACCOUNT, hash: hashApiKey(apiKey) });
    expect(stored?.keyId).toMatch(/^key_[0-9A-Za-z]{16}$/);
    expect(apiKey.startsWith(stored?.prefix ?? '?')).toBe(true);
  });

  it('is not made from an invalid body, or with a scope that the calling key lacks', async () => {
    const account = await keysUnderTest({ scopes: ['admin'] });
    const create = createKeyUseCase(account);

    expect(await create({}, account.caller)).toMatchObject({ ok: false, rejection: { kind: 'invalid' } });
    expect(await create(BODY, account.caller)).toMatchObject({ ok: false, rejection: { kind: 'forbidden' } });
    expect(await account.list()).toHaveLength(1);
  });

  it('is stored for the Idempotency-Key without its secret', async () => {
    const account = await keysUnderTest();
    const keyed = keyedCall('create-key');
    const create = createKeyUseCase(account);

    await create(BODY, account.caller, keyed);

    const [, stored] = await account.list();
    const { data } = JSON.parse(account.answers.has(keyed)?.body ?? '{}');
    expect(data).toMatchObject({ id: stored?.keyId, name: 'Booking' });
    expect(data).not.toHaveProperty('apiKey');
    // A concurrent call with the same key creates nothing.
    expect(await create(BODY, account.caller, keyed)).toEqual({
      ok: true,
      replayed: account.answers.has(keyed)?.body,
    });
    expect(await account.list()).toHaveLength(2);
  });
});

describe('a deleted key', () => {
  async function withSecondKey() {
    const account = await keysUnderTest();
    const added = await addKey(account, OPERATOR, ACCOUNT, { name: 'Second', scopes: ['read'] });
    if (!added.ok) throw new Error(added.reason);
    return { ...account, second: added.record };
  }

  it('is removed and recorded', async () => {
    const account = await withSecondKey();
    const { first, second, caller } = account;

    expect(await deleteKeyUseCase(account)(second.keyId, caller)).toEqual({
      ok: true,
      body: { status: 'success', data: { id: second.keyId, deleted: true } },
    });
    expect(await account.list()).toEqual([first]);
    expect(account.events()).toMatchObject([
      { action: 'key.created', author: OPERATOR },
      {
        action: 'key.deleted',
        author: { type: 'key', keyId: first.keyId, requestId: 'request_1' },
        target: { type: 'key', id: second.keyId },
        details: { name: 'Second', prefix: second.prefix, scopes: ['read'] },
      },
    ]);
  });

  it('is not the last admin key', async () => {
    const account = await withSecondKey();

    expect(await deleteKeyUseCase(account)(account.first.keyId, account.caller)).toMatchObject({
      ok: false,
      rejection: { kind: 'conflict' },
    });
    expect(await account.list()).toHaveLength(2);
  });

  it('is unknown if it has another form, does not exist or is of another account', async () => {
    const account = await withSecondKey();
    const remove = deleteKeyUseCase(account);

    for (const [keyId, of] of [
      ['second', {}],
      [`key_${'0'.repeat(16)}`, {}],
      [account.second.keyId, { mode: 'live' } as const],
      [account.second.keyId, { orgId: 'org_2' }],
    ] as const) {
      expect(await remove(keyId, { ...account.caller, ...of })).toEqual(UNKNOWN);
    }
    expect(await account.list()).toHaveLength(2);
  });

  it('cannot make further calls', async () => {
    const account = await withSecondKey();
    const remove = deleteKeyUseCase(account);
    const bySecond = { ...account.caller, keyId: account.second.keyId };
    await remove(account.second.keyId, account.caller);

    expect(await remove(account.first.keyId, bySecond)).toMatchObject({
      ok: false,
      rejection: { kind: 'forbidden' },
    });
  });
});

it('the list of keys has the keys of the account that work, without hashes', async () => {
  const expiresAt = '2027-03-01T12:00:00.000Z';
  const account = await keysUnderTest({ expiresAt });
  const { first, clock } = account;
  const list = listKeysUseCase(account);
  const described = {
    id: first.keyId,
    prefix: first.prefix,
    name: 'First',
    scopes: ['read', 'write', 'admin'],
    mode: 'test',
    createdAt: NOW.toISOString(),
    expiresAt,
    lastUsedOn: null,
  };

  expect(await list(ACCOUNT)).toEqual({ ok: true, body: { status: 'success', data: [described] } });
  expect(await list({ ...ACCOUNT, mode: 'live' })).toMatchObject({ body: { data: [] } });
  clock.now = new Date(expiresAt);
  expect(await list(ACCOUNT)).toMatchObject({ body: { data: [] } });
});

describe('a rotated key', () => {
  it('is replaced by a key with its name and scopes, and works for 24 hours', async () => {
    const account = await keysUnderTest();
    const { first, caller } = account;

    const answer = await rotateKeyUseCase(account)(first.keyId, undefined, caller);

    const [old, next] = await account.list();
    expect(old).toEqual({ ...first, expiresAt: '2027-03-02T10:00:00.000Z' });
    expect(next).toMatchObject({ orgId: 'org_1', mode: 'test', name: 'First', scopes: KEY_SCOPES });
    expect(next).not.toHaveProperty('expiresAt');
    expect(answer).toEqual({
      ok: true,
      body: {
        status: 'success',
        data: {
          id: next?.keyId,
          prefix: next?.prefix,
          name: 'First',
          scopes: ['read', 'write', 'admin'],
          mode: 'test',
          createdAt: NOW.toISOString(),
          expiresAt: null,
          lastUsedOn: null,
          apiKey: expect.stringMatching(/^frk_test_/),
          replaces: { id: first.keyId, expiresAt: '2027-03-02T10:00:00.000Z' },
        },
      },
    });
  });

  it.each([
    [0, '2027-03-01T10:00:00.000Z'],
    [1, '2027-03-01T11:00:00.000Z'],
    [168, '2027-03-08T10:00:00.000Z'],
  ])('expires after an overlap of %d hours', async (overlapHours, expiresAt) => {
    const account = await keysUnderTest();

    const answer = await rotateKeyUseCase(account)(account.first.keyId, { overlapHours }, account.caller);

    expect(answer).toMatchObject({ body: { data: { replaces: { expiresAt } } } });
  });

  it('keeps an earlier expiry, which its replacement also has', async () => {
    const expiresAt = '2027-03-01T12:00:00.000Z';
    const account = await keysUnderTest({ expiresAt });

    const answer = await rotateKeyUseCase(account)(account.first.keyId, {}, account.caller);

    expect(answer).toMatchObject({ body: { data: { expiresAt, replaces: { expiresAt } } } });
    const early = await keysUnderTest({ expiresAt });
    expect(await rotateKeyUseCase(early)(early.first.keyId, { overlapHours: 1 }, early.caller)).toMatchObject(
      { body: { data: { expiresAt, replaces: { expiresAt: '2027-03-01T11:00:00.000Z' } } } },
    );
  });

  it('is rejected a second time', async () => {
    const account = await keysUnderTest();
    const rotate = rotateKeyUseCase(account);
    await rotate(account.first.keyId, {}, account.caller);

    expect(await rotate(account.first.keyId, {}, account.caller)).toMatchObject({
      ok: false,
      rejection: { kind: 'conflict' },
    });
  });

  it('is unknown if it has another form, does not exist, has expired or is of another account', async () => {
    const account = await keysUnderTest({ expiresAt: '2027-03-01T12:00:00.000Z' });
    const { keyId } = account.first;
    const rotate = (id: string, of: Partial<Caller> = {}) =>
      rotateKeyUseCase(account)(id, {}, { ...account.caller, ...of });

    expect(await rotate('first')).toEqual(UNKNOWN);
    expect(await rotate(`key_${'0'.repeat(16)}`)).toEqual(UNKNOWN);
    expect(await rotate(keyId, { orgId: 'org_2' })).toEqual(UNKNOWN);
    expect(await rotate(keyId, { mode: 'live' })).toEqual(UNKNOWN);
    account.clock.now = new Date('2027-03-01T12:00:00.000Z');
    expect(await rotate(keyId)).toEqual(UNKNOWN);
  });

  it('never works longer than its own expiry, also if times as texts have another order from the year 10000 on', async () => {
    const expiresAt = '2027-03-02T10:00:00.000Z';
    const ports = await keysUnderTest({ expiresAt });

    const rotated = await replaceKey(ports, OPERATOR, ACCOUNT, ports.first.keyId, 3_000_000 * DAY_MS);

    expect(rotated).toMatchObject({ ok: true, oldEndsAt: expiresAt });
  });

  it('is stored for the Idempotency-Key without the secret', async () => {
    const account = await keysUnderTest();
    const keyed = keyedCall('rotate-key');
    const rotate = rotateKeyUseCase(account);

    await rotate(account.first.keyId, {}, account.caller, keyed);

    const [, next] = await account.list();
    const { data } = JSON.parse(account.answers.has(keyed)?.body ?? '{}');
    expect(data).toMatchObject({
      id: next?.keyId,
      replaces: { id: account.first.keyId, expiresAt: '2027-03-02T10:00:00.000Z' },
    });
    expect(data).not.toHaveProperty('apiKey');
    // The key was rotated by a concurrent call with the same Idempotency-Key.
    expect(await rotate(account.first.keyId, {}, account.caller, keyed)).toEqual({
      ok: true,
      replayed: account.answers.has(keyed)?.body,
    });
  });
});

describe('a change of keys that was not made', () => {
  it('because a concurrent call was first replays the answer of that call', async () => {
    const answers = createInMemoryAnswers();
    const call = keyedCall('create-key');
    answers.remember({ call, body: '{}' });

    expect(await answerUnchanged(answers, 'answered', call)).toEqual({ ok: true, replayed: '{}' });
    expect(await answerUnchanged(answers, 'already-replaced', call)).toEqual({ ok: true, replayed: '{}' });
  });

  it('is rejected if the answer of the concurrent call is not found', async () => {
    expect(await answerUnchanged(createInMemoryAnswers(), 'answered', keyedCall('create-key'))).toMatchObject(
      { rejection: { code: 'IDEMPOTENCY_CONFLICT' } },
    );
  });
});

describe('the body of a key creation', () => {
  const BODY = { name: 'Booking', scopes: ['read'] };
  const rejected = (message: string) => ({
    ok: false,
    rejection: { kind: 'invalid', message: expect.stringContaining(message) },
  });

  it('has a name without outer spaces, and scopes in a fixed order', () => {
    expect(readKeyCreation({ name: ' Booking ', scopes: ['admin', 'write', 'read'] }, NOW)).toEqual({
      ok: true,
      body: { name: 'Booking', scopes: ['read', 'write', 'admin'] },
    });
  });

  it.each<[string, readonly object[]]>([
    [
      'name must be a text of 1 to 100 characters',
      ['', ' ', 'x'.repeat(101), '\u{1f6a2}'.repeat(101), 'two\nlines', '\ud800', 7, null].map((name) => ({
        name,
      })),
    ],
    [
      'scopes must be a list of one or more',
      [[], ['read', 'read'], ['read', 'write', 'admin', 'read'], 'read', Array(82_000).fill('delete')].map(
        (scopes) => ({ scopes }),
      ),
    ],
    ['scopes[1] must be one of read, write, admin', [{ scopes: ['read', 'delete'] }]],
    ['mode is not a field of this operation', [{ mode: 'live' }]],
    [
      'expiresAt must be a UTC time',
      ['', 'tomorrow', '2027-03-02', '2027-03-02T10:00:00+01:00x', 7].map((expiresAt) => ({ expiresAt })),
    ],
    ['expiresAt must be in the future', [{ expiresAt: '2027-03-01T10:00:00Z' }]],
    ['expiresAt must be at most 10 years ahead', [{ expiresAt: '2037-03-08T10:00:01Z' }]],
  ])('is rejected: %s', (message, invalid) => {
    for (const members of invalid) {
      expect(readKeyCreation({ ...BODY, ...members }, NOW)).toEqual(rejected(message));
    }
  });

  it('can have the longest name, no expiry, or one from now on to 10 years ahead', () => {
    for (const name of ['x', 'x'.repeat(100), '\u{1f6a2}'.repeat(100)]) {
      expect(readKeyCreation({ ...BODY, name, expiresAt: null }, NOW)).toEqual({
        ok: true,
        body: { ...BODY, name },
      });
    }
    const latest = new Date(NOW.getTime() + 10 * 366 * DAY_MS).toISOString();
    for (const expiresAt of ['2027-03-01T10:00:01.000Z', latest]) {
      expect(readKeyCreation({ ...BODY, expiresAt }, NOW)).toMatchObject({ ok: true, body: { expiresAt } });
    }
  });
});

describe('the body of a rotation', () => {
  it.each([
    [undefined, 24],
    [null, 24],
    [{}, 24],
    [{ overlapHours: null }, 24],
    [{ overlapHours: 0 }, 0],
    [{ overlapHours: 168 }, 168],
  ])('%j has the overlap of %d hours', (body, hours) => {
    expect(readOverlapHours(body)).toEqual({ ok: true, body: hours });
  });

  it.each([
    [{ overlapHours: -1 }],
    [{ overlapHours: 169 }],
    [{ overlapHours: 1.5 }],
    [{ overlapHours: '24' }],
    [{ hours: 1 }],
    [[]],
    ['text'],
    [false],
  ])('cannot be %j', (body) => {
    expect(readOverlapHours(body)).toMatchObject({ ok: false, rejection: { kind: 'invalid' } });
  });
});
