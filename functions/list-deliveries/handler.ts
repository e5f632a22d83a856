import { createApiHandler } from '../../shared/platform/http/handlers/api-handler.ts';
import { succeed } from '../../shared/platform/http/outcome.ts';
import { composeRecords } from '../../shared/webhooks/deliveries/compose-records.ts';
import { describeDelivery } from '../../shared/webhooks/deliveries/delivery-document.ts';
import { readDeliveryQuery } from '../../shared/webhooks/deliveries/delivery-query.ts';
import { listDeliveries } from '../../shared/webhooks/deliveries/dynamodb-deliveries.ts';
import { findWebhook } from '../../shared/webhooks/store/dynamodb-webhooks.ts';
import { answerOf } from '../../shared/webhooks/store/webhook-document.ts';
import { definition } from './definition.ts';

const { table, webhooks } = composeRecords();

export const handler = createApiHandler(definition, async ({ path, query, caller }) => {
  const read = readDeliveryQuery(query);
  if (!read.ok) return read;
  const webhook = await findWebhook(webhooks, path.webhook_id, caller);
  if (!webhook.ok) return webhook;
  const { deliveries, next = null } = await listDeliveries(table, webhook.body.id, read.body);
  const pagination = { next_cursor: next, limit: read.body.limit };
  return succeed({ ...answerOf(deliveries.map(describeDelivery)), pagination });
});
