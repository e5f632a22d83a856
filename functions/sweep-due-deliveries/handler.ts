import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { KEY_MODES } from '../../shared/platform/account/account.ts';
import { chunk } from '../../shared/platform/collections/chunk.ts';
import { batchGetAll } from '../../shared/platform/dynamodb/batch-get.ts';
import { createDocumentClient } from '../../shared/platform/dynamodb/document-client.ts';
import { readEnv, text, url } from '../../shared/platform/env/read-env.ts';
import { log, type RunContext, withRequestId, writeMetrics } from '../../shared/platform/logging/log.ts';
import * as LOG from '../../shared/platform/logging/log-messages.ts';
import { composeQueue } from '../../shared/platform/sqs/compose-queue.ts';
import { DUE_INDEX } from '../../shared/webhooks/deliveries/delivery.ts';
import { wakeUp } from '../../shared/webhooks/deliveries/delivery-queue.ts';
import { createDeliveryStops } from '../../shared/webhooks/deliveries/delivery-stops.ts';
import { MINUTE_MS, requestsKey } from '../../shared/webhooks/limits/minute-limit.ts';
import { limitsOf } from '../../shared/webhooks/limits/places.ts';
import { createDynamoDbWebhookReader } from '../../shared/webhooks/store/dynamodb-webhooks.ts';

const env = readEnv({
  ORGANIZATIONS_TABLE: text(),
  WEBHOOKS_TABLE: text(),
  DELIVERIES_TABLE: text(),
  RETRIES_URL: url(),
});
const client = createDocumentClient();
const isStopped = createDeliveryStops(client, env.ORGANIZATIONS_TABLE, () => new Date());
const webhooks = createDynamoDbWebhookReader({ client, TableName: env.WEBHOOKS_TABLE });
const retries = composeQueue(env.RETRIES_URL);

/** Time reserved to send what was found. */
const ENOUGH_MS = 15_000;
/** Organizations that are looked up together. */
const GROUP = 50;

/** As much in flight, or in a minute, means that an organization waits for its own receivers or limits. */
const BUSY_IN_FLIGHT = 50;
const BUSY_REQUESTS = 1_000;

const counter = v.object({ sk: v.string(), used: v.number() });

const dueRow = v.object({
  orgId: v.string(),
  mode: v.picklist(KEY_MODES),
  webhookId: v.string(),
  nextAttemptAt: v.string(),
});
/** A webhook with due deliveries: the oldest of them. */
type DueRow = v.InferOutput<typeof dueRow>;

/** Where the next scan begins, if the last one was not complete. */
let next: Record<string, unknown> | undefined;

/**
 * The webhooks with due deliveries. Scans the index, which has pending deliveries only.
 * @returns `complete`: false if the time was up; the next call continues.
 */
async function findDueWebhooks(now: Date, timeIsUp: () => boolean) {
  const oldest = new Map<string, DueRow>();
  do {
    const { Items = [], LastEvaluatedKey } = await client.send(
      new ScanCommand({
        TableName: env.DELIVERIES_TABLE,
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
async function isAtLimit(orgId: string, now: Date): Promise<boolean> {
  const minutes = [now, new Date(now.getTime() - MINUTE_MS)];
  const requests = KEY_MODES.flatMap((mode) => minutes.map((at) => requestsKey({ orgId, mode }, at)));
  const inFlight = { pk: limitsOf(orgId), sk: 'deliveries' };
  const found = await batchGetAll(client, env.DELIVERIES_TABLE, [inFlight, ...requests]);
  return v
    .parse(v.array(counter), found)
    .some(({ sk, used }) => used >= (sk === inFlight.sk ? BUSY_IN_FLIGHT : BUSY_REQUESTS));
}

/** Scheduled each minute: wakes up each webhook that has due deliveries, and measures how late the oldest ones are. */
export const handler = withRequestId(async (_event: unknown, context: RunContext) => {
  const now = new Date();
  const { due, complete } = await findDueWebhooks(now, () => context.getRemainingTimeInMillis() < ENOUGH_MS);
  let [oldestDue, oldestWaiting, woken] = [0, 0, 0];
  const wake = async ([orgId, rows]: readonly [string, readonly DueRow[]]): Promise<void> => {
    // What is kept for a stopped organization is neither sent nor late.
    if (await isStopped(orgId)) return;
    const isLimited = await isAtLimit(orgId, now);
    for (const row of rows) {
      const seconds = Math.round((now.getTime() - Date.parse(row.nextAttemptAt)) / 1000);
      // A webhook whose receiver is slow or unproven waits for it, and not for the service.
      const { slowUntil = '' } = (await webhooks.get(row, row.webhookId)) ?? {};
      if (isLimited || slowUntil > now.toISOString()) oldestWaiting = Math.max(oldestWaiting, seconds);
      else oldestDue = Math.max(oldestDue, seconds);
    }
    woken += rows.length;
    await wakeUp(retries, rows, 0);
  };
  const byOrganization = [...Map.groupBy(due, ({ orgId }) => orgId)];
  for (const group of chunk(byOrganization, GROUP)) await Promise.all(group.map(wake));
  writeMetrics(LOG.deliveriesDue, {
    OldestDue: { value: oldestDue, unit: 'Seconds' },
    OldestWaiting: { value: oldestWaiting, unit: 'Seconds' },
  });
  const swept = { webhooks: woken, complete };
  if (woken > 0 || !complete) log(LOG.deliveriesSwept, swept);
  return swept;
});
