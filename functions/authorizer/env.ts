import * as v from 'valibot';

const schema = v.object({
  /** Name of the table of organizations and keys. */
  ORGANIZATIONS_TABLE: v.pipe(v.string(), v.nonEmpty()),
});

/**
 * Reads the environment variables of the authorizer.
 * @throws ValiError if a variable is missing.
 */
export const readEnv = () => v.parse(schema, process.env);
