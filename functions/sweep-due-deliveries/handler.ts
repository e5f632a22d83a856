import { createDocumentClient } from '../../shared/platform/dynamodb/document-client.ts';
import { readEnv, text, url } from '../../shared/platform/env/read-env.ts';
import { log } from '../../shared/platform/logging/log.ts';
import { type RunContext, withRequestId } from '../../shared/platform/logging/log-context.ts';
import * as LOG from '../../shared/platform/logging/log-messages.ts';
import { writeMetrics } from '../../shared/platform/logging/metric.ts';
import { composeQueue } from '../../shared/platform/sqs/compose-queue.ts';
import { sendMessages, wakeUpMessage } from '../../shared/webhooks/deliveries/delivery-queue.ts';
import { createDeliveryStops } from '../../shared/webhooks/deliveries/delivery-stops.ts';
import { findDueWebhooks, isAtLimit } from './dynamodb-due-webhooks.ts';

const env = readEnv({ ORGANIZATIONS_TABLE: text(), DELIVERIES_TABLE: text(), RETRIES_URL: url() });
const client = createDocumentClient();
const table = { client, TableName: env.DELIVERIES_TABLE };
const isStopped = createDeliveryStops(client, env.ORGANIZATIONS_TABLE, () => new Date());
const retries = composeQueue(env.RETRIES_URL);

/** Time reserved to send what was found. */
const ENOUGH_MS = 10_000;

/** Scheduled each minute: wakes up each webhook that has due deliveries, and measures how late the oldest ones are. */
export const handler = withRequestId(async (_event: unknown, context: RunContext) => {
  const now = new Date();
  const { due, complete } = await findDueWebhooks(
    table,
    now,
    () => context.getRemainingTimeInMillis() < ENOUGH_MS,
  );
  let [oldestDue, oldestWaiting] = [0, 0];
  const messages = [];
  for (const row of due) {
    // What is kept for a stopped organization is neither sent nor late.
    if (await isStopped(row.orgId)) continue;
    const seconds = Math.round((now.getTime() - Date.parse(row.dueAt)) / 1000);
    const waits = await isAtLimit(table, row, now);
    if (waits) oldestWaiting = Math.max(oldestWaiting, seconds);
    else oldestDue = Math.max(oldestDue, seconds);
    messages.push(wakeUpMessage(row, 0, !waits));
  }
  await sendMessages(retries, messages);
  writeMetrics(LOG.deliveriesDue, {
    OldestDue: { value: oldestDue, unit: 'Seconds' },
    OldestWaiting: { value: oldestWaiting, unit: 'Seconds' },
  });
  const swept = { webhooks: messages.length, complete };
  if (messages.length > 0 || !complete) log(LOG.deliveriesSwept, swept);
  return swept;
});
