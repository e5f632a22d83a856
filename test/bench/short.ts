/**
 * Whether a benchmark runs only to check that it starts, measures and reports (`npm run bench -- --short`): with little
 * work and without limits of times and sizes.
 */
export const IS_SHORT = process.argv.includes('--short');

/** An amount of work for a complete run and for a short run. */
export const amount = <Amount>(whole: Amount, inShort: Amount): Amount => (IS_SHORT ? inShort : whole);

/** Fails the run because a value exceeds its limit. */
export function missReach(): void {
  if (!IS_SHORT) process.exitCode = 1;
}
