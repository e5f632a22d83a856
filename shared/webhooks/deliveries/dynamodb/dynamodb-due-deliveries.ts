import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { deleteIf, type StoredItem, updateIf } from '../../../platform/dynamodb/conditional-write.ts';
import type { DueDeliveries } from '../delivery-ports.ts';
import { DEFERRED_ORGANIZATIONS, deferredPartitions } from './dynamodb-deferred-deliveries.ts';
import {
  CHECK_INDEX,
  CHECK_SHARDS,
  DEFERRED_INDEX,
  type DeliveriesTable,
  MESSAGE_FIELDS,
  stateKey,
} from './dynamodb-delivery-items.ts';
import { readItems } from './dynamodb-delivery-states.ts';
import { readableRows } from './dynamodb-readable-rows.ts';

const PAGE = 250;

const dueRow = v.pipe(
  v.object({
    ...MESSAGE_FIELDS,
    dueAt: v.string(),
    lookAt: v.string(),
    looks: v.number(),
    hostTokenAt: v.exactOptional(v.string()),
    tokenAt: v.exactOptional(v.string()),
  }),
  v.transform(({ lookAt: nextCheckAt, looks: checks, ...row }) => ({ ...row, nextCheckAt, checks })),
);

/** The index has keys only, so that attempts do not write to it. */
const indexKey = v.object({ pk: v.string(), sk: v.string() });

/** A delivery may have ended, or have another check time, after the index was read. */
const isDueForCheck = ({ lookAt }: StoredItem, now: string): boolean =>
  typeof lookAt === 'string' && lookAt <= now;

const deferredMark = v.pipe(
  v.object({ sk: v.string(), since: v.string() }),
  v.transform(({ sk: orgId, since }) => ({ orgId, since })),
);

/** Reads two sparse indexes, and the marks of organizations with deferred deliveries. */
export function createDynamoDbDueDeliveries(table: DeliveriesTable): DueDeliveries {
  const { client, TableName } = table;

  const checkPage = (shard: number, now: string, ExclusiveStartKey?: Record<string, unknown>) =>
    client.send(
      new QueryCommand({
        TableName,
        IndexName: CHECK_INDEX,
        KeyConditionExpression: 'lookShard = :shard AND lookAt <= :now',
        ExpressionAttributeValues: { ':shard': `look#${shard}`, ':now': now },
        Limit: PAGE,
        ExclusiveStartKey,
      }),
    );

  return {
    shards: CHECK_SHARDS,

    async *dueForCheck(shard, at) {
      let from: Record<string, unknown> | undefined;
      do {
        const { Items = [], LastEvaluatedKey } = await checkPage(shard, at.toISOString(), from);
        const keys = Items.map((item) => v.parse(indexKey, item));
        const due = (await readItems(table, keys))
          .filter((state) => isDueForCheck(state, at.toISOString()))
          .toSorted((one, other) => (String(one.lookAt) < String(other.lookAt) ? -1 : 1));
        if (due.length > 0) yield readableRows(dueRow, due);
        from = LastEvaluatedKey;
      } while (from !== undefined);
    },

    async setNextCheck({ deliveryId, nextCheckAt, dueAt }, at, checks) {
      await updateIf(client, {
        TableName,
        Key: stateKey(deliveryId),
        UpdateExpression: 'SET lookAt = :again, looks = :looks',
        // A claim changes only the due time.
        ConditionExpression: 'lookAt = :checked AND dueAt = :due',
        ExpressionAttributeValues: {
          ':checked': nextCheckAt,
          ':due': dueAt,
          ':again': at.toISOString(),
          ':looks': checks,
        },
      });
    },

    async organizationsWithDeferred() {
      const marks: v.InferOutput<typeof deferredMark>[] = [];
      let from: Record<string, unknown> | undefined;
      do {
        const { Items = [], LastEvaluatedKey } = await client.send(
          new QueryCommand({
            TableName,
            KeyConditionExpression: 'pk = :marked',
            ExpressionAttributeValues: { ':marked': DEFERRED_ORGANIZATIONS },
            ExclusiveStartKey: from,
          }),
        );
        marks.push(...readableRows(deferredMark, Items));
        from = LastEvaluatedKey;
      } while (from !== undefined);
      return marks;
    },

    async oldestDeferred(orgId) {
      const pages = await Promise.all(
        deferredPartitions(orgId).map((partition) =>
          client.send(
            new QueryCommand({
              TableName,
              IndexName: DEFERRED_INDEX,
              KeyConditionExpression: 'parkedIn = :partition',
              ExpressionAttributeValues: { ':partition': partition },
              Limit: 1,
            }),
          ),
        ),
      );
      return pages.flatMap(({ Items = [] }) => Items.map(({ parkedAt }) => String(parkedAt))).toSorted()[0];
    },

    async removeDeferredMark(orgId, since) {
      await deleteIf(client, {
        TableName,
        Key: { pk: DEFERRED_ORGANIZATIONS, sk: orgId },
        ConditionExpression: 'since = :since',
        ExpressionAttributeValues: { ':since': since },
      });
    },
  };
}
