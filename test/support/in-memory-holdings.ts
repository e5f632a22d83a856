import type { OrganizationData } from '../../bin/freight/organization-data.ts';
import { type HeldKind, type HeldRecord, TABLE_OF_KIND } from '../../shared/holdings/held-record.ts';
import type { OrganizationStore } from '../../shared/organizations/organization-store.ts';

/** What services hold of organizations, over a list; a page has two records. */
export function createInMemoryHoldings(organizations: Pick<OrganizationStore, 'find'>) {
  const held: (HeldRecord & { readonly orgId: string })[] = [];
  let made = 0;
  const data: OrganizationData = {
    environment: 'dev',
    quiet: { callsEndAfter: 120_000, sendersEndAfter: 60_000 },
    toExported: async ({ kind, key }) => (kind === 'quote-detail' ? undefined : { kind, ...key }),
    holdings: {
      async *read(table, orgId) {
        const own = held.filter((record) => record.table === table && record.orgId === orgId);
        for (let index = 0; index < own.length; index += 2) yield own.slice(index, index + 2);
        if (table === 'organizations' && (await organizations.find(orgId)) !== undefined) {
          yield [{ table, kind: 'organization', key: { pk: orgId }, item: {} }];
        }
      },
      delete: async (records) => {
        for (const record of records) {
          const index = held.findIndex(({ key }) => key.pk === record.key.pk);
          if (index >= 0) held.splice(index, 1);
        }
      },
      readWhole: async () => [{ table: 'quotes', items: held.length, bytes: 3_000_000 }],
    },
  };
  return {
    data,
    held,
    /** Has an organization hold records of each of these kinds. */
    add: (orgId: string, ...kinds: readonly HeldKind[]) => {
      for (const kind of kinds) {
        held.push({ table: TABLE_OF_KIND[kind], kind, key: { pk: `record-${++made}` }, item: {}, orgId });
      }
    },
  };
}
