import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import {
  type DynamoDBDocumentClient,
  GetCommand,
  paginateQuery,
  TransactWriteCommand,
} from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { updateIf } from '../../platform/dynamodb/conditional-write.ts';
import { transactWrite } from '../../platform/dynamodb/transact-write.ts';
import type { ApiKeyRecord } from '../api-keys/api-key-record.ts';
import type { ApiKeyStore } from './api-key-store.ts';
import { putNewKey } from './dynamodb-new-items.ts';
import {
  apiKeyIdKey,
  apiKeyKey,
  fromApiKeyItem,
  KEYS_BY_ORGANIZATION,
  organizationKey,
} from './dynamodb-organization-items.ts';

const apiKeyIdItem = v.object({ hash: v.string() });

/** API keys in DynamoDB, for the operator's command line. */
export function createDynamoDbApiKeyStore(client: DynamoDBDocumentClient, table: string): ApiKeyStore {
  const organizationExists = (orgId: string) => ({
    ConditionCheck: {
      TableName: table,
      Key: organizationKey(orgId),
      ConditionExpression: 'attribute_exists(pk)',
    },
  });

  const hashOf = async (keyId: string): Promise<string | undefined> => {
    const Key = apiKeyIdKey(keyId);
    const { Item } = await client.send(new GetCommand({ TableName: table, Key, ConsistentRead: true }));
    return Item === undefined ? undefined : v.parse(apiKeyIdItem, Item).hash;
  };

  return {
    add: async (record) => {
      const { orgId } = record;
      const puts = putNewKey(table, record);
      const TransactItems = orgId === undefined ? puts : [organizationExists(orgId), ...puts];
      try {
        await client.send(new TransactWriteCommand({ TransactItems }));
      } catch (error) {
        if (orgId !== undefined && firstConditionFailed(error)) return 'unknown-organization';
        throw error;
      }
      return 'added';
    },

    revoke: async (keyId, at) => {
      const hash = await hashOf(keyId);
      if (hash === undefined) return 'unknown-key';
      const update = await updateIf(client, {
        TableName: table,
        Key: apiKeyKey(hash),
        UpdateExpression: 'SET #status = :revoked, revokedAt = if_not_exists(revokedAt, :at)',
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: { ':revoked': 'revoked', ':at': at },
      });
      return update.applied ? 'revoked' : 'unknown-key';
    },

    find: async (keyId) => {
      const hash = await hashOf(keyId);
      if (hash === undefined) return undefined;
      const Key = apiKeyKey(hash);
      const { Item } = await client.send(new GetCommand({ TableName: table, Key, ConsistentRead: true }));
      return Item === undefined ? undefined : fromApiKeyItem(Item);
    },

    replace: async (old, record, endsAt) => {
      const unmet = await transactWrite(client, [
        {
          Update: {
            TableName: table,
            Key: apiKeyKey(old.hash),
            UpdateExpression: 'SET expiresAt = :endsAt',
            ConditionExpression: '#status = :active',
            ExpressionAttributeNames: { '#status': 'status' },
            ExpressionAttributeValues: { ':endsAt': endsAt, ':active': 'active' },
          },
        },
        ...(record.orgId === undefined ? [] : [organizationExists(record.orgId)]),
        ...putNewKey(table, record),
      ]);
      return unmet.length === 0 ? 'replaced' : 'rejected';
    },

    list: async (orgId) => {
      const pages = paginateQuery(
        { client },
        {
          TableName: table,
          IndexName: KEYS_BY_ORGANIZATION,
          KeyConditionExpression: 'orgId = :orgId',
          ExpressionAttributeValues: { ':orgId': orgId },
        },
      );
      const records: ApiKeyRecord[] = [];
      for await (const { Items } of pages) records.push(...(Items ?? []).map(fromApiKeyItem));
      return records;
    },
  };
}

function firstConditionFailed(error: unknown): boolean {
  return (
    error instanceof TransactionCanceledException &&
    error.CancellationReasons?.[0]?.Code === 'ConditionalCheckFailed'
  );
}
