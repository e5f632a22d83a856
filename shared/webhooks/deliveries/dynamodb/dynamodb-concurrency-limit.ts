import { randomUUID } from 'node:crypto';
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { recentlyUsed } from '../../../platform/caching/recently-used.ts';
import type { SlotLease, Slots } from '../delivery-ports.ts';
import { createConditionalChange, type StoredItem } from './dynamodb-conditional-change.ts';
import type { DeliveriesTable } from './dynamodb-delivery-items.ts';

/** Items that an organization's places are spread over: one takes about a thousand writes a second. */
const SHARDS = 4;

/** After a try found no place, tries of this process look before they write. */
const CROWDED_FOR_MS = 10_000;

/** Organizations that are remembered as crowded at most; the longest unused one makes room. */
const MOST_REMEMBERED = 10_000;

const LEASE = 'lease_';

const slotsKey = (orgId: string, shard: number) => ({ pk: `SLOTS#${orgId}`, sk: String(shard) });

const leaseSchema = v.object({ count: v.number(), until: v.number() });

interface Expired {
  readonly names: readonly string[];
  readonly count: number;
}

const NONE: Expired = { names: [], count: 0 };

/** Leases of an item that have run out: their holders are dead. */
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

/** Places in flight as leases in a few items an organization: taken and given back by conditional writes alone. */
export function createDynamoDbSlots(table: DeliveriesTable): Slots {
  const { client, TableName } = table;
  const change = createConditionalChange(table);
  const crowdedUntil = recentlyUsed<string, number>(MOST_REMEMBERED);

  /** Undefined where the shard has fewer places by now. */
  const takeFrom = async (
    lease: Omit<SlotLease, 'leaseId'>,
    most: number,
    until: Date,
    expired: Expired = NONE,
  ): Promise<SlotLease | undefined> => {
    const { orgId, shard, count } = lease;
    const leaseId = `${LEASE}${randomUUID()}`;
    const gone = expired.names.map((name, index) => [`#gone${index}`, name] as const);
    const { met, found } = await change(slotsKey(orgId, shard), {
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
    // Applied, although its answer was lost.
    return met || found?.[leaseId] !== undefined ? { ...lease, leaseId } : undefined;
  };

  const lookAndTake = async (
    orgId: string,
    wanted: number,
    most: number,
    until: Date,
    at: Date,
    least: number,
  ): Promise<readonly SlotLease[]> => {
    const { Items = [] } = await client.send(
      new QueryCommand({
        TableName,
        KeyConditionExpression: 'pk = :org',
        ExpressionAttributeValues: { ':org': slotsKey(orgId, 0).pk },
        ConsistentRead: true,
      }),
    );
    const byShard = new Map(Items.map((item) => [Number(item.sk), item as StoredItem]));
    const taken: SlotLease[] = [];
    let missing = wanted;
    const first = Math.floor(Math.random() * SHARDS);
    for (let step = 0; step < SHARDS && missing > 0; step++) {
      const shard = (first + step) % SHARDS;
      const item = byShard.get(shard) ?? {};
      const expired = expiredOf(item, at.getTime());
      const free = most - Number(item.used ?? 0) + expired.count;
      const count = Math.min(free, missing);
      if (count < Math.min(least, missing)) continue;
      const lease = await takeFrom({ orgId, shard, count }, most, until, expired);
      if (lease === undefined) continue;
      taken.push(lease);
      missing -= count;
    }
    return taken;
  };

  return {
    async take(orgId, wanted, limit, until, at, least = 1) {
      const most = Math.floor(limit / SHARDS);
      const now = at.getTime();
      if (wanted <= most && (crowdedUntil.get(orgId) ?? 0) <= now) {
        const shard = Math.floor(Math.random() * SHARDS);
        const lease = await takeFrom({ orgId, shard, count: wanted }, most, until);
        if (lease !== undefined) return [lease];
      }
      const leases = await lookAndTake(orgId, wanted, most, until, at, Math.max(1, least));
      const taken = leases.reduce((sum, { count }) => sum + count, 0);
      if (taken < wanted) crowdedUntil.set(orgId, now + CROWDED_FOR_MS);
      return leases;
    },

    async give(lease, count) {
      const left = lease.count - count;
      await change(slotsKey(lease.orgId, lease.shard), {
        UpdateExpression:
          left > 0
            ? 'SET #lease.#count = :left, used = used - :less'
            : 'SET used = used - :less REMOVE #lease',
        // Only its holder changes a lease: where the count is another one, this write was applied already, or the lease ran out.
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
