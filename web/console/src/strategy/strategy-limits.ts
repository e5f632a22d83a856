import type { NumberRange } from '../format/typed-number.ts';

/** The limits of the API. A test compares them with its schema. */
export const PERCENT: NumberRange = { min: 0, max: 500, decimals: 2 };
export const USD: NumberRange = { min: 0, max: 100_000, decimals: 2 };
export const MILES: NumberRange = { min: 0, max: 10_000, decimals: 1 };
export const STEP: NumberRange = { min: 0.01, max: 1_000, decimals: 2 };
export const VALIDITY_DAYS: NumberRange = { min: 1, max: 90, decimals: 0 };

/** What is wrong, by the name that the API gives the field, such as `margins[1].percent`. */
export type FieldErrors = Readonly<Record<string, string>>;
