import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import {
  apiKeyKey,
  fromApiKeyItem,
  fromOrganizationItem,
  organizationKey,
} from './dynamodb-organization-items.ts';
import type { KeyDirectory } from './key-directory.ts';

/**
 * Reads keys and organizations from the table. Reads are strongly consistent: a stale result would be cached, and a
 * revocation would take effect later than documented.
 */
export function createDynamoDbKeyDirectory(client: DynamoDBDocumentClient, table: string): KeyDirectory {
  const get = async (Key: { pk: string }) => {
    const { Item } = await client.send(new GetCommand({ TableName: table, Key, ConsistentRead: true }));
    return Item;
  };
  return {
    findKey: async (hash) => {
      const item = await get(apiKeyKey(hash));
      return item && fromApiKeyItem(item);
    },
    findOrganization: async (orgId) => {
      const item = await get(organizationKey(orgId));
      return item && fromOrganizationItem(item);
    },
  };
}
