import type { Random } from './random.ts';

/** A broker or carrier that reports its loads. */
export interface Contributor {
  readonly name: string;
  /** Part of the market's loads that it reports, before its home ports count. */
  readonly size: number;
  /** What it pays beside the market, as a share, everywhere. */
  readonly bias: number;
  /** How loosely it buys: 1 is usual. */
  readonly looseness: number;
  /** Part of its lanes bought for a quarter ahead. */
  readonly contracts: number;
  /** Part of its rates into which other charges were booked. */
  readonly accessorials: number;
  /** Part of its rates that hold the fuel surcharge. */
  readonly fuelIncluded: number;
  /** Rates end on a multiple of so many dollars. */
  readonly rounding: number;
}

export const CONTRIBUTORS = 16;

/** Few large ones, many small; each with habits of its own. */
export function drawContributors(random: Random): readonly Contributor[] {
  return Array.from({ length: CONTRIBUTORS }, (_, position) => ({
    name: `contributor-${String(position + 1).padStart(2, '0')}`,
    size: Math.exp(0.9 * random.normal()),
    bias: 0.018 * random.normal(),
    looseness: random.between(0.75, 1.3),
    contracts: random.uniform() < 0.4 ? random.between(0.1, 0.5) : 0,
    accessorials: random.between(0, 0.12),
    fuelIncluded: random.weighted([0.25, 0.45, 0.3]) / 2,
    rounding: [1, 5, 5, 25][random.weighted([1, 1, 1, 0.5])] ?? 5,
  }));
}
