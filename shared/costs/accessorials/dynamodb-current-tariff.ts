import * as v from 'valibot';
import type { Account } from '../../platform/account/account.ts';
import type { BatchRead } from '../../platform/dynamodb/batch-get.ts';
import { EQUIPMENT_TYPES } from '../equipment/equipment-type.ts';
import { type OwnTariff, UNSET_TARIFF } from './own-tariff.ts';
import { FREQUENCIES, OCCASIONS } from './tariff.ts';

export const storedCount = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
export const storedAmount = v.pipe(v.number(), v.finite(), v.minValue(0));

/** A tariff as stored. Less strict than the request schema, so that it stays readable after a limit is removed. */
export const storedTariff = v.object({
  version: v.pipe(storedCount, v.minValue(1)),
  updatedAt: v.string(),
  accessorials: v.array(
    v.object({
      name: v.string(),
      title: v.string(),
      charge: v.union([
        v.object({ cents: storedCount }),
        v.object({ percentOfBase: storedAmount }),
        v.object({ tiers: v.array(v.object({ fromDay: storedCount, cents: storedCount })) }),
      ]),
      frequency: v.picklist(FREQUENCIES),
      defaultQuantity: storedCount,
      freeTime: storedCount,
      occasion: v.picklist(OCCASIONS),
      equipment: v.array(v.picklist(EQUIPMENT_TYPES)),
      places: v.exactOptional(
        v.object({
          ports: v.array(v.string()),
          terminals: v.array(v.object({ key: v.string(), name: v.string() })),
        }),
      ),
      from: v.exactOptional(v.string()),
      to: v.exactOptional(v.string()),
      enabled: v.boolean(),
    }),
  ),
});

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

export type CurrentTariffReader = ReturnType<typeof createDynamoDbCurrentTariff>;

/**
 * Current tariffs in DynamoDB. `read` may combine this read with others in one round trip. IAM permission: `BatchGetItem`.
 * @param table of strategies.
 */
export const createDynamoDbCurrentTariff = (read: BatchRead, table: string) => ({
  /** Strongly consistent; `UNSET_TARIFF` if the account has none. */
  read: async (account: Account): Promise<OwnTariff> => {
    const found = await read({ [table]: { Keys: [currentTariffKey(account)], ConsistentRead: true } });
    const [item] = found.get(table) ?? [];
    // An invalid item fails, so that it cannot affect a price.
    return item === undefined ? UNSET_TARIFF : v.parse(currentTariff, item).tariff;
  },
});
