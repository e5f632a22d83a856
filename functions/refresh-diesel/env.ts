import * as v from 'valibot';

const text = v.pipe(v.string(), v.nonEmpty());
const url = v.pipe(v.string(), v.url());

const schema = v.object({
  /** Name of the market table. */
  MARKET_TABLE: text,
  /** Name of the Systems Manager parameter of the EIA API key. The parameter may be missing. */
  EIA_API_KEY_PARAMETER: text,
  /** Base URL of a stand-in for the EIA. */
  EIA_URL: v.optional(url),
});

/** The environment variables of this function. @throws ValiError if one is missing. */
export const readEnv = () => v.parse(schema, process.env);
