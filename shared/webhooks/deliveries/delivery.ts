import type { Account } from '../../platform/account/account.ts';
import type { EventName } from '../events/event-names.ts';

/** A pending delivery ends as delivered or failed, and then does not change (interface specification, section 3). */
export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** Attempts of a delivery: the first and 5 retries (interface specification, section 8). */
export const MAX_ATTEMPTS = 6;

/** Retention of delivery records. */
export const KEPT_DAYS = 30;

/** Identifies a delivery, its account and its webhook. */
export interface DeliveryRef extends Account {
  readonly deliveryId: string;
  readonly webhookId: string;
}

/** Requests an attempt of a delivery. `attempts` are those made when the message was written. */
export interface DeliveryMessage extends DeliveryRef {
  readonly attempts: number;
  readonly eventId: string;
  /** Time of a token that is reserved in the bucket of the receiving host, ISO 8601. */
  readonly hostTokenAt?: string;
  /** Time of tokens that are reserved in the buckets of the host and of the organization, ISO 8601. */
  readonly tokenAt?: string;
  /** Whether it was found among the deferred deliveries. */
  readonly deferred?: boolean;
}

/** The delivery of one event to one webhook. Times are ISO 8601. */
export interface Delivery extends DeliveryRef {
  readonly eventId: string;
  readonly event: EventName;
  readonly status: DeliveryStatus;
  /** Why it failed, as text for the webhook's owner. */
  readonly reason?: string;
  /** Attempts made, with interrupted ones. */
  readonly attempts: number;
  readonly maxAttempts: number;
  readonly createdAt: string;
  /** When the next attempt is due; only while pending. */
  readonly dueAt?: string;
  readonly lastAttemptAt?: string;
  /** HTTP status of the last response. */
  readonly lastStatus?: number;
  /** Made by the test operation. */
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
