import { greatCircleMiles } from '../../../shared/geography/places/great-circle.ts';
import type { Terminal } from '../../../shared/terminals/catalogue/terminal.ts';
import type { FreightLane } from './freight-map.ts';
import type { Random } from './random.ts';

/** A broker or carrier that reports its loads. */
export interface Contributor {
  readonly name: string;
  /** Part of the market's loads that it reports, before the effect of its home terminal. */
  readonly size: number;
  /** What it pays relative to the market, as a share. */
  readonly bias: number;
  /** Scatter of its rates: 1 is typical. */
  readonly looseness: number;
  /** Part of its lanes that it contracts for a quarter. */
  readonly contracts: number;
  /** Part of its rates that include other charges. */
  readonly accessorials: number;
  /** Part of its rates that include the fuel surcharge. */
  readonly fuelIncluded: number;
  /** Rates are rounded to multiples of this many dollars. */
  readonly rounding: number;
}

export const CONTRIBUTORS = 16;

/** Few large contributors and many small ones, each with its own habits. */
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

/** The terminal near which each contributor does most of its business. */
export type Homes = ReadonlyMap<Contributor, Terminal>;

const HOME_MILES = 150;

export function drawHomes(
  contributors: readonly Contributor[],
  lanes: readonly FreightLane[],
  random: Random,
): Homes {
  const volumes = lanes.map(({ volume }) => volume);
  return new Map(
    contributors.flatMap((contributor) => {
      const lane = lanes[random.weighted(volumes)];
      return lane ? [[contributor, lane.terminal] as const] : [];
    }),
  );
}

/** Multiple of a contributor's usual volume at a terminal. */
export function homeFactor(homes: Homes, contributor: Contributor, terminal: Terminal): number {
  const home = homes.get(contributor);
  return home && greatCircleMiles(home, terminal) < HOME_MILES ? 4 : 1;
}
