import { batchGet } from '../../platform/dynamodb/batch-get.ts';
import type { QuoteTable } from '../counts/dynamodb-day-counts.ts';
import type { RecentQuotes } from '../preview/recent-quotes.ts';
import { detailKey, readDetailItem } from './dynamodb-quote-items.ts';
import { createDynamoDbQuoteList } from './dynamodb-quote-list.ts';

/**
 * The newest quotes in the quotes table, by one page of the list and one batch of details. IAM permissions: `Query`,
 * `BatchGetItem`.
 */
export function createDynamoDbRecentQuotes(table: QuoteTable, now: () => Date): RecentQuotes {
  const { client, TableName } = table;
  const { list } = createDynamoDbQuoteList({ ...table, now });
  return {
    recent: async (account, limit) => {
      const { rows } = await list(account, {}, limit, 0);
      if (rows.length === 0) return [];
      const Keys = rows.map(({ quoteId }) => detailKey(account, quoteId));
      const read = await batchGet(client, { [TableName]: { Keys, ConsistentRead: true } });
      const details = new Map(
        (read.get(TableName) ?? []).map(readDetailItem).map((one) => [one.pk, one.detail]),
      );
      return rows.flatMap((row) => {
        const detail = details.get(detailKey(account, row.quoteId).pk);
        return detail === undefined ? [] : [{ row, detail }];
      });
    },
  };
}
