import { createDynamoDbQuoteMeter, totalMetered } from './dynamodb-quote-meter.ts';
import { type AccountTables, readAccountItems } from './dynamodb-read-account.ts';
import type { UsageReader } from './usage-statement.ts';

/** Usage over several periods from the tables that the account ledger and the quote meter keep. */
export function createDynamoDbUsageReader(tables: AccountTables): UsageReader {
  const meter = createDynamoDbQuoteMeter(tables.client, tables.usageTable);
  return {
    async read(holder, periods) {
      const [last = '', first = last] = [periods[0], periods.at(-1)];
      const [items, quotes] = await Promise.all([
        readAccountItems(tables, holder, periods),
        meter.read(holder, first, last),
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
