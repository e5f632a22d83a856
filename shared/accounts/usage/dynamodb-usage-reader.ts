import type { Account } from '../../platform/account/account.ts';
import { createDynamoDbQuoteMeter, totalMetered } from './dynamodb-quote-meter.ts';
import { type AccountTables, readAccountItems } from './dynamodb-read-account.ts';

/** Reads the usage of several periods from the tables of the account ledger and the quote meter. */
export function createDynamoDbUsageReader(tables: AccountTables) {
  const meter = createDynamoDbQuoteMeter(tables.client, tables.usageTable);
  return {
    /**
     * Usage in consecutive months, newest first, in one round trip; undefined if the organization is unknown. Months
     * without calls or quotes may be absent.
     */
    async read(account: Account, periods: readonly string[]) {
      const [last = '', first = last] = [periods[0], periods.at(-1)];
      const [items, quotes] = await Promise.all([
        readAccountItems(tables, account, periods),
        meter.read(account, first, last),
      ]);
      return (
        items && {
          ...items.organization,
          used: new Map(items.usage.map(({ period, used }) => [period, used])),
          quotes: new Map([...quotes].map(([period, counts]) => [period, totalMetered(counts)])),
        }
      );
    },
  };
}

export type UsageReader = ReturnType<typeof createDynamoDbUsageReader>;
