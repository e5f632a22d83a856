import * as v from 'valibot';

const schema = v.object({
  /** Name of the table of quotes. */
  QUOTES_TABLE: v.pipe(v.string(), v.nonEmpty()),
  RESPONSE_MISMATCH: v.picklist(['reject', 'report']),
});

/**
 * The variables that this function uses.
 * @throws ValiError if one is missing: the deployment is broken.
 */
export const readEnv = () => v.parse(schema, process.env);
