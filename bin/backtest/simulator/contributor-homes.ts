import { greatCircleMiles } from '../../../shared/geography/places/great-circle.ts';
import type { Terminal } from '../../../shared/terminals/catalogue/terminal.ts';
import type { Contributor } from './contributors.ts';
import type { FreightLane } from './freight-map.ts';
import type { Random } from './random.ts';

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
