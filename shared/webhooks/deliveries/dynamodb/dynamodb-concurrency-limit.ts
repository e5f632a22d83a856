import { randomUUID } from 'node:crypto';
import { GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { createLruCache } from '../../../platform/caching/lru-cache.ts';
import { type StoredItem, updateIf } from '../../../platform/dynamodb/conditional-write.ts';
import type { ConcurrencyLimit, InFlightLease } from '../delivery-ports.ts';
import type { DeliveriesTable } from './dynamodb-delivery-items.ts';

/** Items that hold an organization's leases: each accepts about 1,000 writes per second. */
export const LEASE_SHARDS = 4;

/** After an organization was at its limit, this process reads its leases before it writes, for this long. */
const AT_LIMIT_FOR_MS = 10_000;

const LEASE = 'lease_';

/** The item of a shard of an organization's leases. */
export const leasesKey = (orgId: string, shard: number) => ({ pk: `SLOTS#${orgId}`, sk: String(shard) });

const leaseSchema = v.object({ count: v.number(), until: v.number() });

interface Expired {
  readonly names: readonly string[];
  readonly count: number;
}

const NONE: Expired = { names: [], count: 0 };

/** The expired leases of an item: their runs ended without releasing them. */
function expiredOf(item: StoredItem, now: number): Expired {
  const leases = Object.entries(item)
    .filter(([name]) => name.startsWith(LEASE))
    .map(([name, lease]) => ({ name, ...v.parse(leaseSchema, lease) }))
    .filter(({ until }) => until <= now);
  return {
    names: leases.map(({ name }) => name),
    count: leases.reduce((sum, { count }) => sum + count, 0),
  };
}

/**
 * Stores in-flight leases in a few items for each organization, each with an equal share of the limit. Leases are
 * acquired and released by conditional writes only.
 */
export function createDynamoDbConcurrencyLimit({ client, TableName }: DeliveriesTable): ConcurrencyLimit {
  const atLimitUntil = createLruCache<string, number>();

  /** Acquires a lease in one shard; undefined if the shard has too little room. */
  const acquireIn = async (
    lease: Omit<InFlightLease, 'leaseId'>,
    most: number,
    until: Date,
    expired: Expired = NONE,
  ): Promise<InFlightLease | undefined> => {
    const { orgId, shard, count } = lease;
    const leaseId = `${LEASE}${randomUUID()}`;
    const gone = expired.names.map((name, index) => [`#gone${index}`, name] as const);
    const update = await updateIf(client, {
      TableName,
      Key: leasesKey(orgId, shard),
      UpdateExpression: [
        'SET #lease = :lease, used = if_not_exists(used, :zero) + :more',
        ...(gone.length > 0 ? [`REMOVE ${gone.map(([name]) => name).join(', ')}`] : []),
      ].join(' '),
      ConditionExpression: [
        'attribute_not_exists(#lease)',
        '(attribute_not_exists(used) OR used <= :room)',
        ...gone.map(([name]) => `attribute_exists(${name})`),
      ].join(' AND '),
      ExpressionAttributeNames: { '#lease': leaseId, ...Object.fromEntries(gone) },
      ExpressionAttributeValues: {
        ':lease': { count, until: until.getTime() },
        ':zero': 0,
        ':more': count - expired.count,
        ':room': most - count + expired.count,
      },
    });
    // The second condition: the update was applied, but its response was lost.
    return update.applied || update.found?.[leaseId] !== undefined ? { ...lease, leaseId } : undefined;
  };

  const readAndAcquire = async (
    orgId: string,
    wanted: number,
    most: number,
    until: Date,
    at: Date,
    least: number,
  ): Promise<readonly InFlightLease[]> => {
    const { Items = [] } = await client.send(
      new QueryCommand({
        TableName,
        KeyConditionExpression: 'pk = :org',
        ExpressionAttributeValues: { ':org': leasesKey(orgId, 0).pk },
        ConsistentRead: true,
      }),
    );
    const byShard = new Map(Items.map((item) => [Number(item.sk), item as StoredItem]));
    const acquired: InFlightLease[] = [];
    let missing = wanted;
    const first = Math.floor(Math.random() * LEASE_SHARDS);
    for (let step = 0; step < LEASE_SHARDS && missing > 0; step++) {
      const shard = (first + step) % LEASE_SHARDS;
      const item = byShard.get(shard) ?? {};
      const expired = expiredOf(item, at.getTime());
      const free = most - Number(item.used ?? 0) + expired.count;
      const count = Math.min(free, missing);
      if (count < Math.min(least, missing)) continue;
      const lease = await acquireIn({ orgId, shard, count }, most, until, expired);
      if (lease === undefined) continue;
      acquired.push(lease);
      missing -= count;
    }
    return acquired;
  };

  return {
    async acquire(orgId, wanted, limit, until, at, least = 1) {
      const most = Math.floor(limit / LEASE_SHARDS);
      const now = at.getTime();
      if (wanted <= most && (atLimitUntil.get(orgId) ?? 0) <= now) {
        const shard = Math.floor(Math.random() * LEASE_SHARDS);
        const lease = await acquireIn({ orgId, shard, count: wanted }, most, until);
        if (lease !== undefined) return [lease];
      }
      const leases = await readAndAcquire(orgId, wanted, most, until, at, Math.max(1, least));
      const acquired = leases.reduce((sum, { count }) => sum + count, 0);
      if (acquired < wanted) atLimitUntil.set(orgId, now + AT_LIMIT_FOR_MS);
      return leases;
    },

    async acquireInShard({ orgId, shard }, { wanted, least, limit }, until, at) {
      const most = Math.floor(limit / LEASE_SHARDS);
      const Key = leasesKey(orgId, shard);
      const { Item = {} } = await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
      const expired = expiredOf(Item, at.getTime());
      const count = Math.min(wanted, most - Number(Item.used ?? 0) + expired.count);
      return count < least ? undefined : acquireIn({ orgId, shard, count }, most, until, expired);
    },

    async release(lease, count) {
      const left = lease.count - count;
      await updateIf(client, {
        TableName,
        Key: leasesKey(lease.orgId, lease.shard),
        UpdateExpression:
          left > 0
            ? 'SET #lease.#count = :left, used = used - :less'
            : 'SET used = used - :less REMOVE #lease',
        // Only its holder changes a lease. If the count differs, this write was applied before, or the lease has expired.
        ConditionExpression: '#lease.#count = :held',
        ExpressionAttributeNames: { '#lease': lease.leaseId, '#count': 'count' },
        ExpressionAttributeValues: {
          ':held': lease.count,
          ':less': count,
          ...(left > 0 ? { ':left': left } : {}),
        },
      });
      return { ...lease, count: left };
    },
  };
}
