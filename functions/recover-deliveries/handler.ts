import { chunk } from '../../shared/platform/collections/chunk.ts';
import { readEnv, url } from '../../shared/platform/env/read-env.ts';
import { createApiHandler } from '../../shared/platform/http/handlers/api-handler.ts';
import { type Outcome, reject, succeed } from '../../shared/platform/http/outcome.ts';
import { isRequestObject } from '../../shared/platform/http/request-fields.ts';
import { composeQueue } from '../../shared/platform/sqs/compose-queue.ts';
import { composeRecords } from '../../shared/webhooks/deliveries/compose-records.ts';
import { readSpan } from '../../shared/webhooks/deliveries/delivery-query.ts';
import { askForAttempts } from '../../shared/webhooks/deliveries/delivery-queue.ts';
import {
  type DeliveryQuery,
  listDeliveries,
  redeliver,
} from '../../shared/webhooks/deliveries/dynamodb-deliveries.ts';
import { limitCalls } from '../../shared/webhooks/limits/places.ts';
import { findWebhook } from '../../shared/webhooks/store/dynamodb-webhooks.ts';
import { answerOf } from '../../shared/webhooks/store/webhook-document.ts';
import { invalidWebhook, WEBHOOK_DISABLED } from '../../shared/webhooks/store/webhook-rejections.ts';
import { definition } from './definition.ts';

const { table, webhooks } = composeRecords();
const deliveries = composeQueue(readEnv({ DELIVERIES_URL: url() }).DELIVERIES_URL);

/** Deliveries that are read together, and that are repeated together. */
const PAGE = 500;
const GROUP = 20;

/** A call starts no further group after this: API Gateway times out after 29 seconds. */
const TIME_LIMIT_MS = 15_000;

const RECOVERIES = { calls: 'recoveries of deliveries', most: 2, leaseMs: 30_000, retryAfter: 15 };

function readRecovery(body: unknown): Outcome<Pick<DeliveryQuery, 'since' | 'until'>> {
  if (!isRequestObject(body))
    return reject(invalidWebhook(['the body must be a JSON object with since and until']));
  const { since, until, faults } = readSpan(body, true);
  return since && until && faults.length === 0 ? succeed({ since, until }) : reject(invalidWebhook(faults));
}

async function recoverAll(
  webhookId: string,
  span: Pick<DeliveryQuery, 'since' | 'until'>,
  timeIsUp: () => boolean,
) {
  let recovered = 0;
  let cursor: string | undefined;
  do {
    const query = { ...span, status: 'failed', limit: PAGE, cursor } as const;
    const page = await listDeliveries(table, webhookId, query);
    const lost = page.deliveries.filter(({ redeliveredBy, test }) => redeliveredBy === undefined && !test);
    for (const group of chunk(lost, GROUP)) {
      if (timeIsUp()) return { recovered, complete: false };
      const at = new Date();
      const results = await Promise.all(group.map((old) => redeliver(table, old, at, true)));
      const made = results.filter((result) => typeof result !== 'string');
      await askForAttempts(deliveries, made);
      recovered += made.length;
    }
    cursor = page.next;
  } while (cursor !== undefined && !timeIsUp());
  return { recovered, complete: cursor === undefined };
}

export const handler = createApiHandler(definition, async ({ path, body, caller }) => {
  const started = Date.now();
  const span = readRecovery(body);
  if (!span.ok) return span;
  const webhook = await findWebhook(webhooks, path.webhook_id, caller);
  if (!webhook.ok) return webhook;
  const { enabled, id } = webhook.body;
  if (!enabled) return reject(WEBHOOK_DISABLED);
  const timeIsUp = () => Date.now() - started > TIME_LIMIT_MS;
  return limitCalls(table, caller.orgId, RECOVERIES, async () =>
    succeed(answerOf(await recoverAll(id, span.body, timeIsUp))),
  );
});
