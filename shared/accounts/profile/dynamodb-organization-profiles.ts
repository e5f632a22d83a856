import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { organizationKey } from '../organizations/dynamodb-organization-items.ts';
import type { OrganizationProfile } from './read-organization.ts';

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

const namedItem = v.object({ name: v.string(), status: v.picklist(['active', 'suspended']) });

/** Reads only the attributes of a schema, strongly consistent: the same item has the gateway key. */
async function readAttributes<Entries extends v.ObjectEntries>(
  client: DynamoDBDocumentClient,
  TableName: string,
  orgId: string,
  schema: v.ObjectSchema<Entries, undefined>,
): Promise<v.InferOutput<v.ObjectSchema<Entries, undefined>> | undefined> {
  const names = Object.keys(schema.entries);
  const get = new GetCommand({
    TableName,
    Key: organizationKey(orgId),
    ConsistentRead: true,
    ProjectionExpression: names.map((name) => `#${name}`).join(', '),
    ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
  });
  const { Item } = await client.send(get);
  return Item && v.parse(schema, Item);
}

export const createDynamoDbOrganizationProfiles = (client: DynamoDBDocumentClient, TableName: string) => ({
  async readProfile(orgId: string): Promise<OrganizationProfile | undefined> {
    const item = await readAttributes(client, TableName, orgId, profileItem);
    if (item === undefined) return undefined;
    const { plan, requestsPerMinute, ...profile } = item;
    return {
      ...profile,
      plan:
        plan === 'standard'
          ? { name: plan }
          : { name: plan, requestsPerMinute: v.parse(v.number(), requestsPerMinute) },
    };
  },
});

/** Names of organizations; undefined for an unknown and for a suspended organization. */
export const createDynamoDbActiveOrganizationNames = (client: DynamoDBDocumentClient, TableName: string) => ({
  async readName(orgId: string): Promise<string | undefined> {
    const found = await readAttributes(client, TableName, orgId, namedItem);
    return found?.status === 'active' ? found.name : undefined;
  },
});
