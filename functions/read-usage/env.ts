import * as v from 'valibot';

const tableName = v.pipe(v.string(), v.nonEmpty());

const schema = v.object({
  /** Name of the table of organizations and keys. */
  ORGANIZATIONS_TABLE: tableName,
  /** Name of the table of usage counts. */
  USAGE_TABLE: tableName,
  RESPONSE_MISMATCH: v.picklist(['reject', 'report']),
});

/**
 * Reads the environment variables of this function.
 * @throws ValiError if a variable is missing.
 */
export const readEnv = () => v.parse(schema, process.env);
