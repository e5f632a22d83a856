import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Account } from '../../../../../shared/platform/account/account.ts';
import { logOutput } from '../../../../../shared/platform/logging/log-output.ts';
import { createDeliveryIds } from '../../../../../shared/webhooks/deliveries/delivery-id.ts';
import type { Redeliveries } from '../../../../../shared/webhooks/deliveries/delivery-ports.ts';
import {
  DELIVERY_NOT_FOUND,
  PAYLOAD_GONE,
  WEBHOOK_DISABLED,
} from '../../../../../shared/webhooks/deliveries/listing/delivery-rejections.ts';
import {
  enqueueDeliveries,
  redeliverUseCase,
} from '../../../../../shared/webhooks/deliveries/recovery/redeliver.ts';
import { newWebhookId } from '../../../../../shared/webhooks/store/webhook-id.ts';
import { WEBHOOK_NOT_FOUND } from '../../../../../shared/webhooks/store/webhook-rejections.ts';
import { aDelivery, aQueue, aWebhook, NOW } from '../attempts/doubles.ts';

const ID = newWebhookId();
const CALLER: Account = { orgId: 'org_1', mode: 'live' };
const OLD = aDelivery({ deliveryId: createDeliveryIds()(NOW), webhookId: ID, status: 'failed' });
const MADE = aDelivery({ webhookId: ID, redeliveryOf: OLD.deliveryId });

type Result = Awaited<ReturnType<Redeliveries['redeliver']>>;

function redeliveryUnderTest({
  result = { outcome: 'made', delivery: MADE } as Result,
  enabled = true,
  old = OLD,
  rejected = [] as readonly number[],
} = {}) {
  const deliveries = aQueue(rejected);
  const repeated = vi.fn<Redeliveries['redeliver']>(async () => result);
  const redeliver = redeliverUseCase({
    deliveries,
    now: () => NOW,
    webhooks: { get: async (_account, id) => (id === ID ? aWebhook({ id, enabled }) : undefined) },
    records: { get: async (id) => (id === OLD.deliveryId ? old : undefined) },
    redeliveries: { redeliver: repeated },
  });
  return {
    deliveries,
    repeated,
    redeliver: (id = OLD.deliveryId, webhookId = ID) => redeliver(webhookId, id, CALLER),
  };
}

let warnings: ReturnType<typeof vi.spyOn>;
beforeEach(() => {
  warnings = vi.spyOn(logOutput, 'warn').mockImplementation(() => undefined);
  warnings.mockClear();
});

describe('a repeated delivery', () => {
  it('is a new one that is enqueued', async () => {
    const { redeliver, deliveries, repeated } = redeliveryUnderTest();

    expect(await redeliver()).toEqual({
      ok: true,
      body: {
        status: 'success',
        data: expect.objectContaining({ id: MADE.deliveryId, redeliveryOf: OLD.deliveryId }),
      },
    });
    expect(repeated).toHaveBeenCalledWith(OLD, NOW, false);
    expect(deliveries.bodies()).toMatchObject([{ kind: 'deliver', deliveryId: MADE.deliveryId }]);
  });

  it.each([
    [{ outcome: 'payload-gone' }, PAYLOAD_GONE],
    [{ outcome: 'gone' }, DELIVERY_NOT_FOUND],
  ] as const)('is rejected if the result is %j', async (result, rejection) => {
    const { redeliver, deliveries } = redeliveryUnderTest({ result });

    expect(await redeliver()).toEqual({ ok: false, rejection });
    expect(deliveries.sent).toEqual([]);
  });

  it('is rejected if the webhook is disabled', async () => {
    const { redeliver, repeated } = redeliveryUnderTest({ enabled: false });

    expect(await redeliver()).toEqual({ ok: false, rejection: WEBHOOK_DISABLED });
    expect(repeated).not.toHaveBeenCalled();
  });

  it('is rejected if the webhook or the delivery is unknown, or of another account', async () => {
    const unknown = { ok: false, rejection: DELIVERY_NOT_FOUND };

    expect(await redeliveryUnderTest().redeliver(OLD.deliveryId, newWebhookId())).toEqual({
      ok: false,
      rejection: WEBHOOK_NOT_FOUND,
    });
    expect(await redeliveryUnderTest().redeliver(createDeliveryIds()(NOW))).toEqual(unknown);
    expect(await redeliveryUnderTest({ old: { ...OLD, orgId: 'org_2' } }).redeliver()).toEqual(unknown);
  });

  it('succeeds also if it could not be enqueued, which is logged', async () => {
    const { redeliver } = redeliveryUnderTest({ rejected: [0] });

    expect(await redeliver()).toMatchObject({ ok: true });
    expect(JSON.parse(String(warnings.mock.calls[0]?.[0]))).toMatchObject({
      code: 'DELIVERY_MESSAGE_NOT_SENT',
      orgId: 'org_1',
      notEnqueued: 1,
    });
  });
});

describe('new deliveries', () => {
  it('are sent in one call, and none without deliveries', async () => {
    const queue = aQueue();
    const send = vi.spyOn(queue, 'send');

    await enqueueDeliveries(queue, []);
    expect(send).not.toHaveBeenCalled();
    await enqueueDeliveries(queue, [OLD, MADE]);
    expect(send).toHaveBeenCalledTimes(1);
    expect(queue.bodies()).toMatchObject([{ deliveryId: OLD.deliveryId }, { deliveryId: MADE.deliveryId }]);
    expect(warnings).not.toHaveBeenCalled();
  });
});
