/** Under which the local host, whose `Date` may be ahead of the machine's, says by how many milliseconds. */
export const CLOCK_AHEAD = Symbol.for('freight.clock-ahead-ms');
