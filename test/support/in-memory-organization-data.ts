import type { Connection } from '../../bin/freight/connection/connection.ts';
import type { OrganizationStore } from '../../shared/accounts/organizations/dynamodb-organization-store.ts';
import { createOrganizationLoadsRemoval } from '../../shared/market/importing/share-loads.ts';
import {
  type OrganizationRecord,
  type OrganizationTable,
  type RecordKind,
  tableOf,
} from '../../shared/operations/organization-data/organization-record.ts';
import { createInMemoryMarket, type InMemoryMarket } from './in-memory-market.ts';

/** Data of organizations in other services, in a list and the market; a page has two records. */
export function createInMemoryOrganizationData(
  organizations: Pick<OrganizationStore, 'find'>,
  market = createInMemoryMarket(),
  now = () => new Date('2026-03-01T12:00:00.000Z'),
) {
  const held: (OrganizationRecord & { readonly orgId: string })[] = [];
  let made = 0;
  const ownIn = async (table: OrganizationTable, orgId: string): Promise<readonly OrganizationRecord[]> => [
    ...held.filter((record) => record.table === table && record.orgId === orgId),
    ...(table === 'market' ? await marketRecords(market, orgId) : []),
  ];
  const data: Connection['data'] = {
    uploads: undefined,
    quiet: { callsEndAfter: 120_000, sendersEndAfter: 60_000, cachedKeysEndAfter: 60_000 },
    toExported: async ({ kind, key }) => (kind === 'quote-detail' ? undefined : { kind, ...key }),
    loadsRemoval: createOrganizationLoadsRemoval({ store: market, now }),
    dataStore: {
      async *read(table, orgId) {
        const own = await ownIn(table, orgId);
        for (let index = 0; index < own.length; index += 2) yield own.slice(index, index + 2);
        if (table === 'organizations' && (await organizations.find(orgId)) !== undefined) {
          yield [{ table, kind: 'organization', key: { pk: orgId }, item: {} }];
        }
      },
      delete: async (records) => {
        for (const { kind, key } of records) {
          const pk = String(key.pk);
          if (kind === 'market-loads') market.allLoads.delete(pk);
          if (kind === 'market-cell') market.allCells.delete(pk);
          const index = held.findIndex((record) => record.key.pk === pk);
          if (index >= 0) held.splice(index, 1);
        }
      },
    },
  };
  return {
    data,
    held,
    /** Adds records of each of these kinds to an organization. */
    add: (orgId: string, ...kinds: readonly RecordKind[]) => {
      for (const kind of kinds) {
        held.push({ table: tableOf(kind), kind, key: { pk: `record-${++made}` }, item: {}, orgId });
      }
    },
  };
}

/** Data of an organization in a market: its own rows, and entries in lists. */
async function marketRecords(market: InMemoryMarket, orgId: string): Promise<readonly OrganizationRecord[]> {
  const record = (kind: RecordKind, pk: string): OrganizationRecord => ({
    table: 'market',
    kind,
    key: { pk },
    item: {},
  });
  const isOwn = (owner: string) => owner.startsWith(`${orgId}#`);
  const owners = (await market.summary())?.owners ?? [];
  return [
    ...[...market.allLoads]
      .filter(([, { owner }]) => isOwn(owner))
      .map(([key]) => record('market-loads', key)),
    ...[...market.allCells.keys()].filter(isOwn).map((key) => record('market-cell', key)),
    ...([...(await market.sharing()).keys()].some(isOwn) ? [record('market-sharing', 'sharing')] : []),
    ...(owners.some(isOwn) ? [record('market-owner', 'summary')] : []),
  ];
}
