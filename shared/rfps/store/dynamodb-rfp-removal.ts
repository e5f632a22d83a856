import { paginateQuery } from '@aws-sdk/lib-dynamodb';
import { batchWrite } from '../../platform/dynamodb/batch-write.ts';
import { transactWrite } from '../../platform/dynamodb/transact-write.ts';
import type { RfpStore } from '../record/rfp-store.ts';
import { headKey, itemsKey } from './dynamodb-rfp-items.ts';
import { type RfpsTable, readHeadItem } from './dynamodb-rfp-reader.ts';

/** Removes RFPs. IAM permissions: `DeleteItem` for heads; `GetItem`, `Query` and `BatchWriteItem` to erase items. */
export function createDynamoDbRfpRemoval(table: RfpsTable): Pick<RfpStore, 'delete' | 'erase'> {
  const { client, rfpsTable: TableName } = table;

  return {
    async delete(account, rfpId) {
      // The token of a transaction lets the SDK repeat a deletion whose response was lost.
      const unmet = await transactWrite(client, [
        {
          Delete: {
            TableName,
            Key: headKey(account, rfpId),
            ConditionExpression: 'attribute_exists(pk)',
          },
        },
      ]);
      return unmet.length === 0;
    },

    async erase(account, rfpId) {
      if ((await readHeadItem(table, account, rfpId)) !== undefined) return;
      const pages = paginateQuery(
        { client },
        {
          TableName,
          ConsistentRead: true,
          KeyConditionExpression: '#pk = :pk',
          ProjectionExpression: '#pk, #sk',
          ExpressionAttributeNames: { '#pk': 'pk', '#sk': 'sk' },
          ExpressionAttributeValues: { ':pk': itemsKey(account, rfpId) },
        },
      );
      for await (const { Items = [] } of pages) {
        const requests = Items.map((Key) => ({ DeleteRequest: { Key } }));
        await batchWrite(client, TableName, requests);
      }
    },
  };
}
