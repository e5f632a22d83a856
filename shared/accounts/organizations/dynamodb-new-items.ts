import type { ApiKeyRecord } from '../api-keys/api-key-record.ts';
import { apiKeyIdKey, toApiKeyItem } from './dynamodb-organization-items.ts';

/** A transaction's step that writes an item which must not be there yet. */
export const putNew = (table: string, item: Record<string, unknown>) => ({
  Put: { TableName: table, Item: item, ConditionExpression: 'attribute_not_exists(pk)' },
});

/** The steps that write a key, and where to find it by its id. */
export const putNewKey = (table: string, record: ApiKeyRecord) => [
  putNew(table, toApiKeyItem(record)),
  putNew(table, { ...apiKeyIdKey(record.keyId), hash: record.hash }),
];
