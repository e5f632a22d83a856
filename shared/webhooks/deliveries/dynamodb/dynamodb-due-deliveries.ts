import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import type { DueDeliveries } from '../delivery-ports.ts';
import { createConditionalChange } from './dynamodb-conditional-change.ts';
import { PARKED_ORGANIZATIONS, parkedPartitions } from './dynamodb-deferred-deliveries.ts';
import {
  type DeliveriesTable,
  HINT_FIELDS,
  LOOK_INDEX,
  LOOK_SHARDS,
  PARKED_INDEX,
  stateKey,
} from './dynamodb-delivery-items.ts';
import { readableRows } from './dynamodb-readable-rows.ts';

const PAGE = 250;

const dueRow = v.object({
  ...HINT_FIELDS,
  dueAt: v.string(),
  lookAt: v.string(),
  looks: v.number(),
  hostTokenAt: v.exactOptional(v.string()),
  tokenAt: v.exactOptional(v.string()),
});

const parkedNote = v.pipe(
  v.object({ sk: v.string(), since: v.string() }),
  v.transform(({ sk: orgId, since }) => ({ orgId, since })),
);

/** What the sweep reads: two sparse indexes, and the notes of organizations that have parked deliveries. */
export function createDynamoDbDueDeliveries(table: DeliveriesTable): DueDeliveries {
  const { client, TableName } = table;
  const change = createConditionalChange(table);

  const lookPage = (shard: number, now: string, ExclusiveStartKey?: Record<string, unknown>) =>
    client.send(
      new QueryCommand({
        TableName,
        IndexName: LOOK_INDEX,
        KeyConditionExpression: 'lookShard = :shard AND lookAt <= :now',
        ExpressionAttributeValues: { ':shard': `look#${shard}`, ':now': now },
        Limit: PAGE,
        ExclusiveStartKey,
      }),
    );

  return {
    shards: LOOK_SHARDS,

    async *toLookAt(shard, at) {
      let from: Record<string, unknown> | undefined;
      do {
        const { Items = [], LastEvaluatedKey } = await lookPage(shard, at.toISOString(), from);
        if (Items.length > 0) yield readableRows(dueRow, Items);
        from = LastEvaluatedKey;
      } while (from !== undefined);
    },

    async lookAgain({ deliveryId, lookAt, looks }, at) {
      await change(stateKey(deliveryId), {
        UpdateExpression: 'SET lookAt = :again, looks = :looks',
        ConditionExpression: 'lookAt = :looked',
        ExpressionAttributeValues: {
          ':looked': lookAt,
          ':again': at.toISOString(),
          ':looks': looks + 1,
        },
      });
    },

    async parkedOrganizations() {
      const noted: v.InferOutput<typeof parkedNote>[] = [];
      let from: Record<string, unknown> | undefined;
      do {
        const { Items = [], LastEvaluatedKey } = await client.send(
          new QueryCommand({
            TableName,
            KeyConditionExpression: 'pk = :parked',
            ExpressionAttributeValues: { ':parked': PARKED_ORGANIZATIONS },
            ExclusiveStartKey: from,
          }),
        );
        noted.push(...readableRows(parkedNote, Items));
        from = LastEvaluatedKey;
      } while (from !== undefined);
      return noted;
    },

    async oldestParked(orgId) {
      const pages = await Promise.all(
        parkedPartitions(orgId).map((partition) =>
          client.send(
            new QueryCommand({
              TableName,
              IndexName: PARKED_INDEX,
              KeyConditionExpression: 'parkedIn = :partition',
              ExpressionAttributeValues: { ':partition': partition },
              Limit: 1,
            }),
          ),
        ),
      );
      return pages.flatMap(({ Items = [] }) => Items.map(({ parkedAt }) => String(parkedAt))).toSorted()[0];
    },

    async forgetParked(orgId, since) {
      try {
        await client.send(
          new DeleteCommand({
            TableName,
            Key: { pk: PARKED_ORGANIZATIONS, sk: orgId },
            ConditionExpression: 'since = :since',
            ExpressionAttributeValues: { ':since': since },
          }),
        );
      } catch (error) {
        if (!(error instanceof ConditionalCheckFailedException)) throw error;
      }
    },
  };
}
