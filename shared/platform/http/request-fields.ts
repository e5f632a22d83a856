import * as v from 'valibot';
import { boundedText, requiredText } from '../text/bounded-text.ts';
import { readDay } from '../time/utc-calendar.ts';
import { type FieldError, fieldErrors, showName } from './invalid-parameters.ts';

/** A response with more field errors would be too large. */
export const MAX_FIELD_ERRORS = 1_000;

export type RequestObject = Readonly<Record<string, unknown>>;

export const isRequestObject = (value: unknown): value is RequestObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value of a field; undefined if the field is absent, or wrong, which adds an error. @param path of the object. */
export function readField<Output>(
  given: RequestObject,
  field: string,
  schema: v.GenericSchema<unknown, Output>,
  path: string,
  errors: FieldError[],
): Output | undefined {
  if (given[field] === undefined) return undefined;
  return parseField(given[field], `${path}${field}`, schema, errors);
}

/** The value of a field, absent or not; undefined if it is wrong, which adds an error with the path of what is wrong. */
export function parseField<Output>(
  value: unknown,
  path: string,
  schema: v.GenericSchema<unknown, Output>,
  errors: FieldError[],
): Output | undefined {
  const parsed = v.safeParse(schema, value, { abortPipeEarly: true });
  if (parsed.success) return parsed.output;
  for (const { field, message } of fieldErrors(parsed.issues.slice(0, 1), '')) {
    errors.push({
      field: field === '' || field.startsWith('[') ? `${path}${field}` : `${path}.${field}`,
      message,
    });
  }
  return undefined;
}

/** The values of fields by their schemas; those that are wrong are undefined and have an error. */
export const readFields = <const Entries extends v.ObjectEntries>(
  given: RequestObject,
  entries: Entries,
  errors: FieldError[],
) =>
  Object.fromEntries(
    Object.entries(entries).map(([field, schema]) => [
      field,
      parseField(given[field], field, schema as v.GenericSchema, errors),
    ]),
  ) as { readonly [Field in keyof Entries]: v.InferOutput<Entries[Field]> | undefined };

/** Adds an error for each unknown field of an object. */
export function rejectUnknownFields(
  given: RequestObject,
  known: object,
  path: string,
  errors: FieldError[],
): void {
  for (const field of Object.keys(given)) {
    if (errors.length >= MAX_FIELD_ERRORS) return;
    if (Object.hasOwn(known, field)) continue;
    errors.push({ field: `${path}${showName(field)}`, message: 'is not a field of this operation' });
  }
}

/** Longer than every date. */
const MAX_LENGTH = 100;
const MESSAGE = 'must be a calendar date in the format YYYY-MM-DD';

/** A day of a request body. */
export const dayField = v.pipe(
  boundedText(MAX_LENGTH, requiredText, () => MESSAGE),
  v.check((text) => readDay(text) !== undefined, MESSAGE),
);
