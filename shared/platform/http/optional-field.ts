import * as v from 'valibot';

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
