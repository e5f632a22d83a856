import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { organizationKey } from '../organizations/dynamodb-organization-items.ts';

const namedItem = v.object({ name: v.string(), status: v.picklist(['active', 'suspended']) });

/** Names of organizations from their table; undefined for an unknown and for a suspended organization. */
export const createDynamoDbActiveOrganizationNames = (client: DynamoDBDocumentClient, TableName: string) => ({
  async readName(orgId: string): Promise<string | undefined> {
    const get = new GetCommand({
      TableName,
      Key: organizationKey(orgId),
      ConsistentRead: true,
      ProjectionExpression: '#name, #status',
      ExpressionAttributeNames: { '#name': 'name', '#status': 'status' },
    });
    const { Item } = await client.send(get);
    if (Item === undefined) return undefined;
    const { name, status } = v.parse(namedItem, Item);
    return status === 'active' ? name : undefined;
  },
});
