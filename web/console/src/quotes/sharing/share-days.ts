import { type NumberRange, numberError, numberIn } from '../../format/typed-number.ts';

/** The limits of the API. */
const DAYS: NumberRange = { min: 1, max: 90, decimals: 0 };
export const DEFAULT_DAYS = '14';

/** What is wrong with the typed days until a link expires; undefined if the API accepts them. */
export const daysError = (days: string): string | undefined => numberError(days, DAYS);

export const requestShare = (days: string): { readonly expires_in_days: number } => ({
  expires_in_days: numberIn(days),
});
