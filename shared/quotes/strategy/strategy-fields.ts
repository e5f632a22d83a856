import * as v from 'valibot';
import { NO_CONTROL, textFault } from '../../platform/text/bounded-text.ts';

/** Above any price of a truckload, to detect a misplaced decimal point. */
const MAX_USD = 100_000;
const MAX_PERCENT = 500;
const MAX_MILES = 10_000;
const MAX_ENTRIES = 20;

/** A number within bounds. -0 is read as 0, because JSON and DynamoDB do not preserve -0. */
function decimal(low: number, high: number, decimals: number) {
  const accuracy = decimals === 0 ? 'a whole number' : 'a number';
  const places = decimals === 0 ? '' : ` with at most ${decimals} decimal${decimals === 1 ? '' : 's'}`;
  const message = `must be ${accuracy} from ${low} to ${high}${places}`;
  const fits = (value: number) => value >= low && value <= high && Number(value.toFixed(decimals)) === value;
  return v.pipe(
    v.number(message),
    v.check(fits, message),
    v.transform((value) => value + 0),
    // Keywords of the description of the API.
    v.metadata({
      minimum: low,
      maximum: high,
      ...(decimals === 0 ? { type: 'integer' } : { multipleOf: 10 ** -decimals }),
    }),
  );
}

export const percent = decimal(0, MAX_PERCENT, 2);
export const usd = decimal(0, MAX_USD, 2);
export const discountPercent = decimal(0, 100, 2);
export const containers = decimal(1, 10_000, 0);
export const validityDays = decimal(1, 90, 0);
export const roundingStep = decimal(0.01, 1_000, 2);
/** Quotes of a preview: one batch of reads. */
export const MAX_PREVIEWED_QUOTES = 100;
export const previewedQuotes = decimal(1, MAX_PREVIEWED_QUOTES, 0);
const fromMiles = decimal(0, MAX_MILES, 1);

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

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An object with all of `entries`; others are ignored. `message` is the error for other values. */
export const objectOf = <Entries extends v.ObjectEntries>(entries: Entries, message: string) =>
  v.pipe(v.custom<Record<string, unknown>>(isObject, message), v.object(entries, 'is required'));

/** Names that `v.record` drops without an issue. */
const OMITTED_BY_RECORD = ['__proto__', 'constructor', 'prototype'];

/** Adds an issue for each name that `v.record` drops; its output is an empty object. */
const omittedNames = (unknownKey: (key: string) => string) =>
  v.pipe(
    v.custom<Record<string, unknown>>(isObject),
    v.rawCheck(({ dataset: { value }, addIssue }) => {
      for (const key of OMITTED_BY_RECORD) {
        if (!Object.hasOwn(Object(value), key)) continue;
        addIssue({ message: unknownKey(key), path: [pathItem(value, key)] });
      }
    }),
    v.transform(() => ({})),
  );

/** An object with keys from `keys`; `unknownKey` gives the error for other keys. */
export const mapOf = <Key extends string, Output, Input>(
  keys: readonly Key[],
  unknownKey: (key: string) => string,
  value: v.GenericSchema<Input, Output>,
) =>
  v.pipe(
    v.custom<Record<string, unknown>>(isObject, 'must be an object; {} for none'),
    // Counted first, so that a large body does not cause as many errors.
    v.custom<Record<string, unknown>>(
      (map) => Object.keys(Object(map)).length <= 2 * keys.length,
      `must have at most ${keys.length} entries`,
    ),
    v.intersect([
      v.record(
        v.picklist(keys, ({ input }) => unknownKey(String(input))),
        value,
      ),
      omittedNames(unknownKey),
    ]),
  );

/** A list of at most 20 entries, counted before the entries are checked. */
export const listOf = <Output, Input>(entry: v.GenericSchema<Input, Output>, least: number, what: string) => {
  const message = `must be a list of ${least} to ${MAX_ENTRIES} ${what}`;
  const fits = (list: unknown) => Array.isArray(list) && list.length >= least && list.length <= MAX_ENTRIES;
  return v.pipe(
    v.custom<readonly unknown[]>(fits, message),
    v.array(entry),
    v.metadata({ minItems: least, maxItems: MAX_ENTRIES }),
  );
};

const band = objectOf(
  { from_miles: fromMiles, percent, floor: usd },
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

/** A path item of a valibot issue. */
function pathItem(input: unknown, key: string | number): v.IssuePathItem {
  return { type: 'unknown', origin: 'value', input, key, value: undefined };
}
