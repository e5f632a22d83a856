import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { KEY_MODES } from '../../shared/platform/account/account.ts';
import { batchGetAll } from '../../shared/platform/dynamodb/batch-get.ts';
import type { DynamoDbTable } from '../../shared/platform/dynamodb/document-client.ts';
import { log } from '../../shared/platform/logging/log.ts';
import * as LOG from '../../shared/platform/logging/log-messages.ts';
import { DUE_INDEX } from '../../shared/webhooks/deliveries/delivery.ts';
import { MINUTE_MS, requestsKey } from '../../shared/webhooks/limits/minute-limit.ts';
import { limitsOf, placesInUse } from '../../shared/webhooks/limits/places.ts';

/** As much in flight, or in a minute, means that an organization waits for its own receivers or limits. */
const BUSY_IN_FLIGHT = 50;
const BUSY_REQUESTS = 1_000;

const limits = v.array(v.looseObject({ sk: v.string() }));
const minuteCounter = v.object({ used: v.number() });

const dueRow = v.object({
  orgId: v.string(),
  mode: v.picklist(KEY_MODES),
  webhookId: v.string(),
  nextAttemptAt: v.string(),
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
        FilterExpression: 'nextAttemptAt <= :now',
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
      if (known === undefined || row.nextAttemptAt < known.nextAttemptAt) oldest.set(row.webhookId, row);
    }
    next = LastEvaluatedKey;
  } while (next !== undefined && !timeIsUp());
  return { due: [...oldest.values()], complete: next === undefined };
}

/** Whether an organization waits for a limit of its own, in this minute or the last. */
export async function isAtLimit(
  { client, TableName }: DynamoDbTable,
  orgId: string,
  now: Date,
): Promise<boolean> {
  const minutes = [now, new Date(now.getTime() - MINUTE_MS)];
  const requests = KEY_MODES.flatMap((mode) => minutes.map((at) => requestsKey({ orgId, mode }, at)));
  const inFlight = { pk: limitsOf(orgId), sk: 'deliveries' };
  const found = v.parse(limits, await batchGetAll(client, TableName, [inFlight, ...requests]));
  return found.some((item) =>
    item.sk === inFlight.sk
      ? placesInUse(item, now) >= BUSY_IN_FLIGHT
      : v.parse(minuteCounter, item).used >= BUSY_REQUESTS,
  );
}
