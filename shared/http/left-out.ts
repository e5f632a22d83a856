/** Whether a field of a body counts as left out: absent, null or an empty text. */
export const isLeftOut = (value: unknown): value is undefined | null | '' =>
  value === undefined || value === null || value === '';

/** A field's value, undefined where it counts as left out. */
export const unlessLeftOut = (value: unknown): unknown => (isLeftOut(value) ? undefined : value);
