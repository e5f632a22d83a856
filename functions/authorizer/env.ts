import * as v from 'valibot';

const schema = v.object({
  /** Name of the table of organizations and keys. */
  ORGANIZATIONS_TABLE: v.pipe(v.string(), v.nonEmpty()),
});

/**
 * The variables that the authorizer uses.
 * @throws ValiError where one is missing: the deployment is broken.
 */
export const readEnv = () => v.parse(schema, process.env);
