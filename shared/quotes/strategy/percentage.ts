/** Hundredths of a percent in a whole: percentages have at most 2 decimals, so sums over them are of integers. */
export const WHOLE = 10_000;

/** A percentage of at most 2 decimals as hundredths of a percent: 7.25 -> 725. */
export const hundredths = (percent: number): number => Math.round(percent * 100);

/** `percent` of an amount in cents, to the nearest cent, half a cent up. */
export const percentOf = (cents: number, percent: number): number =>
  Math.round((cents * hundredths(percent)) / WHOLE);

/** What percentage of `wholeCents` `partCents` is, to 2 decimals; 0 of nothing. */
export const percentageOf = (partCents: number, wholeCents: number): number =>
  wholeCents === 0 ? 0 : Math.round((partCents * WHOLE) / wholeCents) / 100;
