import { describe, expect, it, vi } from 'vitest';
import type { Account } from '../../../../../shared/platform/account/account.ts';
import type { Attempt } from '../../../../../shared/webhooks/deliveries/delivery.ts';
import { createDeliveryIds } from '../../../../../shared/webhooks/deliveries/delivery-id.ts';
import { DELIVERY_NOT_FOUND } from '../../../../../shared/webhooks/deliveries/listing/delivery-rejections.ts';
import { readDeliveryUseCase } from '../../../../../shared/webhooks/deliveries/listing/read-delivery.ts';
import { newWebhookId } from '../../../../../shared/webhooks/store/webhook-id.ts';
import { WEBHOOK_NOT_FOUND } from '../../../../../shared/webhooks/store/webhook-rejections.ts';
import { aDelivery, aWebhook, NOW } from '../attempts/doubles.ts';

const ID = newWebhookId();
const CALLER: Account = { orgId: 'org_1', mode: 'live' };
const DELIVERY_ID = createDeliveryIds()(NOW);
const UNKNOWN = { ok: false, rejection: DELIVERY_NOT_FOUND };

function deliveryReaderUnderTest(change: Parameters<typeof aDelivery>[0] = {}, log: readonly Attempt[] = []) {
  const delivery = aDelivery({ deliveryId: DELIVERY_ID, webhookId: ID, ...change });
  const read = vi.fn(async (id: string) =>
    id === DELIVERY_ID ? { delivery, log, payload: Buffer.from('{"a":1}') } : undefined,
  );
  const get = async (_account: Account, id: string) => (id === ID ? aWebhook({ id }) : undefined);
  return { read, whole: readDeliveryUseCase({ webhooks: { get }, records: { read } }) };
}

describe('a delivery', () => {
  it('is read with its attempts and its payload', async () => {
    const { whole } = deliveryReaderUnderTest({ status: 'failed' }, [
      { number: 1, startedAt: NOW.toISOString(), url: 'https://receiver.example', error: 'timeout' },
    ]);

    expect(await whole(ID, DELIVERY_ID, CALLER)).toEqual({
      ok: true,
      body: {
        status: 'success',
        data: expect.objectContaining({
          id: DELIVERY_ID,
          status: 'failed',
          attemptLog: [
            { number: 1, startedAt: NOW.toISOString(), url: 'https://receiver.example', error: 'timeout' },
          ],
          payload: { a: 1 },
        }),
      },
    });
  });

  it.each([
    ['webhook', { webhookId: newWebhookId() }],
    ['organization', { orgId: 'org_2' }],
    ['mode', { mode: 'test' }],
  ] as const)('is unknown if it is of another %s', async (_, change) => {
    expect(await deliveryReaderUnderTest(change).whole(ID, DELIVERY_ID, CALLER)).toEqual(UNKNOWN);
  });

  it('is unknown by another id, and not read by an id of another form', async () => {
    const { read, whole } = deliveryReaderUnderTest();

    expect(await whole(ID, createDeliveryIds()(NOW), CALLER)).toEqual(UNKNOWN);
    expect(read).toHaveBeenCalledTimes(1);
    expect(await whole(ID, 'dlv_1', CALLER)).toEqual(UNKNOWN);
    expect(read).toHaveBeenCalledTimes(1);
  });

  it('is not read for an unknown webhook', async () => {
    const { read, whole } = deliveryReaderUnderTest();

    expect(await whole(newWebhookId(), DELIVERY_ID, CALLER)).toEqual({
      ok: false,
      rejection: WEBHOOK_NOT_FOUND,
    });
    expect(read).not.toHaveBeenCalled();
  });
});
