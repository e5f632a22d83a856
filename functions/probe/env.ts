import * as v from 'valibot';

const schema = v.object({
  /** Name of the Systems Manager parameter of the probe's settings. The parameter may be missing. */
  PROBE_PARAMETER: v.pipe(v.string(), v.nonEmpty()),
});

/**
 * The variables that this function uses.
 * @throws ValiError if a variable is missing: the deployment is broken.
 */
export const readEnv = () => v.parse(schema, process.env);
