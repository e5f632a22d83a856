import type { KeyedAnswer } from '../../accounts/idempotency/idempotency-store.ts';
import type { Account } from '../../platform/account/account.ts';
import type { EventName } from '../events/event-names.ts';
import type { SealedSecret, Webhook } from './webhook.ts';

/** What an owner changes. */
export interface WebhookChange {
  readonly events?: readonly EventName[];
  readonly url?: string;
  /**
   * True takes back what disabled it, with what was counted for that; false disables it with `DISABLED_BY_OWNER`, and
   * leaves one that is disabled already with its reason.
   */
  readonly enabled?: boolean;
}

/** Port: the registered webhooks. Conditions are the store's: no caller reads first and hopes. */
export interface WebhookStore {
  /** `answer` is remembered in the same write. */
  create(webhook: Webhook, answer?: KeyedAnswer): Promise<'created' | 'too-many' | 'extra-write-rejected'>;
  /** Whether an account has as many webhooks as it may have, at this moment: only `create` holds the limit. */
  isFull(account: Account): Promise<boolean>;
  /** All of an account, oldest first. */
  list(account: Account): Promise<readonly Webhook[]>;
  get(account: Account, id: string): Promise<Webhook | undefined>;
  /** The webhook as it is then; undefined where there is none. */
  change(account: Account, id: string, change: WebhookChange, at: Date): Promise<Webhook | undefined>;
  /** False where there is none. */
  delete(account: Account, id: string): Promise<boolean>;
  /**
   * Puts a secret before the newest one, which then expires at `oldUntil`; one that was in rotation already is dropped.
   * Undefined where there is no such webhook.
   */
  rotateSecret(
    account: Account,
    id: string,
    secret: SealedSecret,
    oldUntil: Date,
  ): Promise<Webhook | undefined>;
}

/** Port: what deliveries tell of a webhook. None of these brings a deleted webhook back. */
export interface WebhookHealth {
  get(account: Account, id: string): Promise<Webhook | undefined>;
  /** Its receiver was slow: its deliveries take the other road until then. */
  markSlow(account: Account, id: string, until: Date): Promise<void>;
  /** A delivery ran out of attempts. Disables it, once, by the rule of `MOST_EXHAUSTED`; true where this one did. */
  countExhausted(account: Account, id: string, at: Date): Promise<boolean>;
  /** A delivery arrived: the row is broken. */
  clearExhausted(account: Account, id: string): Promise<void>;
  /** False where it was disabled or gone already. */
  disable(account: Account, id: string, reason: string, at: Date): Promise<boolean>;
}
