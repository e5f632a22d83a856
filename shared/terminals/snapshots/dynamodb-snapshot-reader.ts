import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { chunkKey, POINTER_KEY } from '../catalogue/dynamodb-terminal-items.ts';
import type { SnapshotReader } from './snapshot-store.ts';

/** Reads published snapshots from the terminals table. */
export function createDynamoDbSnapshotReader(
  client: DynamoDBDocumentClient,
  TableName: string,
): SnapshotReader {
  const get = async (Key: Record<string, string>) =>
    (await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }))).Item;
  return {
    pointer: () => get(POINTER_KEY),
    content: async ({ version, attempt, chunks }) => {
      const items = await Promise.all(
        Array.from({ length: chunks }, (_, index) => get(chunkKey(version, attempt, index))),
      );
      const parts = items.flatMap((item) => (item?.bytes instanceof Uint8Array ? [item.bytes] : []));
      return parts.length === chunks ? Buffer.concat(parts) : undefined;
    },
  };
}
