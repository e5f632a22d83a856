/**
 * Whether a bench is run to see that it starts, measures and reports (`npm run bench -- --short`): with little work,
 * and without a judgement of times and sizes.
 */
export const IS_SHORT = process.argv.includes('--short');

/** An amount of work: of a whole run, or of a short one. */
export const amount = <Amount>(whole: Amount, inShort: Amount): Amount => (IS_SHORT ? inShort : whole);

/** Fails the run, because a figure exceeds its limit. */
export function missReach(): void {
  if (!IS_SHORT) process.exitCode = 1;
}
