import * as v from 'valibot';
import { boundedText, requiredText } from '../text/bounded-text.ts';
import { readDay } from './utc-day.ts';

/** Longer than every date. */
const MAX_LENGTH = 100;
const MESSAGE = 'must be a calendar date in the format YYYY-MM-DD';

/** A day of a request body. */
export const dayField = v.pipe(
  boundedText(MAX_LENGTH, requiredText, () => MESSAGE),
  v.check((text) => readDay(text) !== undefined, MESSAGE),
);
