import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { createLruCache } from '../../platform/caching/lru-cache.ts';
import { describeError, log } from '../../platform/logging/log.ts';
import * as LOG from '../../platform/logging/log-messages.ts';
import { type UtcDay, utcDay } from '../../platform/time/utc-calendar.ts';
import type { ApiKeyRecord } from '../api-keys/api-key-record.ts';
import { apiKeyKey } from '../organizations/dynamodb-organization-items.ts';

/** Writes only the attribute `lastUsedOn` of the record of a key. A deleted key is not created again. */
export const createDynamoDbKeyUses = (client: DynamoDBDocumentClient, TableName: string) => ({
  /** Has no effect if that day or a later one is recorded. */
  async record(hash: string, day: UtcDay): Promise<void> {
    // It returns no attributes, since its right covers only the named ones.
    const update = new UpdateCommand({
      TableName,
      Key: apiKeyKey(hash),
      UpdateExpression: 'SET lastUsedOn = :day',
      ConditionExpression: 'attribute_exists(pk) AND (attribute_not_exists(lastUsedOn) OR lastUsedOn < :day)',
      ExpressionAttributeValues: { ':day': day },
    });
    try {
      await client.send(update);
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
    }
  },
});

export type KeyUses = ReturnType<typeof createDynamoDbKeyUses>;

/** A write whose result is unknown is repeated after this time, unless the record of the key then has the day. */
const RETRY_AFTER_MS = 10 * 60_000;

/**
 * Creates a recorder of the days on which keys are used. It does not wait for the write and never fails, so that no call
 * is slower. A write that Lambda interrupts is repeated at a later call.
 * @param now milliseconds since 1970.
 */
export function createKeyUseRecorder(uses: KeyUses, now: () => number): (key: ApiKeyRecord) => void {
  const attemptedAt = createLruCache<string, number>();
  return ({ hash, lastUsedOn = '' }) => {
    const at = now();
    const day = utcDay(new Date(at));
    const attempted = attemptedAt.get(hash);
    if (lastUsedOn >= day || (attempted !== undefined && at - attempted < RETRY_AFTER_MS)) return;
    attemptedAt.set(hash, at);
    uses.record(hash, day).catch((error: unknown) => log(LOG.keyUseNotRecorded, describeError(error)));
  };
}
