import { describe, expect, it } from 'vitest';
import {
  type OrganizationProfile,
  readOrganizationUseCase,
} from '../../../../shared/accounts/profile/read-organization.ts';

const ACME: OrganizationProfile = {
  name: 'Acme',
  plan: { name: 'standard' },
  billing: true,
  usageLimit: 10_000,
};

const read = (
  profile: OrganizationProfile | undefined,
  mode: 'test' | 'live' = 'test',
  scopes: readonly string[] = ['read'],
) =>
  readOrganizationUseCase({
    readProfile: async (orgId) => (orgId === 'org_1' ? profile : undefined),
  })({ orgId: 'org_1', mode, keyId: 'key_1' }, scopes);

describe('the organization of a key', () => {
  it('has the limits of the standard plan, and null for no limit of quotes', async () => {
    expect(await read(ACME)).toEqual({
      ok: true,
      body: {
        status: 'success',
        data: {
          id: 'org_1',
          name: 'Acme',
          mode: 'test',
          keyId: 'key_1',
          scopes: ['read'],
          plan: 'standard',
          limits: { requestsPerMinute: 1_000, burst: 500, ratesPerMonth: 10_000, quotesPerMonth: null },
          billing: true,
        },
      },
    });
  });

  it('has the rate of an enterprise plan as its burst, and a limit of quotes that is 0', async () => {
    const plan = { name: 'enterprise', requestsPerMinute: 45 } as const;
    const answer = await read({ ...ACME, plan, billing: false, usageLimit: 0, quoteLimit: 0 }, 'live');

    expect(answer).toMatchObject({
      body: {
        data: {
          mode: 'live',
          plan: 'enterprise',
          limits: { requestsPerMinute: 45, burst: 45, ratesPerMonth: 0, quotesPerMonth: 0 },
          billing: false,
        },
      },
    });
  });

  it('has the scopes of the key in the order of the other operations, without unknown scopes', async () => {
    expect(await read(ACME, 'test', ['admin', 'root', 'read'])).toMatchObject({
      body: { data: { scopes: ['read', 'admin'] } },
    });
    expect(await read(ACME, 'test', [])).toMatchObject({ body: { data: { scopes: [] } } });
  });

  it('is 401 if the organization was erased since the key was checked', async () => {
    expect(await read(undefined)).toMatchObject({
      ok: false,
      rejection: { kind: 'unauthorized', message: 'Missing organization context' },
    });
  });
});
