import { positiveNumber, text } from '../../platform/env/read-env.ts';

/** Environment variables of functions that use the published terminals. */
export const TERMINAL_VARIABLES = {
  TERMINALS_TABLE: text(),
  /** Age of the terminals in memory at which the function checks for a newer snapshot. */
  TERMINALS_REFRESH_SECONDS: positiveNumber(),
};
