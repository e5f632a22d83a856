import type { Account } from '../../platform/account/account.ts';

/** Previews of quotes in a minute, of an organization and mode. They are free, so they must not replace rates. */
export const PREVIEWS_A_MINUTE = 60;

/** Port: counts a preview in the current minute; false if the minute has no more. */
export type TakePreview = (account: Account, now: Date) => Promise<boolean>;
