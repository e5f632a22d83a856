import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { organizationKey } from '../organizations/dynamodb-organization-items.ts';
import type { OrganizationProfiles } from './read-organization.ts';

const limit = v.pipe(v.number(), v.integer(), v.minValue(0));

const profileItem = v.object({
  name: v.string(),
  plan: v.picklist(['standard', 'enterprise']),
  requestsPerMinute: v.exactOptional(v.number()),
  billing: v.boolean(),
  usageLimit: limit,
  /** Absent = no limit. */
  quoteLimit: v.exactOptional(limit),
});

const NAMES = Object.keys(profileItem.entries);

/** Profiles from the table of organizations, without the gateway key in the same item. */
export function createDynamoDbOrganizationProfiles(
  client: DynamoDBDocumentClient,
  table: string,
): OrganizationProfiles {
  return {
    async readProfile(orgId) {
      const get = new GetCommand({
        TableName: table,
        Key: organizationKey(orgId),
        ConsistentRead: true,
        ProjectionExpression: NAMES.map((name) => `#${name}`).join(', '),
        ExpressionAttributeNames: Object.fromEntries(NAMES.map((name) => [`#${name}`, name])),
      });
      const { Item } = await client.send(get);
      if (Item === undefined) return undefined;
      const { plan, requestsPerMinute, ...profile } = v.parse(profileItem, Item);
      return {
        ...profile,
        plan:
          plan === 'standard'
            ? { name: plan }
            : { name: plan, requestsPerMinute: v.parse(v.number(), requestsPerMinute) },
      };
    },
  };
}
