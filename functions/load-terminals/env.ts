import * as v from 'valibot';

const schema = v.object({
  /** Name of the table of terminals. */
  TERMINALS_TABLE: v.pipe(v.string(), v.nonEmpty()),
});

/**
 * Reads the environment variables of this function.
 * @throws ValiError if one is missing or invalid.
 */
export const readEnv = () => v.parse(schema, process.env);
