/** Lanes that count as one call against the usage limit. */
export const LANES_PER_CALL = 10;

/** The calls that a number of lanes counts: one for each ten lanes begun. */
export const countedCalls = (lanes: number): number => Math.ceil(lanes / LANES_PER_CALL);

/** The calls to give back if some of the lanes failed for reasons of the service. */
export const returnedCalls = (lanes: number, ownFailures: number): number =>
  countedCalls(lanes) - countedCalls(lanes - ownFailures);
