import { type DynamoDBDocumentClient, paginateQuery } from '@aws-sdk/lib-dynamodb';
import type { TableName } from '../../../functions/definition-types.ts';
import { usagePeriod } from '../../../shared/accounts/usage/usage-headers.ts';
import type { Account } from '../../../shared/platform/account/account.ts';
import { readLane } from '../../../shared/rfps/lanes/read-lane.ts';
import { countedCalls } from '../../../shared/rfps/record/counted-calls.ts';
import { rfpStatus } from '../../../shared/rfps/record/rfp-status.ts';
import {
  createRfpIds,
  newStoredRfp,
  type RfpId,
  type StoredRfp,
} from '../../../shared/rfps/record/stored-rfp.ts';
import { itemsKey } from '../../../shared/rfps/store/dynamodb-rfp-items.ts';
import { createDynamoDbRfpStore, type RfpStore } from '../../../shared/rfps/store/dynamodb-rfp-store.ts';
import { eventually } from '../../support/eventually.ts';
import { localDocumentClient } from '../../support/local-document-client.ts';
import type { LocalService } from '../../support/local-service.ts';
import { runningHost } from '../../support/running-host.ts';

/** The store of RFPs of a running service, and what its tables hold. */
export interface RfpsCaller {
  readonly client: DynamoDBDocumentClient;
  readonly tables: Readonly<Record<TableName, string>>;
  readonly store: RfpStore;
  /** Creates an RFP of container lanes from ports, all different. */
  create(account: Account, lanes: number, strategyVersion?: number): Promise<RfpId>;
  /** Waits until all lanes of the RFP have results. */
  priced(account: Account, rfpId: RfpId, withinMs?: number): Promise<StoredRfp>;
  stop(): void;
}

const ORIGINS = ['USLAX', 'Port of Savannah', 'USHOU', 'USNYC', 'Chicago, IL', 'USSEA', 'USCHS', 'USOAK'];
const DESTINATIONS = [
  'Phoenix, AZ',
  'Atlanta, GA',
  'Columbus, OH',
  'Dallas, TX',
  'Denver, CO',
  'Memphis, TN',
];

const newId = createRfpIds();

export async function rfpsCaller(
  service: Pick<LocalService, 'dataDir' | 'dynamodbEndpoint'>,
): Promise<RfpsCaller> {
  const { tables } = await runningHost(service.dataDir);
  const client = localDocumentClient(service.dynamodbEndpoint);
  const now = () => new Date();
  const store = createDynamoDbRfpStore({ client, rfpsTable: tables.rfps, usageTable: tables.usage, now });
  return {
    ...{ client, tables, store },
    create: async (account, count, strategyVersion = 0) => {
      const at = now();
      const rfpId = newId(at);
      const lanes = Array.from({ length: count }, (_, index) =>
        readLane(
          {
            origin: ORIGINS[index % ORIGINS.length],
            // Every 40th lane has an error.
            destination: index % 40 === 39 ? 'Nowhere, ZZ' : DESTINATIONS[index % DESTINATIONS.length],
            weekly_volume: 1 + (index % 7),
          },
          { equipment: 'container_40', requirements: [] },
        ),
      );
      const counted = { calls: countedCalls(count), period: usagePeriod(at) };
      const rfp = newStoredRfp({
        ...{ rfpId, name: 'Drayage 2027', customer: 'Acme', customerReference: 'A-1', lanes: count },
        ...{ equipment: 'container_40', requirements: [], ...counted },
        pricing: { asOf: at.toISOString(), strategyVersion },
      });
      const reservation = { ...counted, usageLimit: 1_000_000 };
      const { outcome } = await store.create(account, rfp, { lanes, reservation });
      if (outcome !== 'written') throw new Error(outcome);
      return rfpId;
    },
    priced: async (account, rfpId, withinMs = 180_000) => {
      const rfp = await eventually(
        () => store.read(account, rfpId),
        (found) => found !== undefined && rfpStatus(found) === 'priced',
        withinMs,
      );
      if (rfp === undefined) throw new Error(`${rfpId} does not exist`);
      return rfp;
    },
    stop: () => client.destroy(),
  };
}

/** The number of items of an RFP, without its head. */
export async function itemCount(
  { client, tables }: RfpsCaller,
  account: Account,
  rfpId: RfpId,
): Promise<number> {
  let count = 0;
  const pages = paginateQuery(
    { client },
    {
      ...{ TableName: tables.rfps, ConsistentRead: true, Select: 'COUNT' },
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': itemsKey(account, rfpId) },
    },
  );
  for await (const { Count = 0 } of pages) count += Count;
  return count;
}
