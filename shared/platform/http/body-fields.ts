import * as v from 'valibot';

/** Maximum entries of a list. */
export const MAX_ENTRIES = 20;

/** A number within bounds. -0 is read as 0, because JSON and DynamoDB do not preserve -0. */
export function decimal(low: number, high: number, decimals: number) {
  const accuracy = decimals === 0 ? 'a whole number' : 'a number';
  const places = decimals === 0 ? '' : ` with at most ${decimals} decimal${decimals === 1 ? '' : 's'}`;
  const message = `must be ${accuracy} from ${low} to ${high}${places}`;
  const fits = (value: number) => value >= low && value <= high && Number(value.toFixed(decimals)) === value;
  return v.pipe(
    v.number(message),
    v.check(fits, message),
    // Keywords of the description of the API. The description of a request ends before a transform.
    v.metadata({
      minimum: low,
      maximum: high,
      ...(decimals === 0 ? { type: 'integer' } : { multipleOf: 10 ** -decimals }),
    }),
    v.transform((value) => value + 0),
  );
}

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

/** A list of at most `most` entries, counted before the entries are checked. */
export const listOf = <Output, Input>(
  entry: v.GenericSchema<Input, Output>,
  least: number,
  what: string,
  most = MAX_ENTRIES,
) => {
  const message = `must be a list of ${least} to ${most} ${what}`;
  const fits = (list: unknown) => Array.isArray(list) && list.length >= least && list.length <= most;
  return v.pipe(
    v.custom<readonly unknown[]>(fits, message),
    v.array(entry),
    v.metadata({ minItems: least, maxItems: most }),
  );
};

export function pathItem(input: unknown, key: string | number): v.IssuePathItem {
  return { type: 'unknown', origin: 'value', input, key, value: undefined };
}

/** Whether a field of a body counts as omitted: absent, null or an empty string. */
export const isLeftOut = (value: unknown): value is undefined | null | '' =>
  value === undefined || value === null || value === '';

/** A field that callers may omit in any of these ways; its value is then undefined. */
export const optionalField = <Schema extends v.GenericSchema>(schema: Schema) =>
  v.pipe(
    v.unknown(),
    v.transform((value) => (isLeftOut(value) ? undefined : value)),
    v.optional(schema),
  );
