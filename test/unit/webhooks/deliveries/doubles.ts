import type { MessageQueue, OutgoingMessage } from '../../../../shared/platform/sqs/message-queue.ts';
import type { Delivery, DeliveryMessage } from '../../../../shared/webhooks/deliveries/delivery.ts';
import type {
  CallLease,
  CallLeases,
  ConcurrencyLimit,
  DeferredDeliveries,
  DeliveryAttempts,
  InFlightLease,
  Postponement,
} from '../../../../shared/webhooks/deliveries/delivery-ports.ts';
import type { Webhook } from '../../../../shared/webhooks/store/webhook.ts';

export const NOW = new Date('2026-03-02T10:00:00.000Z');
export const later = (ms: number): Date => new Date(NOW.getTime() + ms);

let numbers = 0;

export const aWebhook = (change: Partial<Webhook> = {}): Webhook => ({
  orgId: 'org_1',
  mode: 'live',
  id: 'wh_1',
  url: 'https://receiver.example/hooks',
  events: ['quote.created'],
  enabled: true,
  createdAt: NOW.toISOString(),
  updatedAt: NOW.toISOString(),
  secrets: [{ ciphertext: 'sealed', createdAt: NOW.toISOString() }],
  ...change,
});

export const aMessage = (change: Partial<DeliveryMessage> = {}): DeliveryMessage => ({
  // Sorts after every real id: none of these is old.
  deliveryId: `dlv_Z${numbers++}`,
  orgId: 'org_1',
  mode: 'live',
  webhookId: 'wh_1',
  eventId: 'evt_1',
  attempts: 0,
  ...change,
});

export const aDelivery = (change: Partial<Delivery> = {}): Delivery => ({
  ...aMessage(),
  event: 'quote.created',
  status: 'pending',
  maxAttempts: 6,
  createdAt: NOW.toISOString(),
  dueAt: NOW.toISOString(),
  test: false,
  ...change,
});

/** A queue that rejects the messages at the given positions. */
export function aQueue(rejected: readonly number[] = []) {
  const sent: OutgoingMessage[] = [];
  const send: MessageQueue['send'] = async (messages) => {
    sent.push(...messages.filter((_, position) => !rejected.includes(position)));
    return rejected.filter((position) => position < messages.length);
  };
  const bodies = (): readonly Record<string, unknown>[] => sent.map(({ body }) => JSON.parse(body));
  return { sent, send, bodies };
}

/** A concurrency limit with one count for all shards. */
export function aConcurrencyLimit(
  free: number,
): ConcurrencyLimit & { readonly inFlight: () => number; readonly peak: () => number } {
  let [used, peak] = [0, 0];
  const take = (orgId: string, wanted: number, limit: number, least: number): InFlightLease[] => {
    const left = Math.max(0, Math.min(limit, free) - used);
    const count = left < least ? 0 : Math.min(wanted, left);
    used += count;
    peak = Math.max(peak, used);
    return count === 0 ? [] : [{ orgId, shard: 0, leaseId: `lease_${numbers++}`, count }];
  };
  return {
    inFlight: () => used,
    peak: () => peak,
    acquire: async (orgId, wanted, limit, _until, _at, least = 1) =>
      take(orgId, wanted, limit, Math.min(least, wanted)),
    acquireInShard: async ({ orgId }, { wanted, least, limit }) => take(orgId, wanted, limit, least)[0],
    release: async (lease, count) => {
      used -= count;
      return { ...lease, count: lease.count - count };
    },
  };
}

/** Leases of running calls, by organization and kind, without expiry. */
export function someCallLeases(): CallLeases & { readonly running: () => number } {
  const taken = new Map<string, CallLease>();
  return {
    running: () => taken.size,
    acquire: async (orgId, kind, most) => {
      const names = Array.from({ length: most }, (_, number) => `${orgId} ${kind} ${number}`);
      const name = names.find((one) => !taken.has(one));
      if (name === undefined) return undefined;
      const place = { orgId, kind, name, callId: `call_${numbers++}` };
      taken.set(name, place);
      return place;
    },
    release: async ({ name }) => void taken.delete(name),
  };
}

export function someDeferredDeliveries(
  deferred: readonly DeliveryMessage[] = [],
): DeferredDeliveries & { readonly waiting: Map<string, DeliveryMessage> } {
  const waiting = new Map(deferred.map((message) => [message.deliveryId, message]));
  const announced = new Map(deferred.map(({ orgId }) => [orgId, 1]));
  const searchedAt = new Map<string, number>();
  return {
    waiting,
    defer: async (delivery) => {
      waiting.set(delivery.deliveryId, aMessage(delivery));
      return true;
    },
    announce: async (orgId) => void announced.set(orgId, (announced.get(orgId) ?? 0) + 1),
    announcements: async (orgId) => {
      const count = announced.get(orgId) ?? 0;
      return { count, isNew: count !== (searchedAt.get(orgId) ?? 0) };
    },
    searched: async (orgId, count) => void searchedAt.set(orgId, count),
    shards: () => [0],
    list: async (orgId, _shard, atMost, seen) =>
      [...waiting.values()]
        .filter((message) => message.orgId === orgId && !seen.has(message.deliveryId))
        .slice(0, atMost),
  };
}

/** Attempts of deliveries that are always due, unless `change` overrides it. */
export function someAttempts(delivery: Delivery, change: Partial<DeliveryAttempts> = {}) {
  const postponed: ({ readonly deliveryId: string } & Postponement)[] = [];
  const failed: { readonly deliveryId: string; readonly reason: string }[] = [];
  const attempts: DeliveryAttempts = {
    payload: async () => Buffer.from('{"a":1}'),
    claim: async ({ attempts }) => ({
      outcome: 'claimed',
      claim: { delivery: { ...delivery, attempts: attempts + 1 }, number: attempts + 1, claimId: 'claim' },
    }),
    postpone: async ({ deliveryId }, postponement) => {
      postponed.push({ deliveryId, ...postponement });
      return true;
    },
    record: async () => true,
    markFailing: async (_delivery, at) => at.toISOString(),
    fail: async ({ deliveryId }, reason) => {
      failed.push({ deliveryId, reason });
      return true;
    },
    ...change,
  };
  return { ...attempts, failed, postponed };
}
