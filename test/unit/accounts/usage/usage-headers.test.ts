import { describe, expect, it } from 'vitest';
import { readUsageHeaders, usageHeaders } from '../../../../shared/accounts/usage/usage-headers.ts';
import { createInMemoryLedger } from './in-memory-account-ledger.ts';

const NOON = new Date('2026-11-21T12:00:00Z');
const HEADERS = {
  'X-Usage-Limit': '10',
  'X-Usage-Used': '1',
  'X-Usage-Remaining': '9',
  'X-Usage-Reset': '2026-12-01T00:00:00.000Z',
  'RateLimit-Policy': '"monthly-rates";q=10;w=2592000',
  RateLimit: '"monthly-rates";r=9;t=820800',
};

describe('usage headers', () => {
  it('have the count, the limit and the time of the reset', () => {
    expect(usageHeaders({ used: 1, usageLimit: 10 }, NOON)).toEqual(HEADERS);
  });

  it('have a remainder of 0 above a lowered limit', () => {
    expect(usageHeaders({ used: 12, usageLimit: 10 }, NOON)).toMatchObject({
      'X-Usage-Used': '12',
      'X-Usage-Remaining': '0',
      RateLimit: '"monthly-rates";r=0;t=820800',
    });
  });

  it('are read for a response that counts no call', async () => {
    const ledger = createInMemoryLedger();
    ledger.setOrganization('org_1', { billing: true, usageLimit: 10 });
    const account = { orgId: 'org_1', mode: 'test' } as const;
    await (await ledger.read(account, '2026-11'))?.count();

    expect(await readUsageHeaders(ledger, account, NOON)).toEqual(HEADERS);
    expect(await readUsageHeaders(ledger, { orgId: 'org_2', mode: 'test' }, NOON)).toEqual({});
  });
});
