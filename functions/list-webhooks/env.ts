import * as v from 'valibot';

const text = v.pipe(v.string(), v.nonEmpty());

const schema = v.object({
  /** Name of the table of webhooks. */
  WEBHOOKS_TABLE: text,
  RESPONSE_MISMATCH: v.picklist(['reject', 'report']),
});

/**
 * The variables that this function uses.
 * @throws ValiError if a variable is missing: the deployment is broken.
 */
export const readEnv = () => v.parse(schema, process.env);
