import { chunk } from '../../shared/platform/collections/chunk.ts';
import { readEnv, url } from '../../shared/platform/env/read-env.ts';
import { createApiHandler } from '../../shared/platform/http/handlers/api-handler.ts';
import { type Outcome, reject, succeed } from '../../shared/platform/http/outcome.ts';
import { composeQueue } from '../../shared/platform/sqs/compose-queue.ts';
import { createDeliveryIds } from '../../shared/webhooks/deliveries/delivery.ts';
import type { RecoveredAnswer } from '../../shared/webhooks/deliveries/delivery-document.ts';
import { readSpan } from '../../shared/webhooks/deliveries/delivery-query.ts';
import { deliveryMessage, sendMessages } from '../../shared/webhooks/deliveries/delivery-queue.ts';
import {
  composeRecords,
  listDeliveries,
  RECORD_VARIABLES,
} from '../../shared/webhooks/deliveries/dynamodb-records.ts';
import { redeliver } from '../../shared/webhooks/deliveries/redeliver.ts';
import { createCallLimit } from '../../shared/webhooks/limits/places.ts';
import { findWebhook } from '../../shared/webhooks/store/dynamodb-webhooks.ts';
import { invalidWebhook, WEBHOOK_DISABLED } from '../../shared/webhooks/store/webhook-rejections.ts';
import { definition } from './definition.ts';

const env = readEnv({ ...RECORD_VARIABLES, DELIVERIES_URL: url() });
const { table, webhooks } = composeRecords(env);
const deliveries = composeQueue(env.DELIVERIES_URL);
const limit = createCallLimit(table, 'recover', () => new Date());
const newDeliveryId = createDeliveryIds();

/** Deliveries that are read together, and that are repeated together. */
const PAGE = 500;
const GROUP = 20;

/** A call starts no further group after this: API Gateway times out after 29 seconds. */
const TIME_LIMIT_MS = 15_000;

interface Span {
  readonly since: Date;
  readonly until: Date;
}

function readRecovery(body: unknown): Outcome<Span> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    return reject(invalidWebhook(['the body must be a JSON object with since and until']));
  }
  const given: { since?: unknown; until?: unknown } = body;
  const { since, until, faults } = readSpan(given);
  const missing = (['since', 'until'] as const).filter((name) => given[name] === undefined);
  faults.push(...missing.map((name) => `${name} is required`));
  if (faults.length > 0 || !since || !until) return reject(invalidWebhook(faults));
  return succeed({ since, until });
}

async function recoverAll(webhookId: string, span: Span, started: number): Promise<Outcome<RecoveredAnswer>> {
  let recovered = 0;
  const answer = (complete: boolean): Outcome<RecoveredAnswer> =>
    succeed({ status: 'success', data: { recovered, complete } });
  const timeIsUp = () => Date.now() - started > TIME_LIMIT_MS;
  for (let after: string | undefined; ; ) {
    if (timeIsUp()) return answer(false);
    const query = { ...span, status: 'failed', limit: PAGE, ...(after && { after }) } as const;
    const page = await listDeliveries(table, webhookId, query);
    const lost = page.deliveries.filter(({ redeliveredBy, test }) => redeliveredBy === undefined && !test);
    for (const group of chunk(lost, GROUP)) {
      if (timeIsUp()) return answer(false);
      const at = new Date();
      const results = await Promise.all(
        group.map((old) => redeliver(table, old, newDeliveryId(at), at, true)),
      );
      const made = results.filter((result) => typeof result !== 'string');
      await sendMessages(deliveries, made.map(deliveryMessage));
      recovered += made.length;
    }
    after = page.next;
    if (after === undefined) return answer(true);
  }
}

/**
 * Repeats the failed deliveries of a time range, except tests, each once over any number of calls. A call that runs out of
 * time answers `complete: false`; the next one continues.
 */
export const handler = createApiHandler(definition, async ({ path, body, caller }) => {
  const started = Date.now();
  const span = readRecovery(body);
  if (!span.ok) return span;
  const webhook = await findWebhook(webhooks, path.webhook_id, caller);
  if (!webhook.ok) return webhook;
  const { enabled, id } = webhook.body;
  if (!enabled) return reject(WEBHOOK_DISABLED);
  return limit(caller.orgId, () => recoverAll(id, span.body, started));
});
