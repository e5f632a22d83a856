import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Account } from '../../../shared/platform/account/account.ts';
import type { CreatedRfpAnswer } from '../../../shared/rfps/documents/rfp-document.ts';
import { chunkCount } from '../../../shared/rfps/lanes/lane-draft.ts';
import type { RfpId } from '../../../shared/rfps/record/stored-rfp.ts';
import { eventually } from '../../support/eventually.ts';
import { type LocalService, startLocalService } from '../../support/local-service.ts';
import { createOrganization, type TestOrganization } from '../../support/service-under-test.ts';
import { type RfpsCaller, rfpsCaller } from './rfps-caller.ts';

const LANES = 300;
const CHUNKS = chunkCount(LANES);
const WORKER = 'price-rfp-lanes';

let service: LocalService;
let rfps: RfpsCaller;
beforeAll(async () => {
  service = await startLocalService({ own: true });
  rfps = await rfpsCaller(service);
}, 300_000);
afterAll(async () => {
  rfps?.stop();
  await service?.stop();
});

const newOrganization = async (): Promise<TestOrganization & { readonly account: Account }> => {
  const made = await createOrganization(service);
  return { ...made, account: { orgId: made.orgId, mode: 'test' } };
};
const suspend = ({ orgId }: TestOrganization) => service.freight('org', 'suspend', orgId, '--json');
const resume = ({ orgId }: TestOrganization) =>
  service.freight<{ rfpsResumed: number }>('org', 'resume', orgId, '--json');
/** The work on an RFP that was left. */
const leftOf = (rfpId: RfpId) =>
  service.logs.filter((line) => line.includes('RFP_WORK_WAITS') && line.includes(rfpId)).length;
const leaves = (rfpId: RfpId, count: number) =>
  eventually(
    async () => leftOf(rfpId),
    (left) => left >= count,
  );

/** Counters, calls and prices of all lanes. */
async function outcomeOf(account: Account, rfpId: RfpId) {
  const indexes = Array.from({ length: LANES }, (_, index) => index);
  const rfp = await rfps.priced(account, rfpId);
  const { counters, calls, remaining } = rfp;
  const lanes = await rfps.store.lanes(account, rfp, indexes);
  return { counters, calls, remaining, lanes: indexes.map((index) => lanes.get(index)) };
}

describe('while an organization is suspended', () => {
  it('no chunk is priced; after the resumption each is priced once, also if workers are killed', async () => {
    const [calm, suspended] = [await newOrganization(), await newOrganization()];
    const expected = await outcomeOf(calm.account, await rfps.create(calm.account, LANES));

    await suspend(suspended);
    const rfpId = await rfps.create(suspended.account, LANES);
    expect(await leaves(rfpId, CHUNKS)).toBe(CHUNKS);
    expect(await rfps.store.read(suspended.account, rfpId)).toMatchObject({
      remaining: CHUNKS,
      counters: { priced: 0, failed: 0 },
    });

    expect(await resume(suspended)).toMatchObject({ rfpsResumed: 1 });
    await eventually(
      async () => (await rfps.store.read(suspended.account, rfpId))?.remaining,
      (remaining = CHUNKS) => remaining < CHUNKS,
    );
    service.crash(WORKER);
    // Messages of killed workers are visible again after 12 minutes; a second resumption requests their chunks at once.
    await suspend(suspended);
    await resume(suspended);
    expect(await outcomeOf(suspended.account, rfpId)).toEqual(expected);
  }, 300_000);

  it('a file that is sent is kept, and read after the resumption', async () => {
    const organization = await newOrganization();
    const { json } = await service.call('POST', '/api/v1/rfps', {
      key: organization.apiKey,
      body: { name: 'File', source: 'upload' },
    });
    const { rfp_id, upload } = (json as CreatedRfpAnswer).rfp;
    const rfpId = rfp_id as RfpId;
    if (upload === undefined) throw new Error('the RFP has no address');
    expect(await resume(organization)).toMatchObject({ rfpsResumed: 0 });
    await suspend(organization);
    const { url, method, headers } = upload;
    const sent = await fetch(url, { method, headers, body: 'From;To\r\nUSLAX;Phoenix, AZ\r\n' });
    expect(sent.status).toBe(200);
    expect(await leaves(rfpId, 1)).toBe(1);
    expect(await rfps.store.read(organization.account, rfpId)).toMatchObject({ state: 'awaiting_upload' });

    expect(await resume(organization)).toMatchObject({ rfpsResumed: 1 });
    expect(await rfps.priced(organization.account, rfpId)).toMatchObject({
      ...{ lanes: 1, calls: 1, counters: { priced: 1 } },
    });
  }, 300_000);
});
