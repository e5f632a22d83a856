import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { transactWrite } from '../../platform/dynamodb/transact-write.ts';
import { SNAPSHOT_KEY } from '../catalogue/dynamodb-terminal-items.ts';
import type { SnapshotStore } from './snapshot-store.ts';

/** The snapshot as one item of the terminals table. */
export function createDynamoDbSnapshotStore(
  client: DynamoDBDocumentClient,
  TableName: string,
): SnapshotStore {
  return {
    read: async () => {
      const { Item } = await client.send(
        new GetCommand({ TableName, Key: SNAPSHOT_KEY, ConsistentRead: true }),
      );
      return Item;
    },

    replace: async (snapshot, from) => {
      const unmet = await transactWrite(client, [
        {
          Put: {
            TableName,
            Item: { ...SNAPSHOT_KEY, ...snapshot },
            ConditionExpression: `#version = :from${from === 0 ? ' OR attribute_not_exists(#version)' : ''}`,
            ExpressionAttributeNames: { '#version': 'version' },
            ExpressionAttributeValues: { ':from': from },
          },
        },
      ]);
      return unmet.length === 0 ? 'replaced' : 'outdated';
    },
  };
}
