/** Diesel price up to which fuel is part of the linehaul, USD per gallon. Source: DAT RateView's fuel formula. */
export const PEG_USD = 1.25;

/** Source: DAT's value for vans. A drayage tractor that idles in queues is not more efficient. */
export const MILES_PER_GALLON = 5.5;

/**
 * Fuel surcharge in cents per truck mile: (diesel - peg) / mpg, never negative, not rounded. `pricePerGallon` in USD.
 * Source: DAT support pages, fuel surcharge calculation.
 */
export function fuelCentsPerMile(pricePerGallon: number): number {
  return (Math.max(0, pricePerGallon - PEG_USD) / MILES_PER_GALLON) * 100;
}
