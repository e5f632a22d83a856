import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { type Account, KEY_MODES } from '../../../platform/account/account.ts';
import { SORTABLE_ALPHABET } from '../../../platform/ids/sortable-id.ts';
import { EVENT_NAMES } from '../../events/event-names.ts';
import { DELIVERY_STATUSES, type Delivery, type DeliveryStatus, KEPT_DAYS } from '../delivery.ts';
import { lookAtOf } from '../due-times.ts';

/** The table of deliveries, of the events they carry, and of places in flight. */
export interface DeliveriesTable {
  readonly client: DynamoDBDocumentClient;
  readonly TableName: string;
}

/** Every delivery by webhook and status, in the order of its id. */
export const WEBHOOK_INDEX = 'by-webhook';
/** Sparse: pending deliveries that the sweep looks at, by moment. */
export const LOOK_INDEX = 'by-look';
/** Sparse: deliveries put aside until their organization has a free slot. */
export const PARKED_INDEX = 'parked';

/** Partitions of what the sweep looks at: a thousand writes a second each. */
export const LOOK_SHARDS = 16;

export const stateKey = (deliveryId: string) => ({ pk: `D#${deliveryId}`, sk: 'state' });

/** The long answer of a receiver, beside its delivery. */
export const bodyKey = (deliveryId: string, number: number) => ({
  pk: `D#${deliveryId}`,
  sk: `attempt#${number}`,
});

export const eventKey = ({ orgId, mode }: Account, eventId: string) => ({
  pk: `E#${orgId}#${mode}#${eventId}`,
  sk: 'event',
});

export const webhookStatus = (webhookId: string, status: DeliveryStatus): string => `${webhookId}#${status}`;

/** The last digit of an id is random, of base 32. */
export const lookShard = (deliveryId: string): string =>
  `look#${SORTABLE_ALPHABET.indexOf(deliveryId.slice(-1)) % LOOK_SHARDS}`;

/** Unix second at which DynamoDB may remove a record of a moment. */
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
 * Reads a delivery from its item or from an index row.
 * @throws ValiError where it is not as it should be.
 */
export function readDelivery(item: unknown): Delivery {
  const entries = Object.entries(v.parse(stateSchema, item)).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as unknown as Delivery;
}

/** The item of a delivery that was just made: due at once, and its hint about to be sent. */
export function newStateItem(delivery: Delivery, at: Date) {
  return {
    ...stateKey(delivery.deliveryId),
    ...delivery,
    webhookStatus: webhookStatus(delivery.webhookId, 'pending'),
    lookShard: lookShard(delivery.deliveryId),
    lookAt: lookAtOf(at, true).toISOString(),
    looks: 0,
    ttl: ttlOf(at),
  };
}

/** What index rows of pending deliveries carry. */
export const HINT_FIELDS = {
  deliveryId: v.string(),
  orgId: v.string(),
  mode: v.picklist(KEY_MODES),
  webhookId: v.string(),
  attempts: v.number(),
  eventId: v.string(),
};
