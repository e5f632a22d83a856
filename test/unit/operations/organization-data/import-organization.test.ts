import { expect, it } from 'vitest';
import {
  type ImportResult,
  type ImportSource,
  importOrganization,
} from '../../../../shared/operations/organization-data/import-organization.ts';
import type { OrganizationRecord } from '../../../../shared/operations/organization-data/organization-record.ts';
import { createInMemoryOrganizationData } from '../../../support/in-memory-organization-data.ts';
import { provisioningUnderTest } from '../../../support/provisioning-under-test.ts';

const monthOf = (number: number, used: number): OrganizationRecord => {
  const key = { account: 'org_acme#live', period: `${2000 + number}-01` };
  return { table: 'usage', kind: 'usage', key, item: { ...key, used } };
};
const MONTHS = Array.from({ length: 20 }, (_, number) => monthOf(number, 1));

const SOURCE: ImportSource = {
  orgId: 'org_acme',
  fingerprint: 'export-1',
  organization: {
    ...{ pk: 'ORG#org_acme', name: 'Acme', status: 'active', billing: true, usageLimit: 500 },
    ...{ plan: 'standard', createdAt: '2026-01-01T00:00:00.000Z' },
  },
  pages: async function* () {
    yield MONTHS;
  },
};

it('an import does not overwrite live data after another run of the same import has ended', async () => {
  const { provisioning } = provisioningUnderTest();
  const { data, held } = createInMemoryOrganizationData(provisioning.organizations);
  const { dataStore } = data;
  const parts = { provisioning, dataStore, sealing: await data.sealing(), notify: () => {} };
  let faster: ImportResult | undefined;
  const slower = {
    ...dataStore,
    put: async (records: readonly OrganizationRecord[]) => {
      await dataStore.put(records);
      if (faster !== undefined) return;
      faster = await importOrganization(parts, SOURCE);
      await provisioning.organizations.setStatus('org_acme', 'active', '2026-03-01T12:00:00.000Z');
      await dataStore.put([monthOf(19, 7)]);
    },
  };

  const result = await importOrganization({ ...parts, dataStore: slower }, SOURCE);

  expect(faster).toMatchObject({ outcome: 'imported', counts: { usage: 20 } });
  expect(result).toEqual({ outcome: 'exists' });
  expect(held.find(({ key }) => key.period === '2019-01')?.item).toMatchObject({ used: 7 });
});
