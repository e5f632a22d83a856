import type { KeyedAnswer } from '../../accounts/idempotency/idempotency-store.ts';
import type { Account, Caller } from '../../platform/account/account.ts';
import type { EventName } from '../events/event-names.ts';
import type { SealedSecret, Webhook } from './webhook.ts';

/** Fields that an owner can change. */
export interface WebhookChange {
  readonly events?: readonly EventName[];
  readonly url?: string;
  /** Whether `url` is another one than before: this resets the failure count. */
  readonly isOtherUrl?: boolean;
  /**
   * True enables the webhook and resets its failure count. False disables it with `DISABLED_BY_OWNER`; a disabled
   * webhook keeps its reason.
   */
  readonly enabled?: boolean;
}

/**
 * Port: the registered webhooks. The store enforces limits and conditions; callers need no read before a write. Each
 * change is an event of the audit log in the same transaction.
 */
export interface WebhookStore {
  /** `answer` is stored in the same transaction, for idempotency. */
  create(
    webhook: Webhook,
    caller: Caller,
    answer?: KeyedAnswer,
  ): Promise<'created' | 'too-many' | 'extra-write-rejected'>;
  /** Whether an account is at its limit of webhooks. Only `create` enforces the limit. */
  isFull(account: Account): Promise<boolean>;
  /** All webhooks of an account, oldest first. */
  list(account: Account): Promise<readonly Webhook[]>;
  get(account: Account, id: string): Promise<Webhook | undefined>;
  /** The changed webhook; undefined if there is none. */
  change(caller: Caller, id: string, change: WebhookChange, at: Date): Promise<Webhook | undefined>;
  /** False if there is none. */
  delete(caller: Caller, id: string, at: Date): Promise<boolean>;
  /**
   * Adds a new secret. The previous one expires at `oldUntil`; an older one is removed. Undefined if there is no such
   * webhook.
   */
  rotateSecret(
    caller: Caller,
    id: string,
    secret: SealedSecret,
    oldUntil: Date,
  ): Promise<Webhook | undefined>;
}

/** Port: what deliveries report about a webhook. No operation restores a deleted webhook. */
export interface WebhookHealth {
  get(account: Account, id: string): Promise<Webhook | undefined>;
  /** The receiver was slow: its deliveries use the slow queue until then. */
  markSlow(account: Account, id: string, until: Date): Promise<void>;
  /**
   * Counts deliveries without attempts left. True if this call disabled the webhook, by the rule of `MAX_EXHAUSTED`.
   * @param webhook as it was read for the attempt. Without effect if its owner has changed it since: the failure says
   * nothing about another URL.
   */
  countExhausted(webhook: Webhook, at: Date, count?: number): Promise<boolean>;
  /** The service cannot make attempts for it, for example without its secrets. Returns since when, ISO 8601. */
  markFailing(webhook: Webhook, at: Date): Promise<string>;
  /** The service can make attempts again. */
  clearFailing(webhook: Webhook): Promise<void>;
  /** Resets the count after a successful delivery. */
  clearExhausted(account: Account, id: string): Promise<void>;
  /**
   * False if the webhook was changed, disabled or deleted before.
   * @param webhook as it was read for the attempt.
   */
  disable(webhook: Webhook, reason: string, at: Date): Promise<boolean>;
}
