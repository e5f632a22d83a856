/**
 * Fuel surcharge of trailers by the published table of TGS Transportation: EIA diesel price, cents per loaded mile.
 * - below $1.17: 0 cents
 * - $1.17 to $1.70: 1 cent, plus 1 cent per 6 cents of diesel
 * - $1.71 to $1.99: 11 cents, plus 1 cent per 6 cents of diesel
 * - from $2.00: 16 cents, plus 1 cent per 5 cents of diesel. The table ends at $5.00; here the last step continues.
 */
const BANDS = [
  { fromMills: 2_000, cents: 16, stepMills: 50 },
  { fromMills: 1_710, cents: 11, stepMills: 60 },
  { fromMills: 1_170, cents: 1, stepMills: 60 },
] as const;

/** Whole cents per loaded mile at a diesel price in USD per gallon. Never falls when the diesel price rises. */
export function roadFuelCentsPerMile(dieselPrice: number): number {
  // Published prices have 3 decimals. Integers avoid rounding errors at the start of a step, for example 3.75.
  const mills = Math.round(dieselPrice * 1_000);
  const band = BANDS.find(({ fromMills }) => mills >= fromMills);
  return band === undefined ? 0 : band.cents + Math.floor((mills - band.fromMills) / band.stepMills);
}
