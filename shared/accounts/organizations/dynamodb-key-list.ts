import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { chunk } from '../../platform/collections/chunk.ts';
import { batchGet } from '../../platform/dynamodb/batch-get.ts';
import { type ApiKeyRecord, hasEnded } from '../api-keys/api-key-record.ts';
import type { ApiKeyStore } from './api-key-store.ts';
import { readRegister } from './dynamodb-key-register.ts';
import { apiKeyKey, fromApiKeyItem } from './dynamodb-organization-items.ts';

/** Maximum keys of BatchGetItem. */
const MAX_BATCH = 100;

/**
 * Lists keys by the register of their account, so that the cost does not grow with deleted keys.
 * Permissions: `GetItem` and `BatchGetItem`.
 */
export function createDynamoDbKeyList(
  client: DynamoDBDocumentClient,
  TableName: string,
): Pick<ApiKeyStore, 'list'> {
  return {
    async list(account, now) {
      const { keys } = await readRegister(client, TableName, account);
      const records = new Map<string, ApiKeyRecord>();
      for (const group of chunk(keys, MAX_BATCH)) {
        const Keys = group.map(({ hash }) => apiKeyKey(hash));
        const found = await batchGet(client, { [TableName]: { Keys, ConsistentRead: true } });
        for (const item of found.get(TableName) ?? []) {
          const record = fromApiKeyItem(item);
          records.set(record.hash, record);
        }
      }
      // The order of the register is that of creation, also for keys of the same millisecond.
      return keys
        .flatMap(({ hash }) => records.get(hash) ?? [])
        .filter((record) => !hasEnded(record, now.getTime()))
        .toSorted((a, b) => compare(a.createdAt, b.createdAt));
    },
  };
}

const compare = (a: string, b: string): number => Number(a > b) - Number(a < b);
