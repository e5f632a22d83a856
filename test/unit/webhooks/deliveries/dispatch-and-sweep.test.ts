import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { SQSRecord } from 'aws-lambda';
import { createDispatchBatch } from '../../../../functions/dispatch-event/dispatch-batch.ts';
import { logOutput } from '../../../../shared/platform/logging/log-output.ts';
import type { OutgoingMessage } from '../../../../shared/platform/sqs/message-queue.ts';
import { MAX_BYTES, splitIntoRequests } from '../../../../shared/platform/sqs/sqs-requests.ts';
import { failPendingDeliveriesUseCase } from '../../../../shared/webhooks/deliveries/attempts/fail-pending-deliveries.ts';
import { sweepDueDeliveries } from '../../../../shared/webhooks/deliveries/attempts/sweep-due-deliveries.ts';
import { combineDeliveryMessages } from '../../../../shared/webhooks/deliveries/combine-delivery-messages.ts';
import type { Delivery } from '../../../../shared/webhooks/deliveries/delivery.ts';
import {
  type CloseMessage,
  closeMessage,
  deliveryMessage,
  drainMessage,
  parseDeliveryQueueMessage,
} from '../../../../shared/webhooks/deliveries/delivery-messages.ts';
import type { DueDelivery } from '../../../../shared/webhooks/deliveries/delivery-ports.ts';
import { dispatchEventUseCase } from '../../../../shared/webhooks/deliveries/dispatch-event.ts';
import type { EventMessage } from '../../../../shared/webhooks/events/event-message.ts';
import type { Webhook } from '../../../../shared/webhooks/store/webhook.ts';
import { aDelivery, aMessage, aQueue, aWebhook, later, NOW } from './doubles.ts';

const MINUTE_MS = 60_000;
const ACCOUNT = { orgId: 'org_1', mode: 'live' } as const;
const CLOSE: CloseMessage = { kind: 'close', ...ACCOUNT, webhookId: 'wh_1', reason: 'Deleted.' };
const errors: Record<string, unknown>[] = [];

beforeEach(() => {
  errors.length = 0;
  jest.spyOn(logOutput, 'warn').mockImplementation(() => undefined);
  jest.spyOn(logOutput, 'error').mockImplementation((line) => void errors.push(JSON.parse(String(line))));
});

describe('a message of the delivery queues', () => {
  const tokens = { hostTokenAt: NOW.toISOString(), tokenAt: later(1_000).toISOString() };
  const message = aMessage({ attempts: 2, ...tokens });

  it.each([
    [deliveryMessage(message, 30), 30, { kind: 'deliver', ...message }],
    [
      deliveryMessage(aMessage({ deliveryId: 'dlv_1' })),
      0,
      { kind: 'deliver', ...aMessage({ deliveryId: 'dlv_1' }) },
    ],
    [drainMessage('org_1', 20), 20, { kind: 'drain', orgId: 'org_1' }],
    [closeMessage(ACCOUNT, 'wh_1', 'Deleted.', 5), 5, CLOSE],
  ])('is read as it was written: %j', (sent, delaySeconds, expected) => {
    expect(sent).toMatchObject({ group: 'org_1', delaySeconds });
    expect(parseDeliveryQueueMessage(sent.body)).toEqual([expected]);
  });

  const delivery = { kind: 'deliver', ...message };
  it.each([
    '{',
    { kind: 'other', orgId: 'org_1' },
    { ...CLOSE, reason: undefined },
    { ...delivery, attempts: -1 },
    { ...delivery, tokenAt: 7 },
    { kind: 'combined', deliveries: [{ kind: 'drain', orgId: 'org_1' }] },
  ])('is not %j', (body) => {
    expect(parseDeliveryQueueMessage(typeof body === 'string' ? body : JSON.stringify(body))).toBeUndefined();
  });

  it('is combined with at most two others of its organization and delay, which fail together', async () => {
    const queue = aQueue([1]);
    const mine = Array.from({ length: 4 }, (_, nth) => aMessage({ deliveryId: `dlv_${nth}` }));
    const others = [aMessage({ orgId: 'org_2' }), aMessage({ orgId: 'org_2' })];
    const [first, ...rest] = mine.map((one) => deliveryMessage(one)) as [OutgoingMessage];
    const [theirs, again] = others.map((one) => deliveryMessage(one)) as [OutgoingMessage, OutgoingMessage];
    const single = [deliveryMessage(aMessage(), 30), drainMessage('org_1'), drainMessage('org_1')];

    const messages = [first, theirs, ...rest, again, ...single];
    expect(await combineDeliveryMessages(queue).send(messages)).toEqual([1, 5]);
    expect(await combineDeliveryMessages(aQueue([0, 1])).send(messages)).toEqual([0, 1, 2, 3, 5]);

    const [combined, fourth, ...unchanged] = queue.sent;
    expect(parseDeliveryQueueMessage(combined?.body ?? '')).toEqual(
      mine.slice(0, 3).map((one) => ({ kind: 'deliver', ...one })),
    );
    expect(combined).toMatchObject({ group: 'org_1', delaySeconds: 0 });
    expect([fourth, ...unchanged]).toEqual([rest.at(-1), ...single]);
  });
});

