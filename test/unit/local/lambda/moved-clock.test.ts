import { describe, expect, it } from 'vitest';
import { functionsUnderTest } from './function-under-test.ts';

const DAY_MS = 86_400_000;
const functions = functionsUnderTest();

/** Reads the time in each way that follows the moved clock, and in each way that must not. */
const TELLING = `
  const asked = () => ({ now: Date.now(), made: new Date().getTime(), text: Date.parse(Date()) });
  const atImport = asked();
  class Later extends Date {}
  export const handler = async (_event, context) => {
    const begun = performance.now();
    await new Promise((resolve) => setTimeout(resolve, 20));
    const given = new Date(5);
    return {
      ...asked(),
      atImport,
      remaining: context.getRemainingTimeInMillis(),
      slept: performance.now() - begun,
      later: new Later().getTime(),
      given: [given.getTime(), new Date(2026, 0, 1).getTime(), Date.UTC(2026, 0, 1), new Date(given).getTime()],
      kinds: [
        given instanceof Date,
        given.constructor === Date,
        new Later() instanceof Later,
        typeof Date(),
        Date.name,
        Object.prototype.toString.call(new Date()),
        structuredClone(new Date(7)).getTime(),
      ],
    };
  };
`;

interface Reported {
  readonly now: number;
  readonly made: number;
  readonly text: number;
  readonly later: number;
  readonly atImport: { readonly now: number };
  readonly remaining: number;
  readonly slept: number;
  readonly given: readonly number[];
  readonly kinds: readonly unknown[];
}

describe('Date in a function', () => {
  it('follows the moved clock at once in a running worker, but timers do not', async () => {
    const clock = new SharedArrayBuffer(8);
    const { returned } = functions.start(TELLING, { clock, maxConcurrency: 1 });
    const around = (reported: Reported) =>
      [reported.now, reported.made, reported.text, reported.later].map((ms) => near(ms));
    const near = (ms: number) => Math.round((ms - Date.now()) / DAY_MS) + 0;
    const before = await returned<Reported>({});
    expect(around(before)).toEqual([0, 0, 0, 0]);

    Atomics.store(new BigInt64Array(clock), 0, BigInt(400 * DAY_MS));

    const after = await returned<Reported>({});
    expect(around(after)).toEqual([400, 400, 400, 400]);
    // The worker is the same, and its time-out follows the clock of the machine.
    expect(after.atImport).toEqual(before.atImport);
    expect(after.remaining).toBeGreaterThan(0);
    expect(after.remaining).toBeLessThanOrEqual(20_000);
    expect(after.slept).toBeLessThan(DAY_MS);
  });

  it('follows the moved clock during the import of the bundle', async () => {
    const clock = new SharedArrayBuffer(8);
    Atomics.store(new BigInt64Array(clock), 0, BigInt(DAY_MS));

    const { atImport } = await functions.start(TELLING, { clock }).returned<Reported>({});

    expect(atImport.now - Date.now()).toBeGreaterThan(DAY_MS / 2);
  });

  it('has the standard behavior in all other respects', async () => {
    const clock = new SharedArrayBuffer(8);
    Atomics.store(new BigInt64Array(clock), 0, BigInt(DAY_MS));

    const { given, kinds } = await functions.start(TELLING, { clock }).returned<Reported>({});

    const newYear = Date.UTC(2026, 0, 1);
    expect(given).toEqual([5, newYear, newYear, 5]);
    expect(kinds).toEqual([true, true, true, 'string', 'Date', '[object Date]', 7]);
  });
});
