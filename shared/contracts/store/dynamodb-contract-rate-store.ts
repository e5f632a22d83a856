import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import type { Account } from '../../platform/account/account.ts';
import { batchGet } from '../../platform/dynamodb/batch-get.ts';
import type { BatchRead } from '../../platform/dynamodb/batching-reader.ts';
import { itemsBetween } from '../../platform/dynamodb/items-between.ts';
import { pageOfMatches } from '../../platform/dynamodb/page-of-matches.ts';
import type { ContractRateId } from '../rate/contract-rate-id.ts';
import type { ContractRateFilter, ContractRateStore } from '../record/contract-rate-store.ts';
import { matchesFilter } from '../record/rate-filter.ts';
import {
  countKey,
  headKey,
  headsKey,
  identityKey,
  readHead,
  readIdentity,
  versionKey,
} from './dynamodb-contract-items.ts';
import { createDynamoDbContractRateWrites } from './dynamodb-contract-rate-writes.ts';
import { createDynamoDbContractRates, readItems, readLanes } from './dynamodb-contract-rates.ts';

/** Rates of one query if few of them may match: half of the 1 MB that a query reads at most. */
const FILTERED_PAGE = 500;

/** Sort before and after every id. */
const FIRST_ID = ' ';
const LAST_ID = '~';

const isEmpty = (filter: ContractRateFilter): boolean =>
  Object.values(filter).every((value) => value === undefined);

/**
 * Contract rates in a DynamoDB table (decision 0053). IAM permissions: `GetItem`,
 * `BatchGetItem` and `Query` to read; `PutItem`, `UpdateItem` and `DeleteItem` to write.
 */
export function createDynamoDbContractRateStore(
  client: DynamoDBDocumentClient,
  TableName: string,
): ContractRateStore {
  const read: BatchRead = (requested) => batchGet(client, requested);

  async function* ratesBefore(account: Account, to: string, pageSize: number) {
    const range = { pk: headsKey(account), from: FIRST_ID, to, newestFirst: true, pageSize };
    for await (const item of itemsBetween(client, TableName, range)) yield readHead(item).rate;
  }

  const readRate: ContractRateStore['read'] = async (account, rateId) => {
    const Key = headKey(account, rateId);
    const { Item } = await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
    return Item === undefined ? undefined : readHead(Item);
  };

  return {
    ...createDynamoDbContractRates(read, TableName),
    ...createDynamoDbContractRateWrites(client, TableName),

    read: readRate,

    async version(account, rateId, version) {
      const current = await readRate(account, rateId);
      if (current?.rate.version === version) return current.rate;
      const Key = versionKey(account, rateId, version);
      const { Item } = await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
      return Item === undefined ? undefined : readHead(Item).rate;
    },

    async list(account, filter, limit, after) {
      // Two more than the limit: the cursor itself, and one that shows whether a next page exists.
      const pageSize = isEmpty(filter) ? limit + 2 : FILTERED_PAGE;
      const { rows, next } = await pageOfMatches(ratesBefore(account, after ?? LAST_ID, pageSize), {
        idOf: ({ rateId }): ContractRateId => rateId,
        matches: (rate) => matchesFilter(rate, filter),
        limit,
        after,
      });
      return { rates: rows, next };
    },

    async identified(account, identities) {
      const found = await readItems(
        read,
        TableName,
        identities.map((identity) => identityKey(account, identity)),
      );
      const ids = found.map(readIdentity);
      const heads = await readItems(
        read,
        TableName,
        // A rate can have two identities, and a request for a key twice is invalid.
        [...new Set(ids.map(({ rateId }) => rateId))].map((rateId) => headKey(account, rateId)),
      );
      const byId = new Map(heads.map(readHead).map((stored) => [stored.rate.rateId, stored]));
      return new Map(
        ids.flatMap(({ identity, rateId }) => {
          const stored = byId.get(rateId);
          return stored ? [[identity, stored] as const] : [];
        }),
      );
    },

    async count(account) {
      const [item] = await readItems(read, TableName, [countKey(account)]);
      return Number(Object(item).rates ?? 0);
    },

    ofLanes: (account, lanes) => readLanes(read, TableName, account, lanes),
  };
}
