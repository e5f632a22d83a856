import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { cacheLookups } from '../../accounts/authorization/cache-lookups.ts';
import { createDynamoDbKeyDirectory } from '../../accounts/organizations/dynamodb-key-directory.ts';
import { MAX_CACHED_ENTRIES } from '../../platform/caching/lru-cache.ts';

/**
 * Whether an organization is suspended, or an operator has stopped its deliveries. Its deliveries are kept, and none is
 * sent. The answer can be `STOPS_MAX_AGE_MS` old.
 */
export type DeliveryStops = (orgId: string) => Promise<boolean>;

/** With the longest attempt, a stop takes effect within 30 seconds. */
export const STOPS_MAX_AGE_MS = 20_000;

/** An organization without a record is not stopped: its webhooks are deleted before the record. */
export function createDeliveryStops(
  client: DynamoDBDocumentClient,
  organizationsTable: string,
  now: () => Date,
): DeliveryStops {
  const { findOrganization } = createDynamoDbKeyDirectory(client, organizationsTable);
  const isStopped = async (orgId: string): Promise<boolean> => {
    const { status, deliveriesStopped = false } = (await findOrganization(orgId)) ?? {};
    return status === 'suspended' || deliveriesStopped;
  };
  return cacheLookups(isStopped, {
    maxAgeMs: STOPS_MAX_AGE_MS,
    maxEntries: MAX_CACHED_ENTRIES,
    now: () => now().getTime(),
  });
}
