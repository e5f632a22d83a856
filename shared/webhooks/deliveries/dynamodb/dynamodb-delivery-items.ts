import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { type Account, KEY_MODES } from '../../../platform/account/account.ts';
import { SORTABLE_ALPHABET } from '../../../platform/ids/sortable-id.ts';
import { EVENT_NAMES } from '../../events/event-names.ts';
import { DELIVERY_STATUSES, type Delivery, type DeliveryStatus, KEPT_DAYS } from '../delivery.ts';
import { firstCheckAt } from '../due-times.ts';

/** The table of deliveries, their events, in-flight leases and rate buckets. */
export interface DeliveriesTable {
  readonly client: DynamoDBDocumentClient;
  readonly TableName: string;
}

/** All deliveries by webhook and status, in the order of their ids. */
export const WEBHOOK_INDEX = 'by-webhook';
/** Sparse: pending deliveries by the time at which the sweep checks them. */
export const CHECK_INDEX = 'by-look';
/** Sparse: deferred deliveries, by organization. */
export const DEFERRED_INDEX = 'parked';

/** Partitions of the check index, for 1,000 writes per second each. */
export const CHECK_SHARDS = 16;

export const stateKey = (deliveryId: string) => ({ pk: `D#${deliveryId}`, sk: 'state' });

/** Key of the item with a long response body. */
export const bodyKey = (deliveryId: string, number: number) => ({
  pk: `D#${deliveryId}`,
  sk: `attempt#${number}`,
});

export const eventKey = ({ orgId, mode }: Account, eventId: string) => ({
  pk: `E#${orgId}#${mode}#${eventId}`,
  sk: 'event',
});

export const webhookStatus = (webhookId: string, status: DeliveryStatus): string => `${webhookId}#${status}`;

/** Partition of a delivery in the check index. The last digit of an id is random, in base 32. */
export const checkShard = (deliveryId: string): string =>
  `look#${SORTABLE_ALPHABET.indexOf(deliveryId.slice(-1)) % CHECK_SHARDS}`;

/** Expiry time for DynamoDB, in seconds since 1970. */
export const ttlOf = (at: Date, days = KEPT_DAYS): number => Math.floor(at.getTime() / 1000) + days * 86_400;

const stateSchema = v.object({
  deliveryId: v.string(),
  orgId: v.string(),
  mode: v.picklist(KEY_MODES),
  webhookId: v.string(),
  eventId: v.string(),
  event: v.picklist(EVENT_NAMES),
  status: v.picklist(DELIVERY_STATUSES),
  reason: v.optional(v.string()),
  attempts: v.number(),
  maxAttempts: v.number(),
  createdAt: v.string(),
  dueAt: v.optional(v.string()),
  lastAttemptAt: v.optional(v.string()),
  lastStatus: v.optional(v.number()),
  test: v.boolean(),
  redeliveryOf: v.optional(v.string()),
  redeliveredBy: v.optional(v.string()),
});

/**
 * Reads a delivery from its item.
 * @throws ValiError if the item is invalid.
 */
export function readDelivery(item: unknown): Delivery {
  const entries = Object.entries(v.parse(stateSchema, item)).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as unknown as Delivery;
}

/** The item of a new delivery, which is due at once and is about to be enqueued. */
export function newStateItem(delivery: Delivery, at: Date) {
  return {
    ...stateKey(delivery.deliveryId),
    ...delivery,
    webhookStatus: webhookStatus(delivery.webhookId, 'pending'),
    lookShard: checkShard(delivery.deliveryId),
    lookAt: firstCheckAt(at, true).toISOString(),
    looks: 0,
    ttl: ttlOf(at),
  };
}

/** Attributes of a `DeliveryMessage`, which the index of deferred deliveries projects. */
export const MESSAGE_FIELDS = {
  deliveryId: v.string(),
  orgId: v.string(),
  mode: v.picklist(KEY_MODES),
  webhookId: v.string(),
  attempts: v.number(),
  eventId: v.string(),
};
