import type { Account } from '../../platform/account/account.ts';
import { createSortableIds, firstSortableIdAt, SORTABLE_DIGITS } from '../../platform/ids/sortable-id.ts';
import type { EventName } from '../events/event-names.ts';

/** A pending delivery ends as delivered or failed, and then does not change (interface specification, section 3). */
export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** Attempts of a delivery: the first and 5 retries (interface specification, section 8). */
export const MAX_ATTEMPTS = 6;

/** Retention of delivery records. */
export const KEPT_DAYS = 30;

/** All deliveries by webhook, in the order of their ids. */
export const WEBHOOK_INDEX = 'by-webhook';
/** Pending deliveries by webhook and due time: only they have the attribute `dueAt`. */
export const DUE_INDEX = 'due';
/** Attributes of a delivery that the index by webhook has. */
export const LISTED_ATTRIBUTES = [
  ...['orgId', 'mode', 'eventId', 'event', 'status', 'reason', 'attempts', 'maxAttempts', 'createdAt'],
  ...['dueAt', 'lastAttemptAt', 'lastStatus', 'test', 'redeliveryOf', 'redeliveredBy'],
];
/** Attributes of a delivery that the index of due deliveries has. */
export const DUE_ATTRIBUTES = ['deliveryId', 'orgId', 'mode'];

const PREFIX = 'dlv_';
const ID_FORM = new RegExp(`^${PREFIX}${SORTABLE_DIGITS}$`);

/** Makes delivery ids that sort in the order of their creation. */
export const createDeliveryIds = (): ((now: Date) => string) => createSortableIds(PREFIX);

export const isDeliveryId = (text: string): boolean => ID_FORM.test(text);

/** A text that sorts before all ids made at `ms` (since 1970) or later, and after all earlier ids. */
export const firstDeliveryIdAt = (ms: number): string => firstSortableIdAt(PREFIX, ms);

/** The delivery of one event to one webhook. Times are ISO 8601. */
export interface Delivery extends Account {
  readonly deliveryId: string;
  readonly webhookId: string;
  readonly eventId: string;
  readonly event: EventName;
  readonly status: DeliveryStatus;
  /** Why it failed, as text for the webhook's owner. */
  readonly reason?: string;
  /** Attempts made, with interrupted ones. */
  readonly attempts: number;
  readonly maxAttempts: number;
  readonly createdAt: string;
  /** When the next attempt is due; only while pending. During an attempt: when the next one is due if it is interrupted. */
  readonly dueAt?: string;
  readonly lastAttemptAt?: string;
  /** HTTP status of the last response. */
  readonly lastStatus?: number;
  /** Made by the test operation: one attempt. */
  readonly test: boolean;
  /** The delivery that this one repeats. */
  readonly redeliveryOf?: string;
  /** The newest delivery that repeats this one. */
  readonly redeliveredBy?: string;
}

/** Why an attempt failed. `interrupted`: the sender stopped before it recorded an outcome. */
export const ATTEMPT_ERRORS = [
  'timeout',
  'connect',
  'dns',
  'tls',
  'reset',
  'rejected-address',
  'protocol',
  'redirect',
  'status',
  'interrupted',
] as const;
export type AttemptError = (typeof ATTEMPT_ERRORS)[number];

/** A logged attempt. */
export interface Attempt {
  /** 1 to `maxAttempts`. */
  readonly number: number;
  readonly startedAt: string;
  readonly durationMs?: number;
  /** The webhook's URL at the time of the attempt. */
  readonly url: string;
  readonly status?: number;
  readonly error?: AttemptError;
  readonly detail?: string;
  /** The first 16 KB of the response body. */
  readonly responseBody?: Uint8Array;
  readonly responseTruncated?: boolean;
}
