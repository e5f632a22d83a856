import { describe, expect, it, vi } from 'vitest';
import type { Account } from '../../../../../shared/platform/account/account.ts';
import type { DeliveryQuery } from '../../../../../shared/webhooks/deliveries/delivery-ports.ts';
import { listDeliveriesUseCase } from '../../../../../shared/webhooks/deliveries/listing/list-deliveries.ts';
import { newWebhookId } from '../../../../../shared/webhooks/store/webhook-id.ts';
import { WEBHOOK_NOT_FOUND } from '../../../../../shared/webhooks/store/webhook-rejections.ts';
import { aDelivery, aWebhook } from '../attempts/doubles.ts';

const ID = newWebhookId();
const CALLER: Account = { orgId: 'org_1', mode: 'live' };

function deliveryListUnderTest(next?: string) {
  const delivery = aDelivery({ webhookId: ID });
  const list = vi.fn(async (_webhookId: string, _query: DeliveryQuery) => ({
    deliveries: [delivery],
    ...(next === undefined ? {} : { next }),
  }));
  const get = vi.fn(async (_account: Account, id: string) => (id === ID ? aWebhook({ id }) : undefined));
  return { delivery, list, get, listed: listDeliveriesUseCase({ webhooks: { get }, records: { list } }) };
}

describe('the list of deliveries of a webhook', () => {
  it('is one page with the cursor of the next one', async () => {
    const { delivery, list, listed } = deliveryListUnderTest('dlv_next');

    expect(await listed(ID, { limit: '7', status: 'failed' }, CALLER)).toEqual({
      ok: true,
      body: {
        status: 'success',
        data: [expect.objectContaining({ id: delivery.deliveryId, webhookId: ID })],
        pagination: { next_cursor: 'dlv_next', limit: 7 },
      },
    });
    expect(list).toHaveBeenCalledWith(ID, { limit: 7, status: 'failed' });
  });

  it('has no cursor on its last page', async () => {
    expect(await deliveryListUnderTest().listed(ID, {}, CALLER)).toMatchObject({
      body: { pagination: { next_cursor: null, limit: 20 } },
    });
  });

  it('is rejected with an invalid query, before the webhook is read', async () => {
    const { get, listed } = deliveryListUnderTest();

    expect(await listed(ID, { limit: '0' }, CALLER)).toMatchObject({ ok: false });
    expect(get).not.toHaveBeenCalled();
  });

  it('is rejected for an unknown webhook, which is read only if its id has the form of one', async () => {
    const { get, list, listed } = deliveryListUnderTest();
    const unknown = { ok: false, rejection: WEBHOOK_NOT_FOUND };

    expect(await listed('wh_1', {}, CALLER)).toEqual(unknown);
    expect(get).not.toHaveBeenCalled();
    expect(await listed(newWebhookId(), {}, CALLER)).toEqual(unknown);
    expect(list).not.toHaveBeenCalled();
  });
});
