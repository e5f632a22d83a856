import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import type { ApiKeyRecord } from '../api-keys/api-key-record.ts';
import {
  apiKeyKey,
  fromApiKeyItem,
  fromItemWithoutKeys,
  fromOrganizationItem,
  organizationKey,
  WITHOUT_KEYS,
} from './dynamodb-organization-items.ts';
import type { Organization, OrganizationWithoutKeys } from './organization.ts';

/** How long a result may be cached, in milliseconds. A revocation takes effect within this time. */
export const DIRECTORY_MAX_AGE_MS = 60_000;

/**
 * Reads keys and organizations from the table. Reads are strongly consistent: a stale result would be cached, and a
 * revocation would take effect later than documented.
 */
export function createDynamoDbKeyDirectory(client: DynamoDBDocumentClient, table: string) {
  const get = async (Key: { pk: string }) => {
    const { Item } = await client.send(new GetCommand({ TableName: table, Key, ConsistentRead: true }));
    return Item;
  };
  return {
    /** The key with this SHA-256 (hex), which can be expired. */
    findKey: async (hash: string): Promise<ApiKeyRecord | undefined> => {
      const item = await get(apiKeyKey(hash));
      return item && fromApiKeyItem(item);
    },
    findOrganization: async (orgId: string): Promise<Organization | undefined> => {
      const item = await get(organizationKey(orgId));
      return item && fromOrganizationItem(item);
    },
  };
}

/** Finds organizations, strongly consistent, for all but the authorizer and operators. */
export const createDynamoDbFindOrganization =
  (client: DynamoDBDocumentClient, TableName: string) =>
  async (orgId: string): Promise<OrganizationWithoutKeys | undefined> => {
    const Key = organizationKey(orgId);
    const { Item } = await client.send(
      new GetCommand({ TableName, Key, ConsistentRead: true, ...WITHOUT_KEYS }),
    );
    return Item && fromItemWithoutKeys(Item);
  };

export type KeyDirectory = ReturnType<typeof createDynamoDbKeyDirectory>;
