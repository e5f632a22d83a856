import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { createLruCache } from '../../platform/caching/lru-cache.ts';
import type { BucketRate, RateBuckets, Reservation } from '../deliveries/delivery-ports.ts';
import type { DeliveriesTable } from '../deliveries/dynamodb/dynamodb-delivery-items.ts';

const PARTITION = 'RATES#';

/** Partition of an organization's buckets: sort `live`, `test`, or `host#<host>`. */
export const bucketsKey = (orgId: string): string => `${PARTITION}${orgId}`;

/** The organization whose buckets are in a partition; undefined for every other partition. */
export const organizationOfBuckets = (partition: string): string | undefined =>
  partition.startsWith(PARTITION) ? partition.slice(PARTITION.length) : undefined;

/** A bucket is full long before this; then its item says nothing that its absence does not. */
const KEPT_MS = 86_400_000;

/** Moments that a process remembers, by bucket; the longest unused one makes room. */
const MOST_REMEMBERED = 10_000;

/** Each failure shows the moment that is stored; only writers at the same time make more than two necessary. */
const TRIES = 6;

/**
 * Buckets by the generic cell rate algorithm: an item holds the one moment, in ms since 1970, at which its bucket is full
 * again. A reservation moves it on in one conditional write, so that writers at the same time never get a token twice. A
 * write that is sent twice because its answer was lost takes its tokens twice: fewer are sent, never more.
 */
export function createDynamoDbRateBuckets({ client, TableName }: DeliveriesTable): RateBuckets {
  // Only a guess at which of the two conditions will be met: it saves the write that fails.
  const lastKnown = createLruCache<string, number>(MOST_REMEMBERED);

  /** The moment as stored after the write, or as found where the condition was not met (0 where there is none). */
  const move = async (
    Key: { pk: string; sk: string },
    cost: number,
    from: { readonly now: number } | { readonly latest: number; readonly now: number },
  ): Promise<
    { readonly moved: true; readonly fullAt: number } | { readonly moved: false; readonly found: number }
  > => {
    const queued = 'latest' in from;
    try {
      const { Attributes } = await client.send(
        new UpdateCommand({
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
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        }),
      );
      return { moved: true, fullAt: Number(Attributes?.fullAt) };
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
      return { moved: false, found: Number(error.Item?.fullAt?.N ?? 0) };
    }
  };

  return {
    async reserve(orgId, bucket, rate, count, at, horizonMs): Promise<Reservation> {
      const Key = { pk: bucketsKey(orgId), sk: bucket };
      const now = at.getTime();
      const interval = 60_000 / rate.perMinute;
      /** Tokens up to the horizon in a bucket that is full at a moment. */
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
          return { granted: wanted, from: firstMoment(result.fullAt - cost, rate), intervalMs: interval };
        }
        known = result.found;
        wanted = Math.min(count, room(Math.max(known, now)));
      }
      return { granted: 0, from: now, intervalMs: interval };
    },
  };
}

/** Of an interval: sums of fractions must not cost a token. */
const ROUNDING = 1e-6;

/** When the first of the tokens may be used that a bucket gives which was full at `fullAt`; a moment of the past: at once. */
const firstMoment = (fullAt: number, { burst, perMinute }: BucketRate): number =>
  fullAt - ((burst - 1) * 60_000) / perMinute;
