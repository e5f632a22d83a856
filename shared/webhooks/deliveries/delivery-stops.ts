import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { cacheLookups } from '../../accounts/authorization/cache-lookups.ts';
import { createDynamoDbFindOrganization } from '../../accounts/organizations/dynamodb-key-directory.ts';
import { MAX_CACHED_ENTRIES } from '../../platform/caching/lru-cache.ts';

/** With the longest attempt, a stop takes effect within 30 seconds. */
const MAX_AGE_MS = 20_000;

/**
 * Whether an organization is suspended, or an operator has stopped its deliveries: they are kept, and none is sent. An
 * organization without a record is not stopped: its webhooks are deleted before the record.
 */
export function createDeliveryStops(
  client: DynamoDBDocumentClient,
  organizationsTable: string,
  now: () => Date,
) {
  const findOrganization = createDynamoDbFindOrganization(client, organizationsTable);
  const isStopped = async (orgId: string): Promise<boolean> => {
    const { status, deliveriesStopped = false } = (await findOrganization(orgId)) ?? {};
    return status === 'suspended' || deliveriesStopped;
  };
  return cacheLookups(isStopped, {
    maxAgeMs: MAX_AGE_MS,
    maxEntries: MAX_CACHED_ENTRIES,
    now: () => now().getTime(),
  });
}
