import * as v from 'valibot';
import { percent, usd } from '../../costs/accessorials/charge-overrides.ts';
import { decimal, listOf, objectOf, pathItem } from '../../platform/http/body-fields.ts';
import { NO_CONTROL, textFault } from '../../platform/text/bounded-text.ts';

const MAX_MILES = 10_000;

export const discountPercent = decimal(0, 100, 2);
export const containers = decimal(1, 10_000, 0);
export const validityDays = decimal(1, 90, 0);
export const rounding = objectOf(
  {
    to: decimal(0.01, 1_000, 2),
    mode: v.picklist(['nearest', 'up', 'down'], 'must be "nearest", "up" or "down"'),
  },
  'must be an object with to and mode',
);
export const fuel = v.picklist(['separate', 'included'], 'must be "separate" or "included"');
/** Quotes of a preview: one batch of reads. */
export const MAX_PREVIEWED_QUOTES = 100;
export const previewedQuotes = decimal(1, MAX_PREVIEWED_QUOTES, 0);
/** One way. */
export const routeMiles = decimal(0, MAX_MILES, 1);

const MAX_NOTE_LENGTH = 500;

/** A note of a person about a change; line feeds and tabs are allowed. Its value has no spaces at the ends. */
export const strategyNote = v.pipe(
  v.string('must be a text'),
  v.metadata({
    maxLength: MAX_NOTE_LENGTH,
    pattern: '^[^\\u0000-\\u0008\\u000B\\u000C\\u000E-\\u001F\\u007F-\\u009F]*$',
  }),
  v.rawTransform<string, string>(({ dataset: { value }, addIssue, NEVER }) => {
    const note = value.replaceAll('\r\n', '\n');
    const fault = textFault(note.replaceAll(/[\n\t]/g, ' '), MAX_NOTE_LENGTH);
    if (fault === undefined) return note.trim();
    const message = fault === 'control' ? NO_CONTROL : `must have at most ${MAX_NOTE_LENGTH} characters`;
    addIssue({ message });
    return NEVER;
  }),
);

/** In characters. */
export const MAX_SHEET_TERMS_LENGTH = 4_000;

/** A text that sheets of quotes show. Every kind of line break is read as a line feed; no other control characters. */
export const sheetTerms = v.pipe(
  v.string('must be a text'),
  v.metadata({
    maxLength: MAX_SHEET_TERMS_LENGTH,
    pattern: '^[^\\u0000-\\u0009\\u000B\\u000C\\u000E-\\u001F\\u007F-\\u009F]*$',
  }),
  v.rawTransform<string, string>(({ dataset: { value }, addIssue, NEVER }) => {
    const terms = value.replaceAll(/\r\n|[\r\u2028\u2029]/g, '\n');
    // A character has at most two UTF-16 units.
    const fault = textFault(terms.replaceAll('\n', ' '), 2 * MAX_SHEET_TERMS_LENGTH);
    if (fault === 'control') addIssue({ message: 'must not have control characters other than line breaks' });
    else if (fault === 'too-long' || [...terms].length > MAX_SHEET_TERMS_LENGTH) {
      addIssue({ message: `must have at most ${MAX_SHEET_TERMS_LENGTH} characters` });
    } else if (!terms.isWellFormed()) addIssue({ message: 'must be well-formed Unicode' });
    else return terms.trim();
    return NEVER;
  }),
);

const band = objectOf(
  { from_miles: routeMiles, percent, floor: usd },
  'must be an object with from_miles, percent and floor',
);

/** Margin bands: the first starts at 0 miles, the next ones at increasing miles. */
export const bands = v.pipe(
  listOf(band, 1, 'bands'),
  v.rawCheck(({ dataset: { value }, addIssue }) => {
    const input: readonly unknown[] = Array.isArray(value) ? value : [];
    const starts = input.map((entry) => Object(entry).from_miles as unknown);
    starts.forEach((start, index) => {
      const before = starts[index - 1];
      if (typeof start !== 'number') return;
      const message = index === 0 ? firstBandError(start) : nextBandError(start, before);
      if (message === undefined) return;
      addIssue({ message, path: [pathItem(input, index), pathItem(Object(input[index]), 'from_miles')] });
    });
  }),
);

const firstBandError = (start: number) => (start === 0 ? undefined : 'must be 0 in the first band');

const nextBandError = (start: number, before: unknown) =>
  typeof before !== 'number' || start > before ? undefined : 'must be greater than in the previous band';
