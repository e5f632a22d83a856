import type { RateType } from './contract-rate.ts';

/** The amounts of each type: units for one USD or percent, and bounds. */
export const AMOUNTS: Readonly<Record<RateType, { units: number; decimals: number; most: number }>> = {
  flat: { units: 100, decimals: 2, most: 100_000 },
  per_mile: { units: 10_000, decimals: 4, most: 1_000 },
  percent_of_market: { units: 100, decimals: 2, most: 500 },
};
