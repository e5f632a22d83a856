import type { TransactItem } from '../../platform/dynamodb/transact-write.ts';
import type { ApiKeyRecord } from '../api-keys/api-key-record.ts';
import { apiKeyIdKey, apiKeyKey, toApiKeyItem } from './dynamodb-organization-items.ts';

/** A transaction step that creates an item and fails if it already exists. */
export const putNew = (table: string, item: Record<string, unknown>): TransactItem => ({
  Put: { TableName: table, Item: item, ConditionExpression: 'attribute_not_exists(pk)' },
});

/** The transaction steps that create a key and its look-up item by key ID. */
export const putNewKey = (table: string, record: ApiKeyRecord): readonly TransactItem[] => [
  putNew(table, toApiKeyItem(record)),
  putNew(table, { ...apiKeyIdKey(record.keyId), hash: record.hash }),
];

/** The transaction steps that delete a key and its look-up item. */
export const deleteKeyItems = (
  table: string,
  { hash, keyId }: Pick<ApiKeyRecord, 'hash' | 'keyId'>,
): readonly TransactItem[] =>
  [apiKeyKey(hash), apiKeyIdKey(keyId)].map((Key) => ({ Delete: { TableName: table, Key } }));
