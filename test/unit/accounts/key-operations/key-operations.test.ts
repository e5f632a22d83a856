import { describe, expect, it } from '@jest/globals';
import { issueApiKey } from '../../../../shared/accounts/api-keys/api-key-record.ts';
import { KEY_SCOPES } from '../../../../shared/accounts/api-keys/key-scope.ts';
import { OPERATOR } from '../../../../shared/accounts/audit/audit-event.ts';
import { runKeyed } from '../../../../shared/accounts/idempotency/answer-once.ts';
import type { KeyedCall } from '../../../../shared/accounts/idempotency/dynamodb-idempotency-store.ts';
import { replaceKey } from '../../../../shared/accounts/key-operations/change-keys.ts';
import { rotateKeyUseCase } from '../../../../shared/accounts/key-operations/issue-keys.ts';
import { KEY_REJECTIONS } from '../../../../shared/accounts/key-operations/key-rejections.ts';
import type { Organization } from '../../../../shared/accounts/organizations/organization.ts';
import type { Caller } from '../../../../shared/platform/account/account.ts';
import { reject } from '../../../../shared/platform/http/outcome.ts';
import { DAY_MS } from '../../../../shared/platform/time/utc-calendar.ts';
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

    expect(await runKeyed(answers, call, async () => reject(KEY_REJECTIONS.answered))).toEqual({
      ok: true,
      replayed: '{}',
    });
    expect(await runKeyed(answers, call, async () => reject(KEY_REJECTIONS['already-replaced']))).toEqual({
      ok: true,
      replayed: '{}',
    });
  });

  it('is rejected if the answer of the concurrent call is not found', async () => {
    expect(
      await runKeyed(createInMemoryAnswers(), keyedCall('create-key'), async () =>
        reject(KEY_REJECTIONS.answered),
      ),
    ).toMatchObject({ rejection: { code: 'IDEMPOTENCY_CONFLICT' } });
  });
});
