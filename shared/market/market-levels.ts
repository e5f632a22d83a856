import type { MarketLane } from './market-load.ts';

/** Levels of the market below the nation, from the widest to the lane itself. */
export const LANE_LEVELS = ['port', 'region', 'state', 'zone', 'lane'] as const;
export type LaneLevel = (typeof LANE_LEVELS)[number];

/** Upper ends of the national distance bands, in one-way miles; the last one has none. */
const BAND_ENDS = [8, 15, 22, 30, 40, 50, 62, 80, 100, 130, 170, 225, 300, 400, 550] as const;
/** How many there are. */
export const BANDS = BAND_ENDS.length + 1;
/** Kinds of loads: each distance band with fuel in the rate, then each without. */
export const KINDS = 2 * BANDS;

/** The distance band of a lane, from 0, the shortest. */
export function distanceBand(miles: number): number {
  const position = BAND_ENDS.findIndex((end) => miles < end);
  return position < 0 ? BAND_ENDS.length : position;
}

/**
 * The kind of a load, from 0: its distance band, and whether its rate holds the fuel. What people leave out for fuel is
 * never just what the formula says, so that the two are told apart.
 */
export const kindOf = (miles: number, fuelIncluded: boolean): number =>
  distanceBand(miles) + (fuelIncluded ? 0 : BANDS);

/** The distance band of a kind. */
export const bandOfKind = (kind: number): number => kind % BANDS;

/** Keys of the cells that every load of the nation counts in: all of them, and those of its distance. */
export const NATION_KEY = 'nation';
export const bandKey = (band: number): string => `band#${band}`;

/**
 * The cells that a load counts in beside the nation's, and that a lane is priced from, a key a level: the freight market ("port");
 * from it to a state ("region"); terminal to state; freight market to three-digit ZIP ("zone"); terminal to three-digit ZIP ("lane"). Levels
 * that a lane does not have (no terminal, no ZIP) are left out.
 */
export function laneKeys(lane: MarketLane): Readonly<Partial<Record<LaneLevel, string>>> {
  const { terminal, region, destinationState, zip3 } = lane;
  return {
    port: `port#${region}`,
    region: `region#${region}#${destinationState}`,
    ...(terminal === undefined ? {} : { state: `state#${terminal}#${destinationState}` }),
    ...(zip3 === '' ? {} : { zone: `zone#${region}#${zip3}` }),
    ...(terminal === undefined || zip3 === '' ? {} : { lane: `lane#${terminal}#${zip3}` }),
  };
}
