import { CLOCK_OFFSET } from '../../../shared/platform/time/machine-time.ts';

/**
 * Lets this thread's Date go by the host's clock: Date.now(), new Date() and Date() follow when it is moved. Timers
 * and performance.now() stay as they are. `machineTime` turns a moment of the moved Date back.
 * @param shared one 64-bit integer, the milliseconds ahead.
 */
export function moveDate(shared: SharedArrayBuffer): void {
  const ahead = new BigInt64Array(shared);
  const MachineDate = Date;
  const machineNow = MachineDate.now;
  const aheadMs = (): number => Number(Atomics.load(ahead, 0));
  const now = (): number => machineNow() + aheadMs();
  Object.assign(globalThis, { [CLOCK_OFFSET]: aheadMs });
  MachineDate.now = now;
  globalThis.Date = new Proxy(MachineDate, {
    construct: (target, values, newTarget) =>
      Reflect.construct(target, values.length === 0 ? [now()] : values, newTarget),
    apply: () => new MachineDate(now()).toString(),
  });
  // Libraries ask a date for its constructor.
  MachineDate.prototype.constructor = globalThis.Date;
}
