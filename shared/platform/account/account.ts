/** Test and live data, usage and webhooks never mix; a key belongs to one of them. */
export const KEY_MODES = ['test', 'live'] as const;
export type KeyMode = (typeof KEY_MODES)[number];

/** The test or live part of an organization. Quotes, usage, keys and webhooks of two accounts never mix. */
export interface Account {
  readonly orgId: string;
  readonly mode: KeyMode;
}
