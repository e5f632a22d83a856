import { GetCommand, PutCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { createLruCache } from '../../../platform/caching/lru-cache.ts';
import { createBatchedUpdate } from '../../../platform/dynamodb/batched-update.ts';
import type { DeferredDeliveries } from '../delivery-ports.ts';
import { LEASE_SHARDS, leasesKey } from './dynamodb-concurrency-limit.ts';
import { DEFERRED_INDEX, type DeliveriesTable, MESSAGE_FIELDS, stateKey } from './dynamodb-delivery-items.ts';
import { readableRows } from './dynamodb-readable-rows.ts';

/**
 * Partitions of an organization's deferred deliveries: one for each shard of leases. A run reads the partition of the shard
 * of its leases, so that concurrent runs read different ones.
 */
const PARTS = LEASE_SHARDS;

/** Deferred deliveries that are read, to select some at random. */
const PAGE = 200;

/** Interval at which the mark of an organization with deferred deliveries is written again. */
const MARKED_FOR_MS = 30_000;

const deferredRow = v.pipe(
  v.object(MESSAGE_FIELDS),
  v.transform((row) => ({ ...row, deferred: true })),
);

/** Counts announcements; in the partition of the organization's leases, since both are read by runs that end. */
const announcementsKey = (orgId: string) => ({ ...leasesKey(orgId, 0), sk: 'deferred' });

const announcementsItem = v.object({
  announced: v.optional(v.number(), 0),
  searchedAt: v.optional(v.number(), 0),
});

/** Partition key of the marks of organizations with deferred deliveries. */
export const DEFERRED_ORGANIZATIONS = 'PARKED';

/** Partitions of an organization's deferred deliveries. */
export const deferredPartitions = (orgId: string): readonly string[] =>
  Array.from({ length: PARTS }, (_, part) => deferredPartition(orgId, part));

const deferredPartition = (orgId: string, part: number): string => `${orgId}#${part}`;

const shuffle = <Item>(items: readonly Item[]): Item[] =>
  items
    .map((item) => ({ item, at: Math.random() }))
    .sort((one, other) => one.at - other.at)
    .map(({ item }) => item);

/** Stores deferred deliveries in an index of their own, not in that of the sweep, so that waiting costs no writes. */
export function createDynamoDbDeferredDeliveries({ client, TableName }: DeliveriesTable): DeferredDeliveries {
  const batchedUpdate = createBatchedUpdate(client);
  const marks = createLruCache<string, { readonly at: number; readonly written: Promise<void> }>();

  /** Marks an organization. Written before the delivery, so that the sweep finds every deferred delivery. */
  const mark = (orgId: string, at: Date): Promise<void> => {
    const known = marks.get(orgId);
    if (known !== undefined && at.getTime() - known.at < MARKED_FOR_MS) return known.written;
    const Item = { pk: DEFERRED_ORGANIZATIONS, sk: orgId, since: at.toISOString() };
    const written = client.send(new PutCommand({ TableName, Item })).then(() => undefined);
    marks.set(orgId, { at: at.getTime(), written });
    // A failed write fails all callers that wait for it; the next caller writes the mark again.
    written.catch(() => marks.delete(orgId));
    return written;
  };

  return {
    shards: () => shuffle([...Array(PARTS).keys()]),

    async defer({ deliveryId, orgId }, at) {
      await mark(orgId, at);
      const update = await batchedUpdate({
        TableName,
        Key: stateKey(deliveryId),
        UpdateExpression:
          'SET parkedIn = :part, parkedAt = :now REMOVE lookShard, lookAt, looks, failingSince',
        ConditionExpression: '#status = :pending AND dueAt <= :now',
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: {
          ':part': deferredPartition(orgId, Math.floor(Math.random() * PARTS)),
          ':now': at.toISOString(),
          ':pending': 'pending',
        },
      });
      return update.applied;
    },

    async announce(orgId) {
      const update = {
        TableName,
        Key: announcementsKey(orgId),
        UpdateExpression: 'ADD announced :one',
        ExpressionAttributeValues: { ':one': 1 },
      };
      // Counted twice if its response was lost: one more search.
      await client.send(new UpdateCommand(update));
    },

    async announcements(orgId) {
      const Key = announcementsKey(orgId);
      const { Item = {} } = await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
      const { announced, searchedAt } = v.parse(announcementsItem, Item);
      return { count: announced, isNew: announced !== searchedAt };
    },

    async searched(orgId, count) {
      const update = {
        TableName,
        Key: announcementsKey(orgId),
        UpdateExpression: 'SET searchedAt = :count',
        ExpressionAttributeValues: { ':count': count },
      };
      // A later announcement has another number, so the order of concurrent searches is not relevant.
      await client.send(new UpdateCommand(update));
    },

    async list(orgId, shard, atMost, seen) {
      // The first rows may be deliveries that keep failing: so later pages are also read.
      let from: Record<string, unknown> | undefined;
      do {
        const { Items = [], LastEvaluatedKey } = await client.send(
          new QueryCommand({
            TableName,
            IndexName: DEFERRED_INDEX,
            KeyConditionExpression: 'parkedIn = :partition',
            ExpressionAttributeValues: { ':partition': deferredPartition(orgId, shard) },
            Limit: PAGE,
            ExclusiveStartKey: from,
          }),
        );
        const fresh = readableRows(deferredRow, Items).filter(({ deliveryId }) => !seen.has(deliveryId));
        if (fresh.length > 0) return shuffle(fresh).slice(0, atMost);
        from = LastEvaluatedKey;
      } while (from !== undefined);
      return [];
    },
  };
}
