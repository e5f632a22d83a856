/** Diesel price, USD a gallon, below which fuel is part of the linehaul. Source: DAT RateView's fuel formula. */
export const PEG_USD = 1.25;

/** Miles a gallon. Source: DAT's figure for vans; a drayage tractor that idles in queues does no better. */
export const MILES_PER_GALLON = 5.5;

/**
 * Fuel surcharge in cents for each mile the truck drives: (diesel - peg) / mpg, never negative.
 * Source: DAT support pages, fuel surcharge calculation. `pricePerGallon` in USD; the answer is not rounded.
 */
export function fuelCentsPerMile(pricePerGallon: number): number {
  return (Math.max(0, pricePerGallon - PEG_USD) / MILES_PER_GALLON) * 100;
}
