/** Modes of an API key. Test and live data, usage and webhooks are separate. */
export const KEY_MODES = ['test', 'live'] as const;
export type KeyMode = (typeof KEY_MODES)[number];

/** The test or live part of an organization. Quotes, usage, keys and webhooks of different accounts are separate. */
export interface Account {
  readonly orgId: string;
  readonly mode: KeyMode;
}

/** The account, key and request of an API call. */
export interface Caller extends Account {
  /** ID of the API key: `key_...`. */
  readonly keyId: string;
  readonly requestId: string;
}
