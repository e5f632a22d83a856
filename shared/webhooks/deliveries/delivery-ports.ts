import type { Account } from '../../platform/account/account.ts';
import type { EventEnvelope } from '../events/event-message.ts';
import type { Attempt, Delivery, DeliveryHint, DeliveryRef, DeliveryStatus } from './delivery.ts';

/** What deliveries are made for: tests are tried once, and told apart. */
export type DeliveryKind = 'event' | 'test';

/** Port: takes events in, each once. */
export interface DeliveryIntake {
  /**
   * Keeps an event with a pending delivery for each of the webhooks, all or nothing. An event that is there already
   * stays as it is, whatever this one says.
   * @returns the deliveries of the event as they were made first, those that are still pending.
   */
  admit(
    account: Account,
    event: EventEnvelope,
    webhookIds: readonly string[],
    at: Date,
    kind?: DeliveryKind,
  ): Promise<{ readonly known: boolean; readonly pending: readonly DeliveryHint[] }>;
}

/** An attempt that may be made, by who holds it. */
export interface Claim {
  /** As it is with this attempt under way. */
  readonly delivery: Delivery;
  /** 1 to 6. */
  readonly number: number;
  readonly claimId: string;
}

export type Claimed =
  | { readonly outcome: 'claimed'; readonly claim: Claim }
  /** Its time has not come: another hint, or another attempt, was first. */
  | { readonly outcome: 'not-due'; readonly dueAt: string; readonly attempts: number }
  /** Its last attempt was cut off: it ended as failed now. */
  | { readonly outcome: 'given-up'; readonly delivery: Delivery }
  /** It has ended, or its record is gone. */
  | { readonly outcome: 'over' };

/** What becomes of a delivery after an attempt. */
export type AttemptOutcome =
  | { readonly status: 'delivered' }
  | { readonly status: 'failed'; readonly reason: string }
  /** `lookAt`: when the sweep looks whether it was forgotten. */
  | { readonly status: 'pending'; readonly dueAt: Date; readonly lookAt: Date };

/** Until when a delivery is put off, with the moments of tokens that are reserved for it. */
export interface Deferral {
  readonly dueAt: Date;
  readonly lookAt: Date;
  readonly hostTokenAt?: string;
  readonly tokenAt?: string;
}

/** Port: the attempts of deliveries. The table is the truth; what a condition refuses did not happen. */
export interface DeliveryAttempts {
  /**
   * Takes the next attempt of a delivery that is due, and counts it. One before it that nobody has heard of again is
   * logged as interrupted.
   * @param url where it will be sent, for the log. @param dueIfLost when the next one is due if nothing is heard of this one.
   */
  claim(hint: DeliveryHint, url: string, at: Date, dueIfLost: (number: number) => Date): Promise<Claimed>;
  /** Bytes of the body, as they were frozen; undefined where they are no longer kept. */
  payload(delivery: Pick<Delivery, 'orgId' | 'mode' | 'eventId'>): Promise<Uint8Array | undefined>;
  /**
   * Puts a due delivery off without an attempt, until tokens are there for it; in whatever index it was, the sweep looks
   * after it then. False where it is not due.
   */
  defer(delivery: DeliveryRef, deferral: Deferral, at: Date): Promise<boolean>;
  /** Logs an attempt with what becomes of its delivery; false where the claim is no longer this one. */
  record(claim: Claim, attempt: Attempt, verdict: AttemptOutcome): Promise<boolean>;
  /**
   * Ends a pending delivery without an attempt; not while one is under way. False where nothing was changed.
   * @param dueBefore only where its next attempt was due by then.
   */
  fail(delivery: DeliveryRef, reason: string, at: Date, dueBefore?: Date): Promise<boolean>;
}

/** Port: deliveries that are due while their organization has no free slot. */
export interface Parking {
  /** Puts a due delivery aside until a slot is free. False where it is no longer due. */
  park(delivery: DeliveryRef, at: Date): Promise<boolean>;
  /** Whether an organization may have parked deliveries. */
  mayHaveParked(orgId: string): Promise<boolean>;
  /**
   * Some of an organization's parked deliveries, of the oldest; two callers may get the same.
   * @param seen those that are wanted no more: none come where there are no others.
   */
  parked(orgId: string, atMost: number, seen: ReadonlySet<string>): Promise<readonly DeliveryHint[]>;
}

export interface BucketRate {
  /** Tokens of a full bucket. */
  readonly burst: number;
  readonly perMinute: number;
}

