import type { Account } from '../../../platform/account/account.ts';
import { type Outcome, succeed } from '../../../platform/http/outcome.ts';
import { findWebhook, type WebhookReader } from '../listing/find-delivery.ts';
import { addCounts, NO_ATTEMPTS } from './attempt-counts.ts';
import { describeCounts, type HealthAnswer } from './health-document.ts';
import type { AttemptCountReader } from './health-port.ts';
import { readHours } from './health-query.ts';

const HOUR_MS = 3_600_000;

export interface ReadHealthPorts {
  readonly webhooks: WebhookReader;
  readonly counts: AttemptCountReader;
  readonly now: () => Date;
}

/** Reads the success rate and the latency of a caller's webhook by hour, oldest first. The last hour is the current one. */
export function readHealthUseCase({ webhooks, counts, now }: ReadHealthPorts) {
  return async (
    webhookId: string,
    query: Readonly<Record<string, string>>,
    caller: Account,
  ): Promise<Outcome<HealthAnswer>> => {
    const hours = readHours(query);
    if (!hours.ok) return hours;
    const webhook = await findWebhook(webhooks, webhookId, caller);
    if (!webhook.ok) return webhook;

    const last = Math.floor(now().getTime() / HOUR_MS) * HOUR_MS;
    const first = last - (hours.body - 1) * HOUR_MS;
    const found = await counts.byHour(webhook.body, new Date(first), new Date(last));
    const rows = Array.from({ length: hours.body }, (_, index) => {
      const startsAt = first + index * HOUR_MS;
      return { startsAt: new Date(startsAt).toISOString(), counts: found.get(startsAt) ?? NO_ATTEMPTS };
    });
    return succeed({
      status: 'success',
      data: {
        webhookId,
        total: describeCounts(rows.reduce((sum, row) => addCounts(sum, row.counts), NO_ATTEMPTS)),
        hours: rows.map((row) => ({ startsAt: row.startsAt, ...describeCounts(row.counts) })),
      },
    });
  };
}
