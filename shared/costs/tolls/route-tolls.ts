import type { TollUse } from '../../geography/roads/road-distance.ts';
import { TOLL_RATES } from './toll-facilities.ts';

/** The tolls of a move, in integer cents. */
export interface RouteTolls {
  readonly cents: number;
  /** In the order of the way. Their sum is `cents`. */
  readonly facilities: readonly { readonly name: string; readonly cents: number }[];
}

/**
 * The tolls of a truck with five axles on the way to the destination, and on a share of the ways back.
 * @param backShare 1 if the truck drives back the same way, 0 if it does not.
 */
export function routeTolls(uses: readonly TollUse[], backShare: number): RouteTolls {
  const facilities = uses.flatMap(({ facility, miles, crossings, outward, back }) => {
    const rate = TOLL_RATES.get(facility);
    if (rate === undefined) throw new RangeError(`No toll rate of ${facility}`);
    const oneWay = 'cents' in rate ? rate.cents * crossings : rate.centsPerMile * miles;
    const cents = Math.round(oneWay * ((outward ? 1 : 0) + (back ? backShare : 0)));
    return cents === 0 ? [] : [{ name: facility, cents }];
  });
  return { cents: facilities.reduce((sum, { cents }) => sum + cents, 0), facilities };
}
