import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Account } from '../../../shared/platform/account/account.ts';
import { eventually } from '../../support/eventually.ts';
import { type LocalService, startLocalService } from '../../support/local-service.ts';
import { itemCount, type RfpsCaller, rfpsCaller } from './rfps-caller.ts';

const account: Account = { orgId: 'org_deleting', mode: 'live' };
let service: LocalService;
let rfps: RfpsCaller;

beforeAll(async () => {
  service = await startLocalService({ own: true });
  rfps = await rfpsCaller(service);
});

afterAll(async () => {
  rfps?.stop();
  await service?.stop();
});

describe('an RFP in the table', () => {
  it('is erased if it is deleted, also while its lanes are priced', async () => {
    const id = await rfps.create(account, 1_000);
    await eventually(
      () => rfps.store.read(account, id),
      (rfp) => (rfp?.counters.priced ?? 0) > 0,
    );
    expect(await rfps.store.delete(account, id)).toBe(true);
    await eventually(
      () => itemCount(rfps, account, id),
      (count) => count === 0,
    );
    expect(await itemCount(rfps, account, id)).toBe(0);
    expect(await rfps.store.read(account, id)).toBeUndefined();
  });
});

describe('RFPs of several organizations', () => {
  const quiet: Account = { orgId: 'org_quiet', mode: 'live' };
  const loud: Account = { orgId: 'org_loud', mode: 'live' };

  const secondsOf = async (work: () => Promise<unknown>): Promise<number> => {
    const start = performance.now();
    await work();
    return (performance.now() - start) / 1_000;
  };

  it('do not wait for a larger RFP of another organization that came first', async () => {
    const small = async () => rfps.priced(quiet, await rfps.create(quiet, 10));
    const before = await secondsOf(small);
    const large = await Promise.all(Array.from({ length: 8 }, () => rfps.create(loud, 1_000)));
    await eventually(
      () => Promise.all(large.map((rfpId) => rfps.store.read(loud, rfpId))),
      (found) => found.some((rfp) => (rfp?.counters.priced ?? 0) > 0),
    );
    const shared = await secondsOf(small);
    process.stdout.write(`10 lanes: ${before.toFixed(2)} s, next to 8,000: ${shared.toFixed(2)} s\n`);

    const left = await Promise.all(large.map((rfpId) => rfps.store.read(loud, rfpId)));
    expect(left.reduce((sum, rfp) => sum + (rfp?.remaining ?? 0), 0)).toBeGreaterThan(80);
    for (const rfpId of large) await rfps.store.delete(loud, rfpId);
  });
});
