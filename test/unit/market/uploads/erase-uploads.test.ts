import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOrganization } from '../../../../shared/accounts/provisioning/create-organization.ts';
import { createHeldUploads } from '../../../../shared/market/uploads/erase-uploads.ts';
import {
  countOrganizationData,
  eraseOrganization,
  isWithoutData,
} from '../../../../shared/operations/organization-data/erase-organization.ts';
import { createS3Client } from '../../../../shared/platform/s3/s3-client.ts';
import { createS3ObjectStore } from '../../../../shared/platform/s3/s3-object-store.ts';
import { createInMemoryObjects } from '../../../support/in-memory-objects.ts';
import { createInMemoryOrganizationData } from '../../../support/in-memory-organization-data.ts';
import { provisioningUnderTest, STANDARD_REQUEST } from '../../../support/provisioning-under-test.ts';
import { type S3StandIn, startS3StandIn } from '../../../support/s3-stand-in.ts';

const ofOrganization = (orgId: string) => [
  `organizations/${orgId}/test/a.csv`,
  `organizations/${orgId}/live/2026/a.csv`,
  `organizations/${orgId}/live/2026/a.csv.result.json`,
  `work/${orgId}/0123/state.work`,
];

async function suspendedUnderTest() {
  const { provisioning, pass } = provisioningUnderTest();
  const created = await createOrganization(provisioning, STANDARD_REQUEST);
  if (!created.created) throw new Error(created.fault);
  const { orgId } = created.organization;
  await provisioning.organizations.setStatus(orgId, 'suspended', provisioning.now().toISOString());
  const objects = createInMemoryObjects();
  const others = ['operator/a.csv', 'work/operator/0123/state.work', ...ofOrganization(`${orgId}x`)];
  for (const key of [...ofOrganization(orgId), ...others]) objects.put(key, key);
  const { dataStore, loadsRemoval } = createInMemoryOrganizationData(provisioning.organizations).data;
  const parts = {
    provisioning,
    dataStore,
    loadsRemoval,
    uploads: createHeldUploads(async () => objects),
    quiet: { callsEndAfter: 0, sendersEndAfter: 0, cachedKeysEndAfter: 0 },
    pause: async (ms: number) => pass(ms),
    notify: () => {},
  };
  return { orgId, parts, objects, others };
}

describe('an erasure with an upload bucket', () => {
  it("deletes the organization's objects in the bucket, and no others", async () => {
    const { orgId, parts, objects, others } = await suspendedUnderTest();
    expect(await countOrganizationData(parts, orgId)).toMatchObject({ uploads: 4 });

    expect(await eraseOrganization(parts, orgId)).toMatchObject({
      outcome: 'erased',
      erased: { uploads: 4 },
    });
    expect([...objects.all.keys()].sort()).toEqual(others.sort());
    expect(isWithoutData(await countOrganizationData(parts, orgId))).toBe(true);
  });

  it('finds objects that an import wrote meanwhile, and reports objects that it cannot delete', async () => {
    const { orgId, parts, objects } = await suspendedUnderTest();
    const late = `work/${orgId}/0123/late.work`;
    const { uploads } = parts;
    let times = 1;
    const erase = async (of: string) => {
      const count = await uploads.erase(of);
      if (times-- > 0) objects.put(late, 'late');
      return count;
    };
    expect(await eraseOrganization({ ...parts, uploads: { ...uploads, erase } }, orgId)).toMatchObject({
      outcome: 'erased',
      erased: { uploads: 5 },
    });
    expect(objects.all.has(late)).toBe(false);

    times = Number.POSITIVE_INFINITY;
    expect(await eraseOrganization({ ...parts, uploads: { ...uploads, erase } }, orgId)).toEqual({
      outcome: 'left-over',
      left: { counts: {}, gateway: { keys: 0, plans: 0 }, uploads: 1 },
    });
  });
});

describe('an erasure in S3', () => {
  let s3: S3StandIn;
  beforeAll(async () => {
    s3 = await startS3StandIn();
  });
  afterAll(() => s3.stop());

  it("deletes an object whose key resolves to another organization's, and keeps that one", async () => {
    const uploads = createHeldUploads(async () =>
      createS3ObjectStore({
        client: createS3Client({
          region: 'us-east-1',
          credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
          endpoint: s3.endpoint,
        }),
        bucket: 'uploads',
      }),
    );
    const others = ofOrganization('org_2');
    const planted = ['organizations/org_1/../org_2/live/2026/a.csv', 'work/org_1/../org_2/0123/state.work'];
    for (const key of [...others, ...planted, ...ofOrganization('org_1')]) s3.put('uploads', key);

    expect(await uploads.erase('org_1')).toBe(6);
    expect(s3.keys('uploads')).toEqual(others);
    expect(await uploads.count('org_1')).toBe(0);
  });
});
