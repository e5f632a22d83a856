import * as v from 'valibot';

const url = v.pipe(v.string(), v.url());

const schema = v.object({
  /** Address of the intake queue. */
  EVENTS_URL: url,
});

/**
 * The variables that this function uses.
 * @throws ValiError if one is missing: the deployment is broken.
 */
export const readEnv = () => v.parse(schema, process.env);
