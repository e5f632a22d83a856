import * as v from 'valibot';
import { createDocumentClient } from '../../shared/platform/dynamodb/document-client.ts';
import { readApiEnv, text } from '../../shared/platform/env/read-env.ts';
import { createApiHandler } from '../../shared/platform/http/handlers/api-handler.ts';
import { reject, succeed } from '../../shared/platform/http/outcome.ts';
import { addCounts } from '../../shared/webhooks/deliveries/attempt-counts.ts';
import { readAttemptCounts } from '../../shared/webhooks/deliveries/dynamodb-attempt-counts.ts';
import { findWebhook } from '../../shared/webhooks/deliveries/dynamodb-records.ts';
import { createDynamoDbWebhookReader } from '../../shared/webhooks/store/dynamodb-webhooks.ts';
import { invalidWebhook } from '../../shared/webhooks/store/webhook-rejections.ts';
import { definition } from './definition.ts';
import { describeCounts, healthParameters } from './health-document.ts';

const env = readApiEnv({ WEBHOOKS_TABLE: text(), DELIVERIES_TABLE: text() });
const client = createDocumentClient();
const webhooks = createDynamoDbWebhookReader({ client, TableName: env.WEBHOOKS_TABLE });
const table = { client, TableName: env.DELIVERIES_TABLE };

const HOUR_MS = 3_600_000;

/** Reads the success rate and the latency of a caller's webhook by hour, oldest first. The last hour is the current one. */
export const handler = createApiHandler(definition, {
  responseMismatch: env.RESPONSE_MISMATCH,
  run: async ({ path, query, caller }) => {
    const parsed = v.safeParse(healthParameters, query);
    if (!parsed.success) return reject(invalidWebhook(parsed.issues.map(({ message }) => message)));
    const webhook = await findWebhook(webhooks, path.webhook_id ?? '', caller);
    if (!webhook.ok) return webhook;
    const webhookId = webhook.body.id;
    const { hours } = parsed.output;
    const last = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
    const first = last - (hours - 1) * HOUR_MS;
    const found = await readAttemptCounts(table, webhookId, new Date(first), new Date(last));
    return succeed({
      status: 'success' as const,
      data: {
        webhookId,
        total: describeCounts([...found.values()].reduce(addCounts, {})),
        hours: Array.from({ length: hours }, (_, index) => {
          const startsAt = first + index * HOUR_MS;
          return { startsAt: new Date(startsAt).toISOString(), ...describeCounts(found.get(startsAt) ?? {}) };
        }),
      },
    });
  },
});
