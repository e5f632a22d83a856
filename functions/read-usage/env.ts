import * as v from 'valibot';

const tableName = v.pipe(v.string(), v.nonEmpty());

const schema = v.object({
  /** Name of the table of organizations and keys. */
  ORGANIZATIONS_TABLE: tableName,
  /** Name of the table of usage counts. */
  USAGE_TABLE: tableName,
  RESPONSE_MISMATCH: v.picklist(['refuse', 'report']),
});

/**
 * The variables that this function uses.
 * @throws ValiError where one is missing: the deployment is broken.
 */
export const readEnv = () => v.parse(schema, process.env);
