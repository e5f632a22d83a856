import type { Account, KeyMode } from '../../platform/account/account.ts';
import { base32Digits } from '../../platform/ids/sortable-id.ts';
import type { EventName } from '../events/event-names.ts';

/** A stored signing secret, encrypted for its organization and webhook. */
export interface SealedSecret {
  /** Base64. */
  readonly ciphertext: string;
  /** ISO 8601. */
  readonly createdAt: string;
  /** Set when a newer secret replaces this one: 24 hours later. */
  readonly expiresAt?: string;
}

/** A receiver that an organization has registered. */
export interface Webhook extends Account {
  /** `wh_` and 26 digits. */
  readonly id: string;
  readonly url: string;
  readonly events: readonly EventName[];
  readonly enabled: boolean;
  /** Why the webhook is disabled, in words for the organization. Absent while it is enabled. */
  readonly disabledReason?: string;
  readonly disabledAt?: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Newest first: one, or two within 24 hours after a rotation. */
  readonly secrets: readonly SealedSecret[];
  /** Until then its deliveries wait in the queue of retries: its receiver is slow, or has not proven itself. */
  readonly slowUntil?: string;
  /** Until then its deliveries may be late because of a limit of its organization. */
  readonly limitedUntil?: string;
  /** Consecutive deliveries without attempts left, and the time of the first. */
  readonly exhausted?: { readonly count: number; readonly since: string };
}

export const DISABLED_BY_OWNER = 'Disabled by its owner.';

/** Maximum webhooks of an organization, by mode. */
export const MAX_WEBHOOKS: Readonly<Record<KeyMode, number>> = { live: 50, test: 20 };

/** Consecutive deliveries without attempts left before a webhook is disabled. */
export const MAX_EXHAUSTED = 20;
/** The least time between the first and the last of these deliveries. */
export const EXHAUSTED_FOR_MS = 24 * 60 * 60 * 1000;
export const DISABLED_BY_EXHAUSTION = `Disabled: ${MAX_EXHAUSTED} deliveries in a row ran out of attempts, over at least 24 hours.`;

/** How long a replaced signing secret stays valid. */
export const ROTATION_OVERLAP_MS = 24 * 60 * 60 * 1000;

const ID_FORM = /^wh_[0-9A-HJKMNP-TV-Z]{26}$/;

/** `wh_` and 26 digits: 130 random bits, so that ids are unique and cannot be guessed. */
export const newWebhookId = (): string => `wh_${base32Digits(crypto.getRandomValues(new Uint8Array(26)))}`;

/** Whether a text has the form of a webhook id. Other texts need no look-up. */
export const isWebhookId = (text: string): boolean => ID_FORM.test(text);
