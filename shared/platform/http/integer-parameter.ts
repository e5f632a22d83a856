import * as v from 'valibot';
import { readInteger } from '../text/decimal-number.ts';

/** The text of a whole number from `min` to `max`. @param message the error for every other value. */
export const integerText = (min: number, max: number, message: string) =>
  v.pipe(
    v.string(),
    v.transform(readInteger),
    v.number(message),
    v.minValue(min, message),
    v.maxValue(max, message),
    v.metadata({ type: 'integer' }),
  );

/**
 * A query parameter with a whole number from 1 to `max`; `byDefault` if it is absent.
 * @param message the error for every other value.
 */
export const integerParameter = (max: number, byDefault: number, message: string) =>
  v.optional(integerText(1, max, message), String(byDefault));
