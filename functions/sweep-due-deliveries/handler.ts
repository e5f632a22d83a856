import { chunk } from '../../shared/platform/collections/chunk.ts';
import { createDocumentClient } from '../../shared/platform/dynamodb/document-client.ts';
import { readEnv, text, url } from '../../shared/platform/env/read-env.ts';
import {
  describeError,
  log,
  type RunContext,
  withRequestId,
  writeMetrics,
} from '../../shared/platform/logging/log.ts';
import * as LOG from '../../shared/platform/logging/log-messages.ts';
import { composeQueue } from '../../shared/platform/sqs/compose-queue.ts';
import { wakeUp } from '../../shared/webhooks/deliveries/delivery-queue.ts';
import { createDeliveryStops } from '../../shared/webhooks/deliveries/delivery-stops.ts';
import { createDynamoDbWebhookReader } from '../../shared/webhooks/store/dynamodb-webhooks.ts';
import { createDueWebhooks, type DueRow } from './dynamodb-due-webhooks.ts';

const env = readEnv({
  ORGANIZATIONS_TABLE: text(),
  WEBHOOKS_TABLE: text(),
  DELIVERIES_TABLE: text(),
  RETRIES_URL: url(),
});
const client = createDocumentClient();
const isStopped = createDeliveryStops({ client, TableName: env.ORGANIZATIONS_TABLE });
const webhooks = createDynamoDbWebhookReader({ client, TableName: env.WEBHOOKS_TABLE });
const retries = composeQueue(env.RETRIES_URL);
const findDueWebhooks = createDueWebhooks({ client, TableName: env.DELIVERIES_TABLE });

/** Time reserved to send what was found. */
const ENOUGH_MS = 15_000;
/** Webhooks that are woken up together. */
const GROUP = 50;

/** Scheduled each minute: wakes up each webhook that has due deliveries, and measures how late the oldest ones are. */
export const handler = withRequestId(async (_event: unknown, context: RunContext) => {
  const now = new Date();
  const timeIsUp = () => context.getRemainingTimeInMillis() < ENOUGH_MS;
  const { due, complete } = await findDueWebhooks(now, timeIsUp);
  const oldest = { OldestDue: 0, OldestWaiting: 0 };
  const measure = (name: keyof typeof oldest, { nextAttemptAt }: DueRow): void => {
    const seconds = Math.round((now.getTime() - Date.parse(nextAttemptAt)) / 1000);
    oldest[name] = Math.max(oldest[name], seconds);
  };
  let woken = 0;
  const wake = async (row: DueRow): Promise<void> => {
    // What is kept for a stopped organization is neither sent nor late.
    if (await isStopped(row.orgId)) return;
    const webhook = await webhooks.get(row, row.webhookId);
    // What waits for its receiver or for a limit does not wait for the service.
    const waits = [webhook?.slowUntil, webhook?.limitedUntil].some((until = '') => until > now.toISOString());
    measure(waits ? 'OldestWaiting' : 'OldestDue', row);
    woken += 1;
    await wakeUp(retries, row, 0);
  };
  /** A fault of one webhook does not stop the others, and makes its deliveries late. */
  const wakeSafely = (row: DueRow): Promise<void> =>
    wake(row).catch((error: unknown) => {
      measure('OldestDue', row);
      log(LOG.deliveryNotProcessed, { orgId: row.orgId, webhookId: row.webhookId, ...describeError(error) });
    });
  for (const group of chunk(due, GROUP)) await Promise.all(group.map(wakeSafely));
  const inSeconds = (value: number) => ({ value, unit: 'Seconds' as const });
  writeMetrics(LOG.deliveriesDue, {
    OldestDue: inSeconds(oldest.OldestDue),
    OldestWaiting: inSeconds(oldest.OldestWaiting),
  });
  const swept = { webhooks: woken, complete };
  if (woken > 0 || !complete) log(LOG.deliveriesSwept, swept);
  return swept;
});
