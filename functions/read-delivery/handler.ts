import { readEnv } from '../../shared/platform/env/read-env.ts';
import { createApiHandler } from '../../shared/platform/http/handlers/api-handler.ts';
import { reject, succeed } from '../../shared/platform/http/outcome.ts';
import { describeWhole } from '../../shared/webhooks/deliveries/delivery-document.ts';
import {
  composeRecords,
  findDelivery,
  RECORD_VARIABLES,
  readWholeDelivery,
} from '../../shared/webhooks/deliveries/dynamodb-records.ts';
import { findWebhook } from '../../shared/webhooks/store/dynamodb-webhooks.ts';
import { DELIVERY_NOT_FOUND } from '../../shared/webhooks/store/webhook-rejections.ts';
import { definition } from './definition.ts';

const env = readEnv(RECORD_VARIABLES);
const { table, webhooks } = composeRecords(env);

/** Reads a delivery of a caller's webhook with its attempts and its payload. */
export const handler = createApiHandler(definition, async ({ path, caller }) => {
  const webhook = await findWebhook(webhooks, path.webhook_id, caller);
  if (!webhook.ok) return webhook;
  const delivery = await findDelivery(table, webhook.body, path.delivery_id);
  const whole = delivery && (await readWholeDelivery(table, delivery.deliveryId));
  return whole
    ? succeed({ status: 'success' as const, data: describeWhole(whole) })
    : reject(DELIVERY_NOT_FOUND);
});
