import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { createLruCache, MAX_CACHED_ENTRIES } from '../../platform/caching/lru-cache.ts';
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

/** Port: whether an organization is suspended now. */
export type SuspensionLookup = (orgId: string) => Promise<boolean>;

/** How long an organization that was active counts as active. */
export const ACTIVE_MAX_AGE_MS = 20_000;

/**
 * Looks suspensions up. That an organization is suspended is never from a cache: work that is left for this reason was left
 * before its resumption. An organization without a record is not suspended.
 * @param readStatus strongly consistent.
 */
export function createSuspensionLookup(
  readStatus: (orgId: string) => Promise<string | undefined>,
  now: () => Date,
): SuspensionLookup {
  /** Times of look-ups, milliseconds since 1970, of organizations that were active. */
  const active = createLruCache<string, number>(MAX_CACHED_ENTRIES);
  return async (orgId) => {
    const at = now().getTime();
    const seen = active.get(orgId);
    if (seen !== undefined && at - seen < ACTIVE_MAX_AGE_MS) return false;
    if ((await readStatus(orgId)) === 'suspended') {
      active.delete(orgId);
      return true;
    }
    active.set(orgId, at);
    return false;
  };
}
