import * as v from 'valibot';

/** The variables of every function that answers from the terminals in force. */
export const TERMINAL_VARIABLES = {
  /** Name of the table of terminals. */
  TERMINALS_TABLE: v.pipe(v.string(), v.nonEmpty()),
  /** Age of the terminals in memory from which a newer snapshot is looked for. */
  TERMINALS_REFRESH_SECONDS: v.pipe(v.string(), v.toNumber(), v.gtValue(0)),
};
