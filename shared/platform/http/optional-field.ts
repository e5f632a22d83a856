import * as v from 'valibot';

/** Whether a field of a body counts as left out: absent, null or an empty text. */
export const isLeftOut = (value: unknown): value is undefined | null | '' =>
  value === undefined || value === null || value === '';

/** A field that callers may leave out, in any of these ways; undefined then. */
export const optionalField = <Schema extends v.GenericSchema>(schema: Schema) =>
  v.pipe(
    v.unknown(),
    v.transform((value) => (isLeftOut(value) ? undefined : value)),
    v.optional(schema),
  );
