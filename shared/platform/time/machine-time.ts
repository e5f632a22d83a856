/** Global symbol for a function that returns by how many milliseconds `Date` is ahead of the machine's clock. Only the local host sets it. */
export const CLOCK_OFFSET = Symbol.for('freight.clock-ahead-ms');

/** Converts a moment of `Date` to the machine's time, which webhook receivers use. Equal unless the local clock was moved. */
export function machineTime(moment: Date): Date {
  const aheadMs = Reflect.get(globalThis, CLOCK_OFFSET) as (() => number) | undefined;
  return aheadMs === undefined ? moment : new Date(moment.getTime() - aheadMs());
}
