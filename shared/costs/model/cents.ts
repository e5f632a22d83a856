/** Converts integer cents to USD with at most 2 decimals. */
export const usd = (cents: number): number => cents / 100;
