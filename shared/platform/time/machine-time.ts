import { CLOCK_AHEAD } from './clock-ahead.ts';

/** The machine's time at a moment of `Date`: what receivers compare timestamps with. Equal wherever no clock is moved. */
export function machineTime(moment: Date): Date {
  const aheadMs = Reflect.get(globalThis, CLOCK_AHEAD) as (() => number) | undefined;
  return aheadMs === undefined ? moment : new Date(moment.getTime() - aheadMs());
}
