import * as v from 'valibot';

const text = v.pipe(v.string(), v.nonEmpty());
const url = v.pipe(v.string(), v.url());

const schema = v.object({
  /** Name of the table of what is known of the market. */
  MARKET_TABLE: text,
  /** Name of the parameter that holds the key for the EIA's data, where there is one. */
  EIA_API_KEY_PARAMETER: text,
  /** Set where another service stands for the EIA. */
  EIA_URL: v.optional(url),
});

/**
 * The variables that this function uses.
 * @throws ValiError where one is missing: the deployment is broken.
 */
export const readEnv = () => v.parse(schema, process.env);
