import * as v from 'valibot';
import { createApiHandler } from '../../shared/platform/http/handlers/api-handler.ts';
import { reject, succeed } from '../../shared/platform/http/outcome.ts';
import { composeRecords } from '../../shared/webhooks/deliveries/compose-records.ts';
import {
  type AttemptCounts,
  addCounts,
  latencyOf,
  readAttemptCounts,
} from '../../shared/webhooks/deliveries/dynamodb-attempt-counts.ts';
import { findWebhook } from '../../shared/webhooks/store/dynamodb-webhooks.ts';
import { invalidWebhook } from '../../shared/webhooks/store/webhook-rejections.ts';
import { definition, healthParameters } from './definition.ts';

const { table, webhooks } = composeRecords();

const HOUR_MS = 3_600_000;
/** Digits of a success rate, so that 1 failure of 10,000 attempts is visible. */
const RATE_DIGITS = 1e4;

/** Counts as the API shows them. */
function describeCounts(counts: AttemptCounts) {
  const { attempts = 0, succeeded = 0 } = counts;
  return {
    attempts,
    succeeded,
    failed: attempts - succeeded,
    // Rounded down: only a rate without failures is 1.
    successRate: attempts === 0 ? null : Math.floor((succeeded * RATE_DIGITS) / attempts) / RATE_DIGITS,
    latencyMs: latencyOf(counts),
  };
}

/** Reads the success rate and the latency of a caller's webhook by hour, oldest first. The last hour is the current one. */
export const handler = createApiHandler(definition, async ({ path, query, caller }) => {
  const parsed = v.safeParse(healthParameters, query);
  if (!parsed.success) return reject(invalidWebhook(parsed.issues.map(({ message }) => message)));
  const webhook = await findWebhook(webhooks, path.webhook_id, caller);
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
      total: describeCounts(addCounts([...found.values()])),
      hours: Array.from({ length: hours }, (_, index) => {
        const startsAt = first + index * HOUR_MS;
        return { startsAt: new Date(startsAt).toISOString(), ...describeCounts(found.get(startsAt) ?? {}) };
      }),
    },
  });
});
