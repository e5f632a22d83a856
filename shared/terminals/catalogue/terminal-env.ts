import * as v from 'valibot';

/** Environment variables of functions that use the published terminals. */
export const TERMINAL_VARIABLES = {
  /** Name of the table of terminals. */
  TERMINALS_TABLE: v.pipe(v.string(), v.nonEmpty()),
  /** Age of the terminals in memory at which the function checks for a newer snapshot. */
  TERMINALS_REFRESH_SECONDS: v.pipe(v.string(), v.toNumber(), v.gtValue(0)),
};
