import { type AccountTables, readAccountItems } from './dynamodb-read-account.ts';
import type { UsageReader } from './usage-statement.ts';

/** Usage over several periods from the tables that the account ledger keeps. */
export function createDynamodbUsageReader(tables: AccountTables): UsageReader {
  return {
    async read(holder, periods) {
      const items = await readAccountItems(tables, holder, periods);
      return (
        items && {
          ...items.organization,
          used: new Map(items.usage.map(({ period, used }) => [period, used])),
        }
      );
    },
  };
}
