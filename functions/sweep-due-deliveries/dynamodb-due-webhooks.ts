import { GetCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { KEY_MODES } from '../../shared/platform/account/account.ts';
import type { DynamoDbTable } from '../../shared/platform/dynamodb/document-client.ts';
import { log } from '../../shared/platform/logging/log.ts';
import * as LOG from '../../shared/platform/logging/log-messages.ts';
import { DUE_INDEX } from '../../shared/webhooks/deliveries/delivery.ts';
import { counterSchema, limitKey, MINUTE_MS } from '../../shared/webhooks/limits/places.ts';

/** As much in flight, or in a minute, means that an organization waits for its own receivers or limits. */
const BUSY_IN_FLIGHT = 50;
const BUSY_REQUESTS = 1_000;

const dueRow = v.object({
  orgId: v.string(),
  mode: v.picklist(KEY_MODES),
  webhookId: v.string(),
  dueAt: v.string(),
});
/** A webhook with due deliveries: the oldest of them. */
export type DueRow = v.InferOutput<typeof dueRow>;

/** Where the next scan begins, if the last one was not complete. */
let next: Record<string, unknown> | undefined;

/**
 * The webhooks with due deliveries. Scans the index, which has pending deliveries only.
 * @returns `complete`: false if the time was up; the next call continues.
 */
export async function findDueWebhooks(
  { client, TableName }: DynamoDbTable,
  now: Date,
  timeIsUp: () => boolean,
) {
  const oldest = new Map<string, DueRow>();
  do {
    const { Items = [], LastEvaluatedKey } = await client.send(
      new ScanCommand({
        TableName,
        IndexName: DUE_INDEX,
        FilterExpression: 'dueAt <= :now',
        ExpressionAttributeValues: { ':now': now.toISOString() },
        ExclusiveStartKey: next,
      }),
    );
    for (const item of Items) {
      const parsed = v.safeParse(dueRow, item);
      if (!parsed.success) {
        log(LOG.deliveryRowUnreadable, { pk: item.pk, sk: item.sk });
        continue;
      }
      const row = parsed.output;
      const known = oldest.get(row.webhookId);
      if (known === undefined || row.dueAt < known.dueAt) oldest.set(row.webhookId, row);
    }
    next = LastEvaluatedKey;
  } while (next !== undefined && !timeIsUp());
  return { due: [...oldest.values()], complete: next === undefined };
}

/** Whether an organization waits for a limit of its own. */
export async function isAtLimit(
  { client, TableName }: DynamoDbTable,
  orgId: string,
  now: Date,
): Promise<boolean> {
  const Key = limitKey(orgId, 'deliveries');
  const { Item = {} } = await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
  const thisMinute = Math.floor(now.getTime() / MINUTE_MS);
  const counts = KEY_MODES.map((mode) => {
    const {
      minute = 0,
      count = 0,
      before = 0,
    } = v.parse(v.optional(counterSchema), Item[`${mode}Requests`]) ?? {};
    return minute >= thisMinute - 1 ? Math.max(count, before) : 0;
  });
  return Number(Item.used ?? 0) >= BUSY_IN_FLIGHT || Math.max(...counts) >= BUSY_REQUESTS;
}
