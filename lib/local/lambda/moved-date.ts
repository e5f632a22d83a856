import { CLOCK_OFFSET } from '../../../shared/platform/time/machine-time.ts';

/**
 * Applies the clock offset of the host to Date in this thread: Date.now(), new Date() and Date(). Timers and
 * performance.now() do not change. `machineTime` converts a time back to the machine's time.
 * @param shared the offset as one 64-bit integer in milliseconds.
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
  // Libraries use the constructor of a date.
  MachineDate.prototype.constructor = globalThis.Date;
}
