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
import { answerOf } from '../../shared/webhooks/store/webhook-document.ts';
import { invalidWebhook } from '../../shared/webhooks/store/webhook-rejections.ts';
import { definition, healthParameters } from './definition.ts';

const { table, webhooks } = composeRecords();

const HOUR_MS = 3_600_000;
/** Digits of a success rate, so that 1 failure of 10,000 attempts is visible. */
const RATE_DIGITS = 1e4;

function describeCounts(counts: AttemptCounts = {}) {
  const { attempts = 0, succeeded = 0 } = counts;
  // Rounded down: only a rate without failures is 1.
  const successRate = attempts === 0 ? null : Math.floor((succeeded * RATE_DIGITS) / attempts) / RATE_DIGITS;
  return { attempts, succeeded, failed: attempts - succeeded, successRate, latencyMs: latencyOf(counts) };
}

export const handler = createApiHandler(definition, async ({ path, query, caller }) => {
  const parsed = v.safeParse(healthParameters, query);
  if (!parsed.success) return reject(invalidWebhook(parsed.issues.map(({ message }) => message)));
  const webhook = await findWebhook(webhooks, path.webhook_id, caller);
  if (!webhook.ok) return webhook;
  const last = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
  const starts = Array.from({ length: parsed.output.hours }, (_, back) => last - back * HOUR_MS).reverse();
  const webhookId = webhook.body.id;
  const found = await readAttemptCounts(table, webhookId, new Date(starts[0] ?? last), new Date(last));
  const hours = starts.map((at) => ({
    startsAt: new Date(at).toISOString(),
    ...describeCounts(found.get(at)),
  }));
  const total = describeCounts(addCounts([...found.values()]));
  return succeed(answerOf({ webhookId, total, hours }));
});
