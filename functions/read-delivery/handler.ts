import { createApiHandler } from '../../shared/platform/http/handlers/api-handler.ts';
import { reject, succeed } from '../../shared/platform/http/outcome.ts';
import { composeRecords } from '../../shared/webhooks/deliveries/compose-records.ts';
import { describeWhole } from '../../shared/webhooks/deliveries/delivery-document.ts';
import { findDelivery } from '../../shared/webhooks/deliveries/dynamodb-deliveries.ts';
import { findWebhook } from '../../shared/webhooks/store/dynamodb-webhooks.ts';
import { answerOf } from '../../shared/webhooks/store/webhook-document.ts';
import { DELIVERY_NOT_FOUND } from '../../shared/webhooks/store/webhook-rejections.ts';
import { definition } from './definition.ts';

const { table, webhooks } = composeRecords();

export const handler = createApiHandler(definition, async ({ path, caller }) => {
  const webhook = await findWebhook(webhooks, path.webhook_id, caller);
  if (!webhook.ok) return webhook;
  const delivery = await findDelivery(table, webhook.body, path.delivery_id);
  return delivery ? succeed(answerOf(describeWhole(delivery))) : reject(DELIVERY_NOT_FOUND);
});
