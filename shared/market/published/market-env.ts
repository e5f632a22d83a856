import * as v from 'valibot';

/** Environment variables of every function that prices with the market. */
export const MARKET_VARIABLES = {
  /** Name of the market table. */
  MARKET_TABLE: v.pipe(v.string(), v.nonEmpty()),
  /** Age from which diesel prices and market in memory are refreshed. */
  MARKET_REFRESH_SECONDS: v.pipe(v.string(), v.toNumber(), v.gtValue(0)),
};
