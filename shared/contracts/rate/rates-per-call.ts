/** Maximum rates of a call. */
export const MAX_RATES = 1_000;
