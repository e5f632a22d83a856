import { positiveNumber, text } from '../../platform/env/read-env.ts';

/** Environment variables of every function that prices with the market. */
export const MARKET_VARIABLES = {
  /** Name of the market table. */
  MARKET_TABLE: text(),
  /** Age from which diesel prices and market in memory are refreshed. */
  MARKET_REFRESH_SECONDS: positiveNumber(),
};
