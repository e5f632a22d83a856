import { describe, expect, it } from 'vitest';
import type { DeliveryMessage } from '../../../../shared/webhooks/deliveries/delivery.ts';
import { dispatchEventUseCase } from '../../../../shared/webhooks/deliveries/dispatch-event.ts';
import type { EventMessage } from '../../../../shared/webhooks/events/event-message.ts';
import type { Webhook } from '../../../../shared/webhooks/store/webhook.ts';
import { aMessage, aQueue, aWebhook, later, NOW } from './attempts/doubles.ts';

const EVENT: EventMessage = {
  orgId: 'org_1',
  id: 'evt_1',
  event: 'quote.created',
  created: NOW.toISOString(),
  livemode: true,
  object: {},
};

/** Dispatches to webhooks; `known` are the deliveries of a known event. */
function dispatchUnderTest(
  webhooks: readonly Webhook[],
  { known, rejected = [] }: { known?: readonly DeliveryMessage[]; rejected?: readonly number[] } = {},
) {
  const [deliveries, retries] = [aQueue(rejected), aQueue()];
  const admitted: unknown[] = [];
  const dispatch = dispatchEventUseCase({
    deliveries,
    retries,
    now: () => NOW,
    webhooks: { list: async ({ mode }) => webhooks.filter((webhook) => webhook.mode === mode) },
    intake: {
      admit: async (account, event, webhookIds) => {
        admitted.push({ account, event, webhookIds });
        const pending = known ?? webhookIds.map((webhookId) => aMessage({ webhookId }));
        return { known: known !== undefined, pending };
      },
    },
  });
  return { dispatch, deliveries, retries, admitted };
}

describe('dispatching an event', () => {
  it('makes and enqueues a delivery for each enabled webhook that subscribes to the event', async () => {
    const { dispatch, deliveries, retries, admitted } = dispatchUnderTest([
      aWebhook({ id: 'wh_a' }),
      aWebhook({ id: 'wh_off', enabled: false }),
      aWebhook({ id: 'wh_other', events: ['chat.created'] }),
      aWebhook({ id: 'wh_test', mode: 'test' }),
      aWebhook({ id: 'wh_b', events: ['chat.created', 'quote.created'] }),
    ]);

    expect(await dispatch(EVENT)).toEqual({ known: false, deliveries: 2, notEnqueued: 0 });

    const { orgId, ...event } = EVENT;
    expect(admitted).toEqual([{ account: { orgId, mode: 'live' }, event, webhookIds: ['wh_a', 'wh_b'] }]);
    expect(deliveries.bodies().map(({ webhookId }) => webhookId)).toEqual(['wh_a', 'wh_b']);
    expect(deliveries.sent.map(({ group, delaySeconds }) => [group, delaySeconds])).toEqual([
      ['org_1', 0],
      ['org_1', 0],
    ]);
    expect(retries.sent).toEqual([]);
  });

  it('stores nothing if no webhook subscribes to the event', async () => {
    const { dispatch, admitted } = dispatchUnderTest([]);
    expect(await dispatch(EVENT)).toEqual({ known: false, deliveries: 0, notEnqueued: 0 });
    expect(admitted).toEqual([]);
  });

  it('uses the slow queue for slow receivers, while they are slow', async () => {
    const { dispatch, deliveries, retries } = dispatchUnderTest([
      aWebhook({ id: 'wh_slow', slowUntil: later(1).toISOString() }),
      aWebhook({ id: 'wh_was', slowUntil: later(0).toISOString() }),
    ]);

    await dispatch(EVENT);

    expect(retries.bodies().map(({ webhookId }) => webhookId)).toEqual(['wh_slow']);
    expect(deliveries.bodies().map(({ webhookId }) => webhookId)).toEqual(['wh_was']);
  });

  it('enqueues only the deliveries of the first dispatch on a replay', async () => {
    const message = aMessage({ webhookId: 'wh_first' });
    const { dispatch, deliveries } = dispatchUnderTest([aWebhook({ id: 'wh_new' })], { known: [message] });

    expect(await dispatch(EVENT)).toEqual({ known: true, deliveries: 1, notEnqueued: 0 });
    expect(deliveries.bodies()).toEqual([{ kind: 'deliver', ...message }]);
  });

  it('reports how many messages a queue rejected', async () => {
    const webhooks = ['wh_a', 'wh_b', 'wh_c'].map((id) => aWebhook({ id }));
    const { dispatch } = dispatchUnderTest(webhooks, { rejected: [0, 2] });
    expect(await dispatch(EVENT)).toEqual({ known: false, deliveries: 3, notEnqueued: 2 });
  });
});
