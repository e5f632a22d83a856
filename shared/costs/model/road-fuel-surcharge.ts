/**
 * Fuel surcharge of trailers by the published table of TGS Transportation (EIA diesel price, cents for each loaded mile):
 * none below $1.17, a cent for each 6 cents up to $1.65, 11 cents at $1.71 and a cent for each 6 cents up to $1.95,
 * 16 cents at $2.00 and a cent for each 5 cents above. The table ends at $5.00; above, its last step continues.
 */
const BANDS = [
  { fromMills: 2_000, cents: 16, stepMills: 50 },
  { fromMills: 1_710, cents: 11, stepMills: 60 },
  { fromMills: 1_170, cents: 1, stepMills: 60 },
] as const;

/** Whole cents for each loaded mile, at a diesel price in USD a gallon. Never falls when diesel rises. */
export function roadFuelCentsPerMile(dieselPrice: number): number {
  // In tenths of a cent, which prices are published in: 3.75 is the start of a step.
  const mills = Math.round(dieselPrice * 1_000);
  const band = BANDS.find(({ fromMills }) => mills >= fromMills);
  return band === undefined ? 0 : band.cents + Math.floor((mills - band.fromMills) / band.stepMills);
}
