/** Under which the local host, whose `Date` may be ahead of the machine's, says by how many milliseconds. */
export const CLOCK_AHEAD = Symbol.for('freight.clock-ahead-ms');

/** The machine's time at a moment of `Date`: what receivers compare timestamps with. Equal wherever no clock is moved. */
export function machineTime(moment: Date): Date {
  const aheadMs = Reflect.get(globalThis, CLOCK_AHEAD) as (() => number) | undefined;
  return aheadMs === undefined ? moment : new Date(moment.getTime() - aheadMs());
}
