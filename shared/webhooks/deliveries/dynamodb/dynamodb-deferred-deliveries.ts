import { GetCommand, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { recentlyUsed } from '../../../platform/caching/recently-used.ts';
import type { Parking } from '../delivery-ports.ts';
import { createConditionalChange } from './dynamodb-conditional-change.ts';
import { type DeliveriesTable, HINT_FIELDS, PARKED_INDEX, stateKey } from './dynamodb-delivery-items.ts';
import { readableRows } from './dynamodb-readable-rows.ts';

/** Parts of an organization's parked deliveries: two that look for some seldom meet. */
const PARTS = 10;

/** Parked deliveries of which some are taken at random. */
const PAGE = 200;

/** A note that an organization has parked deliveries is made again after this. */
const NOTED_FOR_MS = 30_000;

/** Notes that are remembered at most; the longest unused one makes room. */
const MOST_REMEMBERED = 10_000;

const parkedRow = v.object(HINT_FIELDS);

export const PARKED_ORGANIZATIONS = 'PARKED';

/** Partitions of an organization's parked deliveries. */
export const parkedPartitions = (orgId: string): readonly string[] =>
  Array.from({ length: PARTS }, (_, part) => `${orgId}#${part}`);

const drawn = <Item>(items: readonly Item[]): Item[] =>
  items
    .map((item) => ({ item, at: Math.random() }))
    .sort((one, other) => one.at - other.at)
    .map(({ item }) => item);

/** Parked deliveries leave the sweep's index for one of their own, so that waiting costs nothing. */
export function createDynamoDbParking(table: DeliveriesTable): Parking {
  const { client, TableName } = table;
  const change = createConditionalChange(table);
  const notes = recentlyUsed<string, { readonly at: number; readonly written: Promise<void> }>(
    MOST_REMEMBERED,
  );

  /** Written before what it tells of, so that nothing is parked unnoticed. */
  const note = (orgId: string, at: Date): Promise<void> => {
    const noted = notes.get(orgId);
    if (noted !== undefined && at.getTime() - noted.at < NOTED_FOR_MS) return noted.written;
    const Item = { pk: PARKED_ORGANIZATIONS, sk: orgId, since: at.toISOString() };
    const written = client.send(new PutCommand({ TableName, Item })).then(() => undefined);
    notes.set(orgId, { at: at.getTime(), written });
    // Whoever waited for it fails with it; the next one writes it again.
    written.catch(() => notes.delete(orgId));
    return written;
  };

  return {
    async park({ deliveryId, orgId }, at) {
      await note(orgId, at);
      const { met } = await change(stateKey(deliveryId), {
        UpdateExpression: 'SET parkedIn = :part, parkedAt = :now REMOVE lookShard, lookAt, looks',
        ConditionExpression: '#status = :pending AND dueAt <= :now',
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: {
          ':part': `${orgId}#${Math.floor(Math.random() * PARTS)}`,
          ':now': at.toISOString(),
          ':pending': 'pending',
        },
      });
      return met;
    },

    async mayHaveParked(orgId) {
      const Key = { pk: PARKED_ORGANIZATIONS, sk: orgId };
      const { Item } = await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
      return Item !== undefined;
    },

    async parked(orgId, atMost, seen) {
      for (const partition of drawn(parkedPartitions(orgId))) {
        // Those at its head may be ones that nobody can work on: what is behind them is looked for.
        let from: Record<string, unknown> | undefined;
        do {
          const { Items = [], LastEvaluatedKey } = await client.send(
            new QueryCommand({
              TableName,
              IndexName: PARKED_INDEX,
              KeyConditionExpression: 'parkedIn = :partition',
              ExpressionAttributeValues: { ':partition': partition },
              Limit: PAGE,
              ExclusiveStartKey: from,
            }),
          );
          const fresh = readableRows(parkedRow, Items).filter(({ deliveryId }) => !seen.has(deliveryId));
          // Of one partition alone: who takes few leaves the others to those who look at the same time.
          if (fresh.length > 0) return drawn(fresh).slice(0, atMost);
          from = LastEvaluatedKey;
        } while (from !== undefined);
      }
      return [];
    },
  };
}
