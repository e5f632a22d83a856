import type { Account } from '../../platform/account/account.ts';
import type { EventName } from '../events/event-names.ts';

/** pending ends as delivered or failed, and stays that (interface specification, section 3). */
export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** Attempts of a delivery: the first one and 5 retries (interface specification, section 8). */
export const MOST_ATTEMPTS = 6;

/** How long records are kept. */
export const KEPT_DAYS = 30;

/** One delivery among all: whose it is, and of which webhook. */
export interface DeliveryRef extends Account {
  readonly deliveryId: string;
  readonly webhookId: string;
}

/** A delivery that may be due, with the attempts that it had when that was said. */
export interface DeliveryHint extends DeliveryRef {
  readonly attempts: number;
  readonly eventId: string;
  /** ISO 8601: a token of its receiving host is reserved for then. */
  readonly hostTokenAt?: string;
  /** The same for tokens of both its host and its organization. */
  readonly tokenAt?: string;
}

/** One event on its way to one webhook. Moments are ISO 8601. */
export interface Delivery extends DeliveryRef {
  readonly eventId: string;
  readonly event: EventName;
  readonly status: DeliveryStatus;
  /** Why it failed, in words for its owner. */
  readonly reason?: string;
  /** Made so far, those included that were cut off. */
  readonly attempts: number;
  readonly maxAttempts: number;
  readonly createdAt: string;
  /** When the next attempt is due; only while pending. */
  readonly dueAt?: string;
  readonly lastAttemptAt?: string;
  /** HTTP status that the receiver answered last. */
  readonly lastStatus?: number;
  /** Made by the test operation. */
  readonly test: boolean;
  /** The delivery that this one repeats. */
  readonly redeliveryOf?: string;
  /** The newest delivery that repeats this one. */
  readonly redeliveredBy?: string;
}

/** What came of an attempt; `interrupted`: the sender ended before it knew. */
export const ATTEMPT_ERRORS = [
  'timeout',
  'connect',
  'dns',
  'tls',
  'reset',
  'refused-address',
  'protocol',
  'redirect',
  'status',
  'interrupted',
] as const;
export type AttemptError = (typeof ATTEMPT_ERRORS)[number];

/** One attempt, as it is logged. */
export interface Attempt {
  /** 1 to 6. */
  readonly number: number;
  readonly startedAt: string;
  readonly durationMs?: number;
  /** As it was then: webhooks can be pointed elsewhere. */
  readonly url: string;
  readonly status?: number;
  readonly error?: AttemptError;
  readonly detail?: string;
  /** The answer's body, as far as it is kept (16 KB). */
  readonly responseBody?: Uint8Array;
  readonly responseTruncated?: boolean;
}
