import { type ApiKeyRecord, issueApiKey } from '../../../../shared/accounts/api-keys/api-key-record.ts';
import { KEY_SCOPES } from '../../../../shared/accounts/api-keys/key-scope.ts';
import type { KeyedCall } from '../../../../shared/accounts/idempotency/idempotency-store.ts';
import type { Organization } from '../../../../shared/accounts/organizations/organization.ts';
import type { Caller } from '../../../../shared/platform/account/account.ts';
import { createInMemoryOrganizations } from '../../../support/in-memory-organization-store.ts';
import { createInMemoryAnswers } from '../idempotency/in-memory-idempotency-store.ts';

export const NOW = new Date('2027-03-01T10:00:00.000Z');
export const ACCOUNT = { orgId: 'org_1', mode: 'test' } as const;

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
export async function keysUnderTest(choices: Partial<Pick<ApiKeyRecord, 'scopes' | 'expiresAt'>> = {}) {
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

export const keyedCall = (operation: string): KeyedCall => ({
  ...ACCOUNT,
  operation,
  key: 'a',
  at: NOW,
  bodyHash: 'h',
});
