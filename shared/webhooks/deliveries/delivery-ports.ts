import type { Account } from '../../platform/account/account.ts';
import type { EventEnvelope } from '../events/event-message.ts';
import type { Attempt, Delivery, DeliveryMessage, DeliveryRef, DeliveryStatus } from './delivery.ts';

/** Why a delivery is made. A test has one attempt, and the API marks it as a test. */
export type DeliveryKind = 'event' | 'test';

/** Port: stores each event once, with its deliveries. */
export interface DeliveryIntake {
  /**
   * Stores an event, then a pending delivery for each webhook. A known event does not change, but its missing deliveries
   * are stored: an earlier call may have been interrupted.
   * @returns the pending deliveries of the event; for a known event those that have had no attempt.
   */
  admit(
    account: Account,
    event: EventEnvelope,
    webhookIds: readonly string[],
    at: Date,
    kind?: DeliveryKind,
  ): Promise<{ readonly known: boolean; readonly pending: readonly DeliveryMessage[] }>;
}

/** The right to make one attempt of a delivery. */
export interface Claim {
  /** The delivery, with this attempt counted. */
  readonly delivery: Delivery;
  /** 1 to `maxAttempts`. */
  readonly number: number;
  readonly claimId: string;
}

export type Claimed =
  | { readonly outcome: 'claimed'; readonly claim: Claim }
  /** The delivery is not due: another message or attempt came first. */
  | { readonly outcome: 'not-due'; readonly dueAt: string; readonly attempts: number }
  /** The last attempt was interrupted: the delivery has just failed. */
  | { readonly outcome: 'no-attempts-left'; readonly delivery: Delivery }
  /** The delivery has ended, or its record has expired. */
  | { readonly outcome: 'over' };

/** The state of a delivery after an attempt. */
export type AttemptOutcome =
  | { readonly status: 'delivered' }
  | { readonly status: 'failed'; readonly reason: string }
  /** `nextCheckAt`: when the sweep checks that the delivery was not lost. */
  | { readonly status: 'pending'; readonly dueAt: Date; readonly nextCheckAt: Date };

/** The new due time of a delivery that exceeds a rate limit, and the times of the tokens reserved for it. */
export interface Postponement {
  readonly dueAt: Date;
  readonly nextCheckAt: Date;
  readonly hostTokenAt?: string;
  readonly tokenAt?: string;
}

/** Port: the attempts of deliveries. Every write is conditional; a write whose condition fails has no effect. */
export interface DeliveryAttempts {
  /**
   * Claims and counts the next attempt of a due delivery. An earlier attempt without a recorded outcome is logged as
   * interrupted.
   * @param url receiver of the attempt, for the log.
   * @param dueIfLost due time of the next attempt if this one records no outcome.
   */
  claim(
    message: DeliveryMessage,
    url: string,
    at: Date,
    dueIfLost: (number: number) => Date,
  ): Promise<Claimed>;
  /** The stored bytes of the body; undefined if they have expired. */
  payload(delivery: Pick<Delivery, 'orgId' | 'mode' | 'eventId'>): Promise<Uint8Array | undefined>;
  /** Postpones a due delivery until its tokens are available. It is then no longer deferred. False if it is not due. */
  postpone(delivery: DeliveryRef, postponement: Postponement, at: Date): Promise<boolean>;
  /** Logs an attempt and stores its outcome; false if the delivery has another claim. */
  record(claim: Claim, attempt: Attempt, outcome: AttemptOutcome): Promise<boolean>;
  /**
   * Records that the service failed to make the next attempt of a pending delivery. An attempt, a postponement and a deferral
   * remove the record.
   * @returns the time of the first such failure (ISO 8601); undefined if the delivery has ended.
   */
  markFailing(delivery: DeliveryRef, at: Date): Promise<string | undefined>;
  /**
   * Fails a pending delivery that has no attempt in progress. False if nothing was changed.
   * @param failingBefore fails the delivery only if `markFailing` recorded its first failure by then.
   */
  fail(delivery: DeliveryRef, reason: string, at: Date, failingBefore?: Date): Promise<boolean>;
}

/** Port: deliveries that are due while their organization is at its concurrency limit, or is stopped. */
export interface DeferredDeliveries {
  /** The parts of an organization's deferred deliveries, one for each shard of its leases, in a random order. */
  shards(): readonly number[];
  /** Defers a due delivery. False if it is no longer due. */
  defer(delivery: DeliveryRef, at: Date): Promise<boolean>;
  /** Announces new deferred deliveries of an organization to other runs. Called after they were deferred. */
  announce(orgId: string): Promise<void>;
  /** The number of announcements for an organization, and whether one was made after the last complete search. */
  announcements(orgId: string): Promise<{ readonly count: number; readonly isNew: boolean }>;
  /** Remembers that a search that began at this number of announcements found no further deferred deliveries. */
  searched(orgId: string, count: number): Promise<void>;
  /**
   * Some of the oldest deferred deliveries in a part of an organization. Two callers can get the same delivery.
   * @param seen ids of deliveries to leave out. The result is empty if there are no others.
   */
  list(
    orgId: string,
    shard: number,
    atMost: number,
    seen: ReadonlySet<string>,
  ): Promise<readonly DeliveryMessage[]>;
}

export interface BucketRate {
  /** Tokens of a full bucket. */
  readonly burst: number;
  readonly perMinute: number;
}

