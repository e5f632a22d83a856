import * as v from 'valibot';

/** The variables of every function that prices by what is known of the market. */
export const MARKET_VARIABLES = {
  /** Name of the table of what is known of the market. */
  MARKET_TABLE: v.pipe(v.string(), v.nonEmpty()),
  /** Age of the diesel prices in memory from which newer ones are looked for. */
  MARKET_REFRESH_SECONDS: v.pipe(v.string(), v.toNumber(), v.gtValue(0)),
};
