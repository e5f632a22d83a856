import type { Account, KeyMode } from '../../platform/account/account.ts';
import type { EventName } from '../events/event-names.ts';

/** A signing secret as it is kept: encrypted for this organization and webhook. */
export interface SealedSecret {
  /** Base64. */
  readonly ciphertext: string;
  /** ISO 8601. */
  readonly createdAt: string;
  /** Set when a newer one has taken its place: 24 hours later it signs no more. */
  readonly expiresAt?: string;
}

/** A receiver that an organization has registered. */
export interface Webhook extends Account {
  /** `wh_` and 26 digits. */
  readonly id: string;
  readonly url: string;
  readonly events: readonly EventName[];
  readonly enabled: boolean;
  /** Why it was disabled, in words for its owner. */
  readonly disabledReason?: string;
  readonly disabledAt?: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** The newest first; one, or two in the day after a rotation. */
  readonly secrets: readonly SealedSecret[];
  /** Until then its deliveries take the road of slow receivers. */
  readonly slowUntil?: string;
  /** Deliveries in a row that ran out of attempts, and when the first of them did. */
  readonly exhausted?: { readonly count: number; readonly since: string };
}

export const DISABLED_BY_OWNER = 'Disabled by its owner.';

/** Webhooks that an organization may have, by mode: an event is sent to each of them. */
export const MOST_WEBHOOKS: Readonly<Record<KeyMode, number>> = { live: 50, test: 20 };

/** Deliveries in a row that run out of attempts before a webhook is disabled, and the least time they take. */
export const MOST_EXHAUSTED = 20;
export const EXHAUSTED_FOR_MS = 24 * 60 * 60 * 1000;
export const DISABLED_BY_EXHAUSTION = `Disabled: ${MOST_EXHAUSTED} deliveries in a row ran out of attempts, over at least 24 hours.`;

/** How long a signing secret goes on signing beside the one that has taken its place. */
export const ROTATION_OVERLAP_MS = 24 * 60 * 60 * 1000;
