import type { Account } from '../../../platform/account/account.ts';
import { type Outcome, reject, succeed } from '../../../platform/http/outcome.ts';
import type { MessageQueue } from '../../../platform/sqs/message-queue.ts';
import type { CallLimit } from '../../limits/call-limit.ts';
import { invalidWebhook } from '../../store/webhook-rejections.ts';
import type { Delivery } from '../delivery.ts';
import type { DeliveryRecords, Redeliveries } from '../delivery-ports.ts';
import type { RecoveredAnswer } from '../listing/delivery-document.ts';
import { readSpan } from '../listing/delivery-query.ts';
import { WEBHOOK_DISABLED } from '../listing/delivery-rejections.ts';
import { findWebhook, type WebhookReader } from '../listing/find-delivery.ts';
import { enqueueDeliveries } from './redeliver.ts';

export interface RecoverPorts {
  readonly webhooks: WebhookReader;
  readonly records: Pick<DeliveryRecords, 'list'>;
  readonly redeliveries: Redeliveries;
  readonly deliveries: MessageQueue;
  readonly limit: CallLimit;
  readonly now: () => Date;
}

/** Deliveries that are repeated concurrently. */
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

/**
 * Repeats the failed deliveries of a time range, except tests, each once over any number of calls. A call that runs out
 * of time answers `complete: false`; the next one continues.
 */
export function recoverDeliveriesUseCase(ports: RecoverPorts) {
  const { webhooks, records, redeliveries, deliveries, limit, now } = ports;

  const recover = async (group: readonly Delivery[]): Promise<number> => {
    const results = await Promise.all(group.map((old) => redeliveries.redeliver(old, now(), true)));
    const made = results.flatMap((result) => (result.outcome === 'made' ? [result.delivery] : []));
    await enqueueDeliveries(deliveries, made);
    return made.length;
  };

  const recoverAll = async (
    webhookId: string,
    span: Span,
    started: number,
  ): Promise<Outcome<RecoveredAnswer>> => {
    let recovered = 0;
    const answer = (complete: boolean): Outcome<RecoveredAnswer> =>
      succeed({ status: 'success', data: { recovered, complete } });
    for (let after: string | undefined; ; ) {
      if (now().getTime() - started > TIME_LIMIT_MS) return answer(false);
      const query = { ...span, status: 'failed', limit: GROUP } as const;
      const page = await records.list(webhookId, after === undefined ? query : { ...query, after });
      recovered += await recover(
        page.deliveries.filter(({ redeliveredBy, test }) => redeliveredBy === undefined && !test),
      );
      after = page.next;
      if (after === undefined) return answer(true);
    }
  };

  return async (webhookId: string, body: unknown, caller: Account): Promise<Outcome<RecoveredAnswer>> => {
    const started = now().getTime();
    const span = readRecovery(body);
    if (!span.ok) return span;
    const webhook = await findWebhook(webhooks, webhookId, caller);
    if (!webhook.ok) return webhook;
    if (!webhook.body.enabled) return reject(WEBHOOK_DISABLED);
    return limit(caller.orgId, () => recoverAll(webhookId, span.body, started));
  };
}
