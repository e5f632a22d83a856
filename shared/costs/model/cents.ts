/** Converts integer cents to USD with at most 2 decimals. */
export const usd = (cents: number): number => cents / 100;

/** 100% in hundredths of a percent: percentages have at most 2 decimals, so calculations use integers. */
export const WHOLE = 10_000;

/** A percentage of at most 2 decimals as hundredths of a percent: 7.25 -> 725. */
export const hundredths = (percent: number): number => Math.round(percent * 100);

/** `percent` of an amount in cents, rounded to the nearest cent, half a cent up. */
export const percentOf = (cents: number, percent: number): number =>
  Math.round((cents * hundredths(percent)) / WHOLE);

/** `partCents` in percent of `wholeCents`, with 2 decimals; 0 if `wholeCents` is 0. */
export const percentageOf = (partCents: number, wholeCents: number): number =>
  wholeCents === 0 ? 0 : Math.round((partCents * WHOLE) / wholeCents) / 100;
