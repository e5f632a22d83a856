import { createLruCache } from '../../platform/caching/lru-cache.ts';
import { updateIf } from '../../platform/dynamodb/conditional-write.ts';
import { DAY_MS } from '../../platform/time/utc-day.ts';
import type { BucketRate, RateBuckets, Reservation } from '../deliveries/delivery-ports.ts';
import type { DeliveriesTable } from '../deliveries/dynamodb/dynamodb-delivery-items.ts';

const PARTITION = 'RATES#';

/** Partition key of an organization's buckets. Sort keys: `live`, `test`, or `host#<host>`. */
export const bucketsKey = (orgId: string): string => `${PARTITION}${orgId}`;

/** The organization of a partition of buckets; undefined for other partitions. */
export const organizationOfBuckets = (partition: string): string | undefined =>
  partition.startsWith(PARTITION) ? partition.slice(PARTITION.length) : undefined;

/** Retention of an item after its bucket is full: a full bucket needs no item. */
const KEPT_MS = DAY_MS;

/** A failed write returns the stored time, so more than two tries are needed only with concurrent writers. */
const TRIES = 6;

/**
 * Buckets by the generic cell rate algorithm: an item holds the time, in ms since 1970, at which its bucket is full
 * again. A reservation advances it in one conditional write, so that concurrent writers never get the same token. If a
 * write is repeated because its response was lost, its tokens are used twice: the rate is lower, never higher.
 */
export function createDynamoDbRateBuckets({ client, TableName }: DeliveriesTable): RateBuckets {
  // Used to choose the condition that is likely met, which saves a failed write.
  const lastKnown = createLruCache<string, number>();

  /** Advances the stored time. `found` is the stored time that failed the condition (0 if there is no item). */
  const move = async (
    Key: { pk: string; sk: string },
    cost: number,
    from: { readonly now: number } | { readonly latest: number; readonly now: number },
  ): Promise<
    { readonly moved: true; readonly fullAt: number } | { readonly moved: false; readonly found: number }
  > => {
    const queued = 'latest' in from;
    const update = await updateIf(client, {
      TableName,
      Key,
      UpdateExpression: `SET fullAt = ${queued ? 'fullAt + :cost' : ':full'}, #ttl = :ttl`,
      ConditionExpression: queued
        ? 'fullAt BETWEEN :now AND :latest'
        : 'attribute_not_exists(fullAt) OR fullAt < :now',
      ExpressionAttributeNames: { '#ttl': 'ttl' },
      ExpressionAttributeValues: {
        ':now': from.now,
        ':ttl': Math.ceil(((queued ? from.latest : from.now) + cost + KEPT_MS) / 1000),
        ...(queued ? { ':cost': cost, ':latest': from.latest } : { ':full': from.now + cost }),
      },
      ReturnValues: 'UPDATED_NEW',
    });
    return update.applied
      ? { moved: true, fullAt: Number(update.attributes?.fullAt) }
      : { moved: false, found: Number(update.found?.fullAt ?? 0) };
  };

  return {
    async reserve(orgId, bucket, rate, count, at, horizonMs): Promise<Reservation> {
      const Key = { pk: bucketsKey(orgId), sk: bucket };
      const now = at.getTime();
      const interval = 60_000 / rate.perMinute;
      /** Tokens available up to the horizon in a bucket that is full at `fullAt`. */
      const room = (fullAt: number) =>
        Math.floor((horizonMs + rate.burst * interval - (fullAt - now)) / interval + ROUNDING);
      let wanted = Math.min(count, room(now));
      const name = `${Key.pk} ${bucket}`;
      let known = lastKnown.get(name) ?? 0;
      for (let tries = 0; tries < TRIES && wanted > 0; tries++) {
        const cost = wanted * interval;
        const latest = now + horizonMs + rate.burst * interval - cost + ROUNDING * interval;
        const result = await move(Key, cost, known < now ? { now } : { now, latest });
        lastKnown.set(name, result.moved ? result.fullAt : result.found);
        if (result.moved) {
          return { granted: wanted, from: firstTokenAt(result.fullAt - cost, rate), intervalMs: interval };
        }
        known = result.found;
        wanted = Math.min(count, room(Math.max(known, now)));
      }
      return { granted: 0, from: now, intervalMs: interval };
    },
  };
}

/** Tolerance as a share of an interval, so that rounding errors cost no token. */
const ROUNDING = 1e-6;

/** When the first token after a reservation up to `fullAt` can be used; a time in the past means now. */
const firstTokenAt = (fullAt: number, { burst, perMinute }: BucketRate): number =>
  fullAt - ((burst - 1) * 60_000) / perMinute;
