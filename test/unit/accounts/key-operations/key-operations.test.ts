import { describe, expect, it } from '@jest/globals';
import { issueApiKey } from '../../../../shared/accounts/api-keys/api-key-record.ts';
import { KEY_SCOPES } from '../../../../shared/accounts/api-keys/key-scope.ts';
import { OPERATOR } from '../../../../shared/accounts/audit/audit-event.ts';
import type { KeyedCall } from '../../../../shared/accounts/idempotency/idempotency-store.ts';
import { answerUnchanged } from '../../../../shared/accounts/key-operations/answer-key-change.ts';
import { replaceKey } from '../../../../shared/accounts/key-operations/change-keys.ts';
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
async function keysUnderTest(expiresAt: string) {
  const answers = createInMemoryAnswers();
  const store = createInMemoryOrganizations((answer) => {
    if (answers.has(answer.call) !== undefined) return false;
    answers.remember(answer);
    return true;
  });
  const first = issueApiKey({ ...ACCOUNT, name: 'First', scopes: KEY_SCOPES, expiresAt }, NOW).record;
  await store.organizations.create(ORGANIZATION, first);
  const caller: Caller = { ...ACCOUNT, keyId: first.keyId, requestId: 'request_1' };
  return {
    first,
    caller,
    answers,
    keys: store.keys,
    now: () => NOW,
  };
}

const keyedCall = (operation: string): KeyedCall => ({
  ...ACCOUNT,
  operation,
  key: 'a',
  at: NOW,
  bodyHash: 'h',
});

describe('a rotated key', () => {
  it('keeps an earlier expiry, which its replacement also has', async () => {
    const expiresAt = '2027-03-01T12:00:00.000Z';
    const account = await keysUnderTest(expiresAt);

    const answer = await rotateKeyUseCase(account)(account.first.keyId, {}, account.caller);

    expect(answer).toMatchObject({ body: { data: { expiresAt, replaces: { expiresAt } } } });
    const early = await keysUnderTest(expiresAt);
    expect(await rotateKeyUseCase(early)(early.first.keyId, { overlapHours: 1 }, early.caller)).toMatchObject(
      { body: { data: { expiresAt, replaces: { expiresAt: '2027-03-01T11:00:00.000Z' } } } },
    );
  });

  it('never works longer than its own expiry, also if times as texts have another order from the year 10000 on', async () => {
    const expiresAt = '2027-03-02T10:00:00.000Z';
    const ports = await keysUnderTest(expiresAt);

    const rotated = await replaceKey(ports, OPERATOR, ACCOUNT, ports.first.keyId, 3_000_000 * DAY_MS);

    expect(rotated).toMatchObject({ ok: true, oldEndsAt: expiresAt });
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

  it.each<[string, object]>([
    ['name must be a text of 1 to 100 characters', { name: '\u{1f6a2}'.repeat(101) }],
    ['scopes must be a list of one or more', { scopes: Array(82_000).fill('delete') }],
    ['scopes[1] must be one of read, write, admin', { scopes: ['read', 'delete'] }],
    ['expiresAt must be a UTC time', { expiresAt: '2027-03-02T10:00:00+01:00x' }],
    ['expiresAt must be in the future', { expiresAt: '2027-03-01T10:00:00Z' }],
    ['expiresAt must be at most 10 years ahead', { expiresAt: '2037-03-08T10:00:01Z' }],
  ])('is rejected: %s', (message, members) => {
    expect(readKeyCreation({ ...BODY, ...members }, NOW)).toEqual({
      ok: false,
      rejection: { kind: 'invalid', message: expect.stringContaining(message) },
    });
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

  it.each([[{ hours: 1 }], [[]], ['text']])('cannot be %j', (body) => {
    expect(readOverlapHours(body)).toMatchObject({ ok: false, rejection: { kind: 'invalid' } });
  });
});
