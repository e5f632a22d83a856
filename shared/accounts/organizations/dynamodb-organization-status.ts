import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { batchGet } from '../../platform/dynamodb/batch-get.ts';
import { organizationKey } from './dynamodb-organization-items.ts';

const statusItem = v.object({ status: v.string() });

/** Reads the status of an organization, strongly consistent; undefined without a record. IAM permission: `BatchGetItem`. */
export const createDynamoDbOrganizationStatus =
  (client: DynamoDBDocumentClient, table: string) =>
  async (orgId: string): Promise<string | undefined> => {
    const found = await batchGet(client, {
      [table]: {
        Keys: [organizationKey(orgId)],
        ConsistentRead: true,
        ProjectionExpression: '#status',
        ExpressionAttributeNames: { '#status': 'status' },
      },
    });
    const [item] = found.get(table) ?? [];
    return item === undefined ? undefined : v.parse(statusItem, item).status;
  };