/** Tokens that were taken together, each for a moment of its own. */
export interface Reservation {
  /** 0 and up. */
  readonly granted: number;
  /** When the first may be used, ms since 1970; each further one is `intervalMs` later. Past moments: at once. */
  readonly from: number;
  readonly intervalMs: number;
}

/** Port: token buckets of an organization, exact under any concurrency. */
export interface RateBuckets {
  /** Takes up to `count` tokens of those that come back within `horizonMs`. */
  reserve(
    orgId: string,
    bucket: string,
    rate: BucketRate,
    count: number,
    at: Date,
    horizonMs: number,
  ): Promise<Reservation>;
}

/** Places of deliveries in flight that were taken together. */
export interface SlotLease {
  readonly orgId: string;
  readonly shard: number;
  readonly leaseId: string;
  /** Places it has. */
  readonly count: number;
}

/** Port: places for deliveries in flight, 100 an organization, never more under any concurrency. */
export interface Slots {
  /**
   * Takes as many of `wanted` as are free, of up to `limit` that may be taken in all.
   * @param until when they are free again by themselves.
   * @param least fewer than this together are left to others: what is given back piece by piece costs a write each.
   */
  take(
    orgId: string,
    wanted: number,
    limit: number,
    until: Date,
    at: Date,
    least?: number,
  ): Promise<readonly SlotLease[]>;
  /** Gives `count` places of a lease back; the lease that is left. One caller at a time. */
  give(lease: SlotLease, count: number): Promise<SlotLease>;
}

/** A place of a running call that an organization has. */
export interface CallPlace {
  readonly orgId: string;
  readonly kind: string;
  readonly name: string;
  readonly callId: string;
}

/** Port: places of running calls, a few for each organization and kind of call. */
export interface CallPlaces {
  /**
   * Takes one of `most` places; undefined where none is free.
   * @param until when it is free again without being given back.
   */
  take(orgId: string, kind: string, most: number, until: Date, at: Date): Promise<CallPlace | undefined>;
  give(place: CallPlace): Promise<void>;
}

/** A delivery that the sweep looks at. */
export interface DueDelivery extends DeliveryHint {
  readonly dueAt: string;
  /** Times that it was looked at since its due time was set. */
  readonly looks: number;
  readonly lookAt: string;
}

/** Port: what the minute sweep goes through. */
export interface DueDeliveries {
  /** Parts that pending deliveries are spread over: each is read on its own. */
  readonly shards: number;
  /** Pages of those of a shard, 0 and up, whose time to be looked at has come; the longest due first. */
  toLookAt(shard: number, now: Date): AsyncIterable<readonly DueDelivery[]>;
  /** Looks again later; nothing where it changed meanwhile. */
  lookAgain(delivery: DueDelivery, at: Date): Promise<void>;
  /** Organizations that may have parked deliveries. */
  parkedOrganizations(): Promise<readonly { readonly orgId: string; readonly since: string }[]>;
  /** Since when its oldest parked delivery waits, ISO 8601 UTC; undefined where it has none. */
  oldestParked(orgId: string): Promise<string | undefined>;
  /** Forgets an organization that has none, unless it parked since. */
  forgetParked(orgId: string, since: string): Promise<void>;
}

export interface DeliveryQuery {
  readonly status?: DeliveryStatus;
  readonly event?: string;
  /** Inclusive. */
  readonly since?: Date;
  /** Exclusive. */
  readonly until?: Date;
  /** Id of the last delivery of the page before. */
  readonly after?: string;
  readonly limit: number;
}

export interface DeliveryPage {
  /** Newest first. */
  readonly deliveries: readonly Delivery[];
  /** There where more may follow: the place to go on from. */
  readonly next?: string;
}

/** Port: the records that callers read. */
export interface DeliveryRecords {
  /** A delivery without its attempts. */
  get(deliveryId: string): Promise<Delivery | undefined>;
  list(webhookId: string, query: DeliveryQuery): Promise<DeliveryPage>;
  /** A delivery with its attempts, oldest first, and its payload while that is kept. */
  read(
    deliveryId: string,
  ): Promise<
    | { readonly delivery: Delivery; readonly log: readonly Attempt[]; readonly payload?: Uint8Array }
    | undefined
  >;
}

/** Port: makes a delivery anew. */
export interface Redeliveries {
  /**
   * A new pending delivery of the same event to the same webhook, a test where that was one.
   * @param onlyOnce refuses where one was made already.
   */
  redeliver(
    delivery: Delivery,
    at: Date,
    onlyOnce: boolean,
  ): Promise<
    | { readonly outcome: 'made'; readonly delivery: Delivery }
    | { readonly outcome: 'made-before' | 'payload-gone' | 'gone' }
  >;
}
