import * as v from 'valibot';
import type { Account } from '../../platform/account/account.ts';
import type { BatchRead } from '../../platform/dynamodb/batching-reader.ts';
import type { CurrentTariffReader } from './current-tariff.ts';
import { type OwnTariff, UNSET_TARIFF } from './own-tariff.ts';
import { storedTariff } from './stored-tariff.ts';

const PART = 'tariff';

/** Partition key of an account's current tariff. */
export const tariffPartition = ({ orgId, mode }: Account): string => `${orgId}#${mode}#${PART}`;

/**
 * Key of the copy of an account's current tariff in the table of strategies. Versions have other partitions, so queries for
 * them never return it.
 */
const currentTariffKey = (account: Account) => ({ account: tariffPartition(account), version: 0 });

/** Whether a partition key is that of a current tariff. Ids of organizations contain no "#". */
export const isCurrentTariff = (account: string): boolean => account.split('#')[2] === PART;

/** The item of an account's current tariff. */
export const toCurrentTariff = (account: Account, tariff: OwnTariff) => ({
  ...currentTariffKey(account),
  tariff,
});

const currentTariff = v.object({ tariff: storedTariff });

/**
 * Current tariffs in DynamoDB. `read` may combine this read with others in one round trip. IAM permission: `BatchGetItem`.
 * @param table of strategies.
 */
export const createDynamoDbCurrentTariff = (read: BatchRead, table: string): CurrentTariffReader => ({
  read: async (account) => {
    const found = await read({ [table]: { Keys: [currentTariffKey(account)], ConsistentRead: true } });
    const [item] = found.get(table) ?? [];
    // An invalid item fails, so that it cannot affect a price.
    return item === undefined ? UNSET_TARIFF : v.parse(currentTariff, item).tariff;
  },
});
