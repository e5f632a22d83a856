import { readEnv, url } from '../../shared/platform/env/read-env.ts';
import { createApiHandler } from '../../shared/platform/http/handlers/api-handler.ts';
import { reject, succeed } from '../../shared/platform/http/outcome.ts';
import { composeQueue } from '../../shared/platform/sqs/compose-queue.ts';
import { composeRecords } from '../../shared/webhooks/deliveries/compose-records.ts';
import { describeDelivery } from '../../shared/webhooks/deliveries/delivery-document.ts';
import { askForAttempts } from '../../shared/webhooks/deliveries/delivery-queue.ts';
import { findDelivery, redeliver } from '../../shared/webhooks/deliveries/dynamodb-deliveries.ts';
import { findWebhook } from '../../shared/webhooks/store/dynamodb-webhooks.ts';
import { answerOf } from '../../shared/webhooks/store/webhook-document.ts';
import {
  DELIVERY_NOT_FOUND,
  PAYLOAD_GONE,
  WEBHOOK_DISABLED,
} from '../../shared/webhooks/store/webhook-rejections.ts';
import { definition } from './definition.ts';

const { table, webhooks } = composeRecords();
const deliveries = composeQueue(readEnv({ DELIVERIES_URL: url() }).DELIVERIES_URL);

export const handler = createApiHandler(definition, async ({ path, caller }) => {
  const webhook = await findWebhook(webhooks, path.webhook_id, caller);
  if (!webhook.ok) return webhook;
  const old = await findDelivery(table, webhook.body, path.delivery_id);
  if (old === undefined) return reject(DELIVERY_NOT_FOUND);
  if (!webhook.body.enabled) return reject(WEBHOOK_DISABLED);
  const made = await redeliver(table, old.delivery, new Date(), false);
  if (made === 'payload-gone') return reject(PAYLOAD_GONE);
  if (made === 'not-made') return reject(DELIVERY_NOT_FOUND);
  await askForAttempts(deliveries, [made]);
  return succeed(answerOf(describeDelivery(made)));
});
