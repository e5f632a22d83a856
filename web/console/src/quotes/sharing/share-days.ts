import { type NumberRange, numberError, numberIn } from '../../format/numbers.ts';

/** The limits of the API. */
const DAYS: NumberRange = { min: 1, max: 90, decimals: 0 };

const isEmpty = (days: string): boolean => days.trim() === '';

/** What is wrong with the typed days until a link expires; undefined if the API accepts them. */
export const daysError = (days: string): string | undefined =>
  isEmpty(days) ? undefined : numberError(days, DAYS);

/** Without days, the link expires with the quote. */
export const requestShare = (days: string): { readonly expires_in_days?: number } =>
  isEmpty(days) ? {} : { expires_in_days: numberIn(days) };