/** Tokens that were reserved together, each for its own time. */
export interface Reservation {
  /** 0 or more. */
  readonly granted: number;
  /** Time of the first token, ms since 1970; each further one is `intervalMs` later. A token of the past is usable now. */
  readonly from: number;
  readonly intervalMs: number;
}

/** Port: token buckets of an organization, exact under any concurrency. */
export interface RateBuckets {
  /** Reserves up to `count` tokens that are available within `horizonMs`. */
  reserve(
    orgId: string,
    bucket: string,
    rate: BucketRate,
    count: number,
    at: Date,
    horizonMs: number,
  ): Promise<Reservation>;
}

/** A lease on the right to have `count` deliveries in flight. */
export interface InFlightLease {
  readonly orgId: string;
  readonly shard: number;
  readonly leaseId: string;
  readonly count: number;
}

/** Port: limits the deliveries that an organization has in flight (100), exact under any concurrency. */
export interface ConcurrencyLimit {
  /**
   * Acquires leases for as many of `wanted` deliveries as the limit allows.
   * @param limit deliveries in flight of the organization, with these.
   * @param until when the leases expire.
   * @param least smallest lease to acquire: many small leases cost a write each.
   */
  acquire(
    orgId: string,
    wanted: number,
    limit: number,
    until: Date,
    at: Date,
    least?: number,
  ): Promise<readonly InFlightLease[]>;
  /** Acquires one lease in a shard, for `least` to `wanted` deliveries; undefined if the shard has less room. */
  acquireInShard(
    lease: { readonly orgId: string; readonly shard: number },
    room: { readonly wanted: number; readonly least: number; readonly limit: number },
    until: Date,
    at: Date,
  ): Promise<InFlightLease | undefined>;
  /** Releases `count` of a lease; returns what is left of it. Only one caller at a time may release a lease. */
  release(lease: InFlightLease, count: number): Promise<InFlightLease>;
}

/** A lease of a running API call. */
export interface CallLease {
  readonly orgId: string;
  readonly kind: string;
  readonly name: string;
  readonly callId: string;
}

/** Port: leases of running API calls, a few for each organization and kind of call. */
export interface CallLeases {
  /**
   * Acquires one of `most` leases; undefined if all are in use.
   * @param until when the lease expires if it is not released.
   */
  acquire(orgId: string, kind: string, most: number, until: Date, at: Date): Promise<CallLease | undefined>;
  release(lease: CallLease): Promise<void>;
}

/** A pending delivery that the sweep checks. */
export interface DueDelivery extends DeliveryMessage {
  readonly dueAt: string;
  /** Checks since it was created, postponed or attempted, or since its check was postponed. */
  readonly checks: number;
  readonly nextCheckAt: string;
}

/** Port: what the sweep reads and writes each minute. */
export interface DueDeliveries {
  /** Number of partitions of pending deliveries; each is read on its own. */
  readonly shards: number;
  /** Pages of the deliveries of a shard (0 and up) whose check time has come, by check time. */
  dueForCheck(shard: number, now: Date): AsyncIterable<readonly DueDelivery[]>;
  /** Sets the next check time and the number of checks, unless its check time or its due time has changed. */
  setNextCheck(delivery: DueDelivery, at: Date, checks: number): Promise<void>;
  /** Organizations that may have deferred deliveries, and when each was last marked. */
  organizationsWithDeferred(): Promise<readonly { readonly orgId: string; readonly since: string }[]>;
  /** When the oldest deferred delivery of an organization was deferred, ISO 8601 UTC; undefined if it has none. */
  oldestDeferred(orgId: string): Promise<string | undefined>;
  /** Removes the mark of an organization without deferred deliveries, unless it was marked after `since`. */
  removeDeferredMark(orgId: string, since: string): Promise<void>;
}

export interface DeliveryQuery {
  readonly status?: DeliveryStatus;
  readonly event?: string;
  /** Inclusive. */
  readonly since?: Date;
  /** Exclusive. */
  readonly until?: Date;
  /** Id of the last delivery of the previous page. */
  readonly after?: string;
  readonly limit: number;
}

export interface DeliveryPage {
  /** Newest first. */
  readonly deliveries: readonly Delivery[];
  /** `after` of the next page; undefined on the last page. */
  readonly next?: string;
}

/** Port: the records that API callers read. */
export interface DeliveryRecords {
  /** A delivery without its attempts. */
  get(deliveryId: string): Promise<Delivery | undefined>;
  list(webhookId: string, query: DeliveryQuery): Promise<DeliveryPage>;
  /** A delivery with its attempts, oldest first, and its payload until that expires. */
  read(
    deliveryId: string,
  ): Promise<
    | { readonly delivery: Delivery; readonly log: readonly Attempt[]; readonly payload?: Uint8Array }
    | undefined
  >;
}

/** Port: repeats deliveries. */
export interface Redeliveries {
  /**
   * Makes a pending delivery of the same event to the same webhook; a test stays a test.
   * @param onlyOnce rejects a delivery that was repeated before ('made-before').
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

/** Port: the deliveries of events. */
export interface EventDeliveries {
  /**
   * The first delivery of each event to each webhook, by id, while it is stored. Repeated deliveries are not included:
   * see `redeliveredBy`. Events that are unknown or have expired have no deliveries.
   */
  deliveriesOf(account: Account, eventIds: readonly string[]): Promise<readonly Delivery[]>;
}
