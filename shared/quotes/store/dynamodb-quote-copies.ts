import { type DynamoDBDocumentClient, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { Account } from '../../platform/account/account.ts';
import { batchGet } from '../../platform/dynamodb/batch-get.ts';
import type { StoredItem } from '../../platform/dynamodb/conditional-write.ts';
import { retryConflicts } from '../../platform/dynamodb/retry-conflicts.ts';
import type { QuoteId } from '../record/stored-quote.ts';
import { movementWrites, stateOf } from './dynamodb-quote-decisions.ts';
import { detailKey, headKey, IMPORTED_ATTRIBUTE, readHead } from './dynamodb-quote-items.ts';

/** `present`: the quotes table has the quote, which stays as it is. `absent`: the other table does not have it. */
export type QuoteCopy = 'copied' | 'present' | 'absent';

export type QuoteCopies = ReturnType<typeof createDynamoDbQuoteCopies>;

/** Copies deleted quotes from a restored table. The items of a quote, its counts and its sums in reports are written together or not at all. */
export function createDynamoDbQuoteCopies({
  client,
  TableName,
  now,
}: {
  readonly client: DynamoDBDocumentClient;
  readonly TableName: string;
  readonly now: () => Date;
}) {
  const read = async (table: string, account: Account, quoteId: QuoteId) => {
    const Keys = [headKey(account, quoteId), detailKey(account, quoteId)];
    const found = await batchGet(client, { [table]: { Keys, ConsistentRead: true } });
    const items = (found.get(table) ?? []) as readonly StoredItem[];
    return { head: items.find(({ sk }) => sk === 'quote'), detail: items.find(({ sk }) => sk === 'detail') };
  };
  return {
    async copy(account: Account, quoteId: QuoteId, fromTable: string): Promise<QuoteCopy> {
      const { head: item, detail } = await read(fromTable, account, quoteId);
      if (item === undefined || detail === undefined) return 'absent';
      if ((await read(TableName, account, quoteId)).head !== undefined) return 'present';
      const head = readHead(item);
      const ConditionExpression = 'attribute_not_exists(pk)';
      // Without the first attribute, the stream would publish the creation again; without the second, a second deletion has no event.
      const marks = { [IMPORTED_ATTRIBUTE]: true, restoredAt: now().toISOString() };
      await retryConflicts(() =>
        client.send(
          new TransactWriteCommand({
            TransactItems: [
              { Put: { TableName, Item: { ...item, ...marks }, ConditionExpression } },
              { Put: { TableName, Item: detail } },
              ...movementWrites(TableName, account, [{ head, to: stateOf(head) }], 0),
            ],
          }),
        ),
      );
      return 'copied';
    },
  };
}
