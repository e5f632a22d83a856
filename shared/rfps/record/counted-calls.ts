/** Lanes that count as one call against the usage limit. */
export const LANES_PER_CALL = 10;

/** The calls that a number of lanes counts: one for each ten lanes begun. */
export const countedCalls = (lanes: number): number => Math.ceil(lanes / LANES_PER_CALL);

/**
 * The calls to give back if some lanes of a chunk failed for reasons of the service.
 * @param before lanes that the same calls count in earlier chunks: the call of a ten that they begin is theirs.
 */
export const returnedCalls = (before: number, lanes: number, ownFailures: number): number => {
  const counted = countedCalls(before + lanes) - countedCalls(before);
  return Math.max(0, counted - countedCalls(lanes - ownFailures));
};