describe('a message that is not a valid event', () => {
  const REASON = 'object.rfpNumber: missing';

  it.each([
    ['with the reason', '{}', REASON, false],
    ['with a truncated reason', 'ü'.repeat((MAX_BYTES - 12 - 6) / 2), REASON.slice(0, 6), false],
    ['by SQS after its last receive, without room for a reason', 'x'.repeat(MAX_BYTES - 12), undefined, true],
  ])('is sent to the dead-letter queue %s', async (_, body, reason, again) => {
    const dead: OutgoingMessage[] = [];
    const handle = createDispatchBatch({
      read: () => ({ ok: false, reason: REASON }),
      dispatch: async () => ({ known: false, deliveries: 0, notEnqueued: 0 }),
      deadLetters: {
        send: async (messages) => {
          const { oversize } = splitIntoRequests(messages);
          if (oversize.length === 0) dead.push(...messages);
          return oversize.map(({ position }) => position);
        },
      },
    });
    const { batchItemFailures } = await handle({ Records: [{ body, messageId: 'one' } as SQSRecord] });
    expect(dead.map(({ attributes }) => attributes?.reason)).toEqual(reason === undefined ? [] : [reason]);
    expect(batchItemFailures).toHaveLength(again ? 1 : 0);
  });
});

describe('dispatching an event', () => {
  const EVENT: EventMessage = {
    orgId: 'org_1',
    id: 'evt_1',
    event: 'quote.created',
    created: NOW.toISOString(),
    livemode: true,
    object: {},
  };

  async function dispatched(webhooks: readonly Webhook[], rejected: readonly number[] = []) {
    const [deliveries, retries] = [aQueue(rejected), aQueue()];
    const dispatch = dispatchEventUseCase({
      deliveries,
      retries,
      now: () => NOW,
      webhooks: { list: async () => webhooks },
      intake: {
        admit: async (_account, _event, webhookIds) => ({
          known: false,
          pending: webhookIds.map((webhookId) => aMessage({ webhookId })),
        }),
      },
    });
    const result = await dispatch(EVENT);
    const to = (queue: typeof deliveries) => queue.bodies().map(({ webhookId }) => webhookId);
    return { result, deliveries: to(deliveries), retries: to(retries) };
  }

  it('makes a delivery for each enabled webhook that subscribes to the event', async () => {
    const webhooks = [
      aWebhook({ id: 'wh_a' }),
      aWebhook({ id: 'wh_off', enabled: false }),
      aWebhook({ id: 'wh_other', events: ['chat.created'] }),
      aWebhook({ id: 'wh_b', events: ['chat.created', 'quote.created'] }),
    ];
    const { result, deliveries } = await dispatched(webhooks);
    expect(deliveries).toEqual(['wh_a', 'wh_b']);
    expect(result).toEqual({ known: false, deliveries: 2, notEnqueued: 0 });
  });

  it('uses the slow queue for slow receivers, while they are slow, and reports rejected messages', async () => {
    const webhooks = [
      aWebhook({ id: 'wh_slow', slowUntil: later(1).toISOString() }),
      aWebhook({ id: 'wh_was', slowUntil: later(0).toISOString() }),
    ];
    const { deliveries, retries } = await dispatched(webhooks);
    expect([deliveries, retries]).toEqual([['wh_was'], ['wh_slow']]);
    const { result } = await dispatched(webhooks, [0]);
    expect(result).toEqual({ known: false, deliveries: 2, notEnqueued: 1 });
  });
});

