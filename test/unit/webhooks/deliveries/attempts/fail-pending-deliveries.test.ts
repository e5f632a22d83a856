import { describe, expect, it } from 'vitest';
import { failPendingDeliveriesUseCase } from '../../../../../shared/webhooks/deliveries/attempts/fail-pending-deliveries.ts';
import type { Delivery } from '../../../../../shared/webhooks/deliveries/delivery.ts';
import type { CloseMessage } from '../../../../../shared/webhooks/deliveries/delivery-messages.ts';
import type { Webhook } from '../../../../../shared/webhooks/store/webhook.ts';
import { aDelivery, aQueue, aWebhook, NOW } from './doubles.ts';

const MESSAGE: CloseMessage = {
  kind: 'close',
  orgId: 'org_1',
  mode: 'live',
  webhookId: 'wh_1',
  reason: 'The webhook was deleted.',
};

/** Closes a webhook with pending deliveries, some with an attempt in progress. */
function webhookClosingUnderTest(
  pending: readonly Delivery[],
  underWay: ReadonlySet<Delivery> = new Set(),
  webhook: Webhook | undefined = undefined,
) {
  const retries = aQueue();
  const ended: string[] = [];
  const close = failPendingDeliveriesUseCase({
    retries,
    now: () => NOW,
    webhooks: { get: async () => webhook },
    records: {
      list: async (_webhookId, { after, limit, status }) => {
        expect(status).toBe('pending');
        const start =
          after === undefined ? 0 : pending.findIndex(({ deliveryId }) => deliveryId === after) + 1;
        const deliveries = pending.slice(start, start + limit);
        const last = deliveries.at(-1)?.deliveryId;
        return { deliveries, ...(start + limit < pending.length && last ? { next: last } : {}) };
      },
    },
    attempts: {
      fail: async ({ deliveryId }, reason) => {
        if ([...underWay].some((delivery) => delivery.deliveryId === deliveryId)) return false;
        ended.push(`${deliveryId} ${reason}`);
        return true;
      },
    },
  });
  return { close, retries, ended };
}

const some = (count: number) => Array.from({ length: count }, () => aDelivery());

describe('closing a webhook', () => {
  it('fails all its pending deliveries, page by page, with the reason', async () => {
    const pending = some(250);
    const { close, retries, ended } = webhookClosingUnderTest(pending);

    expect(await close(MESSAGE, () => false)).toBe(250);

    expect(ended).toEqual(pending.map(({ deliveryId }) => `${deliveryId} The webhook was deleted.`));
    expect(retries.sent).toEqual([]);
  });

  it('continues in another run if its time is up, or an attempt is in progress', async () => {
    const pending = some(250);
    const short = webhookClosingUnderTest(pending);
    expect(await short.close(MESSAGE, () => true)).toBe(100);
    expect(short.retries.bodies()).toEqual([MESSAGE]);

    const busy = webhookClosingUnderTest(pending, new Set(pending.slice(3, 4)));
    expect(await busy.close(MESSAGE, () => false)).toBe(249);
    expect(busy.retries.bodies()).toEqual([MESSAGE]);
    expect(busy.retries.sent[0]?.delaySeconds).toBeGreaterThan(5);
  });

  it('changes nothing if the webhook was enabled again', async () => {
    const { close, ended } = webhookClosingUnderTest(some(3), new Set(), aWebhook());
    expect(await close(MESSAGE, () => false)).toBe(0);
    expect(ended).toEqual([]);

    const off = webhookClosingUnderTest(some(3), new Set(), aWebhook({ enabled: false }));
    expect(await off.close(MESSAGE, () => false)).toBe(3);
  });

  it('requests no further run if all deliveries left have an attempt in progress', async () => {
    const pending = some(1);
    const { close, retries } = webhookClosingUnderTest(pending, new Set(pending));
    expect(await close(MESSAGE, () => false)).toBe(0);
    expect(retries.sent).toEqual([]);
  });
});
