import { DeleteCommand, type DynamoDBDocumentClient, PutCommand, paginateQuery } from '@aws-sdk/lib-dynamodb';
import { transactWrite } from '../../platform/dynamodb/transact-write.ts';
import { CHUNKS, chunkKey, POINTER_KEY, versionPrefix } from '../catalogue/dynamodb-terminal-items.ts';
import { createDynamoDbSnapshotReader } from './dynamodb-snapshot-reader.ts';
import { CHUNK_BYTES, type SnapshotStore } from './snapshot-store.ts';

/** Snapshots in the terminals table. The pointer is moved by a condition on its version. */
export function createDynamoDbSnapshotStore(
  client: DynamoDBDocumentClient,
  TableName: string,
): SnapshotStore {
  return {
    ...createDynamoDbSnapshotReader(client, TableName),

    storeContent: async ({ version, attempt, chunks }, content) => {
      for (let index = 0; index < chunks; index++) {
        const bytes = content.subarray(index * CHUNK_BYTES, (index + 1) * CHUNK_BYTES);
        await client.send(
          new PutCommand({ TableName, Item: { ...chunkKey(version, attempt, index), bytes } }),
        );
      }
    },

    movePointer: async (pointer, from) => {
      const unmet = await transactWrite(client, [
        {
          Put: {
            TableName,
            Item: { ...POINTER_KEY, ...pointer },
            ConditionExpression: `#version = :from${from === 0 ? ' OR attribute_not_exists(#version)' : ''}`,
            ExpressionAttributeNames: { '#version': 'version' },
            ExpressionAttributeValues: { ':from': from },
          },
        },
      ]);
      return unmet.length === 0 ? 'moved' : 'outdated';
    },

    removeBelow: async (version) => {
      const pages = paginateQuery(
        { client },
        {
          TableName,
          KeyConditionExpression: 'pk = :pk AND sk < :version',
          ExpressionAttributeValues: { ':pk': CHUNKS, ':version': versionPrefix(version) },
          ProjectionExpression: 'pk, sk',
        },
      );
      for await (const { Items = [] } of pages) {
        for (const { pk, sk } of Items) await client.send(new DeleteCommand({ TableName, Key: { pk, sk } }));
      }
    },
  };
}