describe('the sweep', () => {
  const due = (change: Partial<DueDelivery> = {}): DueDelivery => ({
    ...aMessage(),
    dueAt: NOW.toISOString(),
    nextCheckAt: NOW.toISOString(),
    checks: 0,
    ...change,
  });
  const since = later(-10 * MINUTE_MS).toISOString();
  const mark = (orgId: string, at = since) => ({ orgId, since: at });

  /** A sweep over pages of deliveries, one of each shard, and over organizations with deferred ones. */
  async function runSweep({
    pages = [] as readonly (readonly DueDelivery[])[],
    marked = [] as readonly { readonly orgId: string; readonly since: string }[],
    withDeferred = [] as readonly string[],
    stopped = [] as readonly string[],
    rejected = [] as readonly number[],
    random = 0,
    failing = [] as readonly (number | string)[],
    remainingMs = (): number => 40_000,
  }) {
    const [deliveries, retries] = [aQueue(rejected), aQueue()];
    const again = new Map<string, readonly [minutes: number, checks: number]>();
    const forgotten: string[] = [];
    const looked: number[] = [];
    const failOf = (part: number | string) => {
      if (failing.includes(part)) throw new Error('no table');
    };
    const swept = await sweepDueDeliveries({
      deliveries,
      retries,
      remainingMs,
      isStopped: async (orgId) => stopped.includes(orgId),
      now: () => NOW,
      random: () => random,
      due: {
        shards: pages.length,
        dueForCheck: async function* (shard) {
          looked.push(shard);
          failOf(shard);
          yield pages[shard] ?? [];
        },
        setNextCheck: async ({ deliveryId }, at, checks) => {
          again.set(deliveryId, [(at.getTime() - NOW.getTime()) / MINUTE_MS, checks]);
        },
        organizationsWithDeferred: async () => {
          failOf('marks');
          return marked;
        },
        oldestDeferred: async (orgId) => {
          failOf(orgId);
          return withDeferred.includes(orgId) ? later(-90_000).toISOString() : undefined;
        },
        removeDeferredMark: async (orgId) => void forgotten.push(orgId),
      },
    });
    return { swept, deliveries, retries, again, forgotten, looked };
  }

  it('enqueues first attempts in the fast queue and retries in the slow one, delayed until they are due', async () => {
    const first = due({ dueAt: later(-7 * MINUTE_MS).toISOString() });
    const retry = due({ attempts: 3, checks: 2, dueAt: later(MINUTE_MS).toISOString() });
    // Has an attempt in progress: it is checked again a minute before it is due.
    const claimed = due({ attempts: 1, checks: 2, dueAt: later(5 * MINUTE_MS).toISOString() });

    const { swept, deliveries, retries, again } = await runSweep({ pages: [[first, retry, claimed]] });

    expect(swept).toMatchObject({ enqueued: 2, failed: 0, oldestDueSeconds: 420 });
    expect(deliveries.bodies()).toMatchObject([{ deliveryId: first.deliveryId }]);
    expect(retries.bodies()).toMatchObject([{ deliveryId: retry.deliveryId, attempts: 3 }]);
    expect([deliveries, retries].map(({ sent }) => sent[0]?.delaySeconds)).toEqual([0, 60]);
    expect([first, retry, claimed].map(({ deliveryId }) => again.get(deliveryId))).toEqual([
      [2, 1],
      [16, 3],
      [4, 0],
    ]);
  });

  it('sends no second message for 15 minutes if the organization has deferred deliveries', async () => {
    const enqueued = (minutes: number, change: Partial<DueDelivery> = {}) =>
      due({
        dueAt: later(-minutes * MINUTE_MS).toISOString(),
        nextCheckAt: later((1 - minutes) * MINUTE_MS).toISOString(),
        ...change,
      });
    const others = [enqueued(15), enqueued(5, { checks: 1 }), enqueued(14, { orgId: 'org_2' })];
    const [marked, pages] = [[mark('org_1')], [[enqueued(14), ...others]]];

    const { again } = await runSweep({ pages, marked, withDeferred: ['org_1'] });

    expect(new Set(again.keys())).toEqual(new Set(others.map(({ deliveryId }) => deliveryId)));
    // A mark without deferred deliveries delays nothing: a crash may have lost the messages.
    expect((await runSweep({ pages, marked })).swept.enqueued).toBe(4);
  });

  it('leaves deliveries that could not be enqueued to the next sweep', async () => {
    const [one, other] = [due(), due()];
    const { swept, again } = await runSweep({ pages: [[one, other]], rejected: [0] });
    expect([swept.enqueued, [...again.keys()]]).toEqual([1, [other.deliveryId]]);
  });

  it('starts with another shard each time, ends before its time is up, and reports unreached shards', async () => {
    let remaining = 40_000;
    const { looked, swept } = await runSweep({
      pages: Array.from({ length: 16 }, () => []),
      random: 0.5,
      remainingMs: () => {
        remaining -= 3_000;
        return remaining;
      },
    });
    expect(looked).toEqual([8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2]);
    expect(swept.unreached).toEqual({ shards: 5, organizations: 0 });
  });

  it('continues with the other parts if one fails, which is logged', async () => {
    const pages = Array.from({ length: 4 }, () => [due()]);
    const organizations = ['org_1', 'org_2', 'org_3'];
    const parts = { pages, marked: organizations.map((orgId) => mark(orgId)), withDeferred: organizations };

    const { swept } = await runSweep({ ...parts, failing: [1, 'org_2'] });
    expect(swept).toMatchObject({ enqueued: 3, drained: 2, failed: 2 });
    const without = await runSweep({ ...parts, failing: ['marks'] });
    expect(without.swept).toMatchObject({ enqueued: 4, drained: 0, failed: 1 });
    expect(errors.map(({ code }) => code)).toEqual(Array(3).fill('DELIVERY_SWEEP_FAILED'));
  });

  it('requests runs for deferred deliveries, except of stopped organizations, and removes old marks', async () => {
    const late = later(-MINUTE_MS).toISOString();
    const { swept, retries, forgotten } = await runSweep({
      marked: [mark('org_deferred'), mark('org_stopped'), mark('org_empty'), mark('org_lately', late)],
      withDeferred: ['org_deferred', 'org_stopped'],
      stopped: ['org_stopped'],
    });

    expect(swept).toMatchObject({ drained: 1, organizationsWithDeferred: 1, oldestDeferredSeconds: 90 });
    expect(retries.bodies()).toEqual(Array(4).fill({ kind: 'drain', orgId: 'org_deferred' }));
    expect(forgotten).toEqual(['org_empty']);
  });
});

