import { GetCommand, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import type { DeliveryHint } from './delivery.ts';
import type { Parking } from './delivery-ports.ts';
import { createConditionalChange } from './dynamodb-conditional-change.ts';
import { type DeliveriesTable, HINT_FIELDS, PARKED_INDEX, stateKey } from './dynamodb-delivery-items.ts';
import { readableRows } from './dynamodb-readable-rows.ts';

/** Parts of an organization's parked deliveries: two that look for some seldom meet. */
const PARTS = 10;

/** Parked deliveries of which some are taken at random. */
const PAGE = 50;

/** A note that an organization has parked deliveries is made again after this. */
const NOTED_FOR_MS = 30_000;

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
  const notedAt = new Map<string, number>();

  /** Written before what it tells of, so that nothing is parked unnoticed. */
  const note = async (orgId: string, at: Date): Promise<void> => {
    if (at.getTime() - (notedAt.get(orgId) ?? 0) < NOTED_FOR_MS) return;
    const Item = { pk: PARKED_ORGANIZATIONS, sk: orgId, since: at.toISOString() };
    await client.send(new PutCommand({ TableName, Item }));
    notedAt.set(orgId, at.getTime());
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
      const found: DeliveryHint[] = [];
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
          found.push(...drawn(fresh));
          if (found.length >= atMost) return found.slice(0, atMost);
          from = LastEvaluatedKey;
        } while (from !== undefined);
      }
      return found;
    },
  };
}
