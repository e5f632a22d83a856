import { createDocumentClient } from '../../shared/platform/dynamodb/document-client.ts';
import { readApiEnv, text } from '../../shared/platform/env/read-env.ts';
import { createApiHandler } from '../../shared/platform/http/handlers/api-handler.ts';
import { succeed } from '../../shared/platform/http/outcome.ts';
import { describeDelivery } from '../../shared/webhooks/deliveries/delivery-document.ts';
import { readDeliveryQuery } from '../../shared/webhooks/deliveries/delivery-query.ts';
import { findWebhook, listDeliveries } from '../../shared/webhooks/deliveries/dynamodb-records.ts';
import { createDynamoDbWebhookReader } from '../../shared/webhooks/store/dynamodb-webhooks.ts';
import { definition } from './definition.ts';

const env = readApiEnv({ WEBHOOKS_TABLE: text(), DELIVERIES_TABLE: text() });
const client = createDocumentClient();
const webhooks = createDynamoDbWebhookReader({ client, TableName: env.WEBHOOKS_TABLE });

/** Lists the deliveries of a caller's webhook, newest first. */
export const handler = createApiHandler(definition, {
  responseMismatch: env.RESPONSE_MISMATCH,
  run: async ({ path, query, caller }) => {
    const read = readDeliveryQuery(query);
    if (!read.ok) return read;
    const webhook = await findWebhook(webhooks, path.webhook_id ?? '', caller);
    if (!webhook.ok) return webhook;
    const table = { client, TableName: env.DELIVERIES_TABLE };
    const { deliveries, next = null } = await listDeliveries(table, webhook.body.id, read.body);
    return succeed({
      status: 'success' as const,
      data: deliveries.map(describeDelivery),
      pagination: { next_cursor: next, limit: read.body.limit },
    });
  },
});