describe('closing a webhook', () => {
  const pending = Array.from({ length: 250 }, () => aDelivery());

  /** Closes a webhook with pending deliveries, some with an attempt in progress. */
  async function closed({
    deliveries = pending,
    underWay = [] as readonly Delivery[],
    webhook = undefined as Webhook | undefined,
    timeIsUp = false,
  }) {
    const retries = aQueue();
    const close = failPendingDeliveriesUseCase({
      retries,
      now: () => NOW,
      webhooks: { get: async () => webhook },
      records: {
        list: async (_webhookId, { after, limit, status }) => {
          expect(status).toBe('pending');
          const start = deliveries.findIndex(({ deliveryId }) => deliveryId === after) + 1;
          const page = deliveries.slice(start, start + limit);
          const next = page.at(-1)?.deliveryId ?? '';
          return { deliveries: page, ...(start + limit < deliveries.length ? { next } : {}) };
        },
      },
      attempts: {
        fail: async ({ deliveryId }, reason) =>
          reason === CLOSE.reason && underWay.every((delivery) => delivery.deliveryId !== deliveryId),
      },
    });
    return { ended: await close(CLOSE, () => timeIsUp), retries };
  }

  it.each([
    ['all, page by page', {}, 250, []],
    ['some if its time is up, and requests another run', { timeIsUp: true }, 100, [15]],
    ['those without an attempt in progress', { underWay: pending.slice(3, 4) }, 249, [15]],
    ['none if all have one', { deliveries: pending.slice(0, 1), underWay: pending }, 0, []],
    ['none if the webhook was enabled again', { webhook: aWebhook() }, 0, []],
    ['all if it exists and is disabled', { webhook: aWebhook({ enabled: false }) }, 250, []],
  ])('fails its pending deliveries: %s', async (_, state, count, delays) => {
    const { ended, retries } = await closed(state);

    expect(ended).toBe(count);
    expect(retries.sent.map(({ delaySeconds }) => delaySeconds)).toEqual(delays);
    expect(retries.bodies()).toEqual(delays.map(() => CLOSE));
  });
});
