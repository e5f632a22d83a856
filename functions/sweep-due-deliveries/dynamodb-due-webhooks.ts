import { GetCommand, paginateScan } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { KEY_MODES } from '../../shared/platform/account/account.ts';
import type { DynamoDbTable } from '../../shared/platform/dynamodb/document-client.ts';
import { log } from '../../shared/platform/logging/log.ts';
import * as LOG from '../../shared/platform/logging/log-messages.ts';
import { DUE_INDEX } from '../../shared/webhooks/deliveries/delivery.ts';
import { limitKey, MINUTE_MS } from '../../shared/webhooks/limits/places.ts';

/** As much in flight, or in this minute, means that an organization waits for its own receivers or limits. */
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

const counter = v.optional(v.object({ minute: v.number(), count: v.number() }));

/**
 * The webhooks with due deliveries. Scans the index, which has pending deliveries only.
 * @returns `complete`: false if the time was up before the end of the index.
 */
export async function findDueWebhooks(
  { client, TableName }: DynamoDbTable,
  now: Date,
  timeIsUp: () => boolean,
) {
  const oldest = new Map<string, DueRow>();
  const pages = paginateScan(
    { client },
    {
      TableName,
      IndexName: DUE_INDEX,
      FilterExpression: 'dueAt <= :now',
      ExpressionAttributeValues: { ':now': now.toISOString() },
    },
  );
  for await (const { Items = [] } of pages) {
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
    if (timeIsUp()) return { due: [...oldest.values()], complete: false };
  }
  return { due: [...oldest.values()], complete: true };
}

/** Whether an organization waits for a limit of its own, and not for the service. */
export async function isAtLimit(
  { client, TableName }: DynamoDbTable,
  { orgId, mode }: Pick<DueRow, 'orgId' | 'mode'>,
  now: Date,
): Promise<boolean> {
  const Key = limitKey(orgId, 'deliveries');
  const { Item = {} } = await client.send(new GetCommand({ TableName, Key }));
  const { minute = 0, count = 0 } = v.parse(counter, Item[`${mode}Requests`]) ?? {};
  const isRecent = minute >= Math.floor(now.getTime() / MINUTE_MS) - 1;
  return Number(Item.used ?? 0) >= BUSY_IN_FLIGHT || (isRecent && count >= BUSY_REQUESTS);
}
