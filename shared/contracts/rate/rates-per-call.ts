/** Maximum rates of a call. */
export const MAX_RATES = 1_000;

/** Contract rates of an organization and mode. */
export const MAX_STORED_RATES = 100_000;
