import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { batchGet } from '../../platform/dynamodb/batch-get.ts';
import { organizationKey } from './dynamodb-organization-items.ts';

/** Port: whether an organization is suspended now. */
export type SuspensionLookup = (orgId: string) => Promise<boolean>;

/**
 * Looks suspensions up, strongly consistent: work that is left for this reason was left before its resumption. An organization
 * without a record is not suspended. IAM permission: `BatchGetItem`.
 */
export const createDynamoDbSuspensionLookup =
  (client: DynamoDBDocumentClient, table: string): SuspensionLookup =>
  async (orgId) => {
    const found = await batchGet(client, {
      [table]: {
        Keys: [organizationKey(orgId)],
        ConsistentRead: true,
        ProjectionExpression: '#status',
        ExpressionAttributeNames: { '#status': 'status' },
      },
    });
    return Object(found.get(table)?.[0]).status === 'suspended';
  };
