import * as v from 'valibot';
import type { TollUse } from '../../geography/roads/road-distance.ts';
import type { NamedSchemas } from '../../platform/http/operation-description.ts';

/** A fixed toll for each crossing, or a toll by distance. */
export type TollRate = { readonly cents: number } | { readonly centsPerMile: number };

/** The day of the table. Rates are those in force then. */
const TOLLS_AS_OF = '2026-11-29';

/** The Port Authority's six crossings: $20 an axle at peak hours in 2023 (Newsday, 2023-01-08), raised like the car's toll from
 * $14.75 to $16.79 in 2026 (New Jersey Monitor, 2026-01-02). */
const PORT_AUTHORITY = 113.8;

/** The MTA's major bridges, each way: $26.26 in 2014 (MTA: $52.52 one way at the Verrazzano), raised like the car's toll from
 * $5.33 to $7.46 in 2026 (general knowledge). */
const MTA_MAJOR = 36.75;

/** Commission between Trenton and Milford: $6.50 an axle in 2026 (6abc, November 2025). */
const DELAWARE_JOINT = 32.5;

/** Delaware River Port Authority: $9 an axle since September 2024 (general knowledge). */
const DELAWARE_PORT = 45;

/** Bay Area Toll Authority, five axles: $27 in 2022, $1 more in 2025, 50 cents an axle more in 2026 (mtc.ca.gov). */
const BAY_AREA = 30.5;

/**
 * Tolls of a truck with five axles and a transponder of the region, USD: a crossing, or "/mi" a mile. "General knowledge" marks
 * rates without a published source at hand.
 */
const RATES: Readonly<Record<string, number | `${number}/mi`>> = {
  'George Washington Bridge': PORT_AUTHORITY,
  'Goethals Bridge': PORT_AUTHORITY,
  'Bayonne Bridge': PORT_AUTHORITY,
  'Outerbridge Crossing': PORT_AUTHORITY,
  'Verrazzano-Narrows Bridge': MTA_MAJOR,
  'Robert F. Kennedy Bridge': MTA_MAJOR,
  'Bronx-Whitestone Bridge': MTA_MAJOR,
  'Throgs Neck Bridge': MTA_MAJOR,
  // Class 5H: $55.77 in 2022 (Westfair, December 2019), raised like the car's toll from $5.75 to $7.25 (Thruway Authority).
  'Gov. Mario M. Cuomo Bridge': 70.32,
  // General knowledge: about five times the car's 4.7 cents.
  'New York State Thruway': '0.23/mi',
  // General knowledge: $18.20 for 118 miles in 2000 (Heavy Duty Trucking), raised by the published increases since.
  'New Jersey Turnpike': '0.62/mi',
  'I-78 Toll Bridge': DELAWARE_JOINT,
  'Easton-Phillipsburg Toll Bridge': DELAWARE_JOINT,
  'Delaware Water Gap Toll Bridge': DELAWARE_JOINT,
  'Trenton-Morrisville Toll Bridge': DELAWARE_JOINT,
  'New Hope-Lambertville Toll Bridge': DELAWARE_JOINT,
  'Milford-Montague Toll Bridge': DELAWARE_JOINT,
  'Benjamin Franklin Bridge': DELAWARE_PORT,
  'Walt Whitman Bridge': DELAWARE_PORT,
  'Betsy Ross Bridge': DELAWARE_PORT,
  'Commodore Barry Bridge': DELAWARE_PORT,
  // $7 an axle since 2019 (6abc, 2018-12-19: $2 more), unchanged with a transponder in 2025 (DRBA).
  'Delaware Memorial Bridge': 35,
  // General knowledge.
  'Delaware Turnpike': 11,
  // Maryland Transportation Authority, financial report of 2024.
  'Tydings Bridge (I-95)': 48,
  'Fort McHenry Tunnel': 24,
  'Chesapeake Bay Bridge': 24,
  // $39 in 2014 (FleetOwner), 10% more in 2019 and in 2024 (Bridge and Tunnel Commission).
  'Chesapeake Bay Bridge-Tunnel': 47,
  // General knowledge: about four times the car's $62.54 for 359 miles (Turnpike Commission, 2026).
  'Pennsylvania Turnpike': '0.68/mi',
  // Class 5: 22 cents in 2025, 23.8 cents in 2028 (Turnpike Commission; Land Line, 2024-12-02).
  'Ohio Turnpike': '0.226/mi',
  // Class 5: $72.88 for 157 miles in 2022 (South Bend Tribune, 2022-06-01), about 4.5% more each July (general knowledge).
  'Indiana Toll Road': '0.55/mi',
  // General knowledge, also of the four turnpikes below.
  'Illinois Tollway': '0.45/mi',
  'Massachusetts Turnpike': '0.17/mi',
  'Kansas Turnpike': '0.17/mi',
  'Oklahoma turnpikes': '0.21/mi',
  "Florida's Turnpike": '0.28/mi',
  // Four times the toll of two axles (FDOT, rule 14-15.0081), which was $2.75 in 2012 (Palm Beach Post, 2012-06-11) and follows
  // the price index: about $3.50 (general knowledge).
  'Alligator Alley': 14,
  'San Francisco-Oakland Bay Bridge': BAY_AREA,
  'San Mateo-Hayward Bridge': BAY_AREA,
  'Richmond-San Rafael Bridge': BAY_AREA,
  'Carquinez Bridge': BAY_AREA,
  'Benicia-Martinez Bridge': BAY_AREA,
  // Five times the car's $9.75, as in 2012 (Bridge District; CBS, 2012-06-02).
  'Golden Gate Bridge': 48.75,
};

/** Rates by the facilities of the highways file. */
export const TOLL_RATES: ReadonlyMap<string, TollRate> = new Map(
  Object.entries(RATES).map(([name, rate]) => [
    name,
    typeof rate === 'number'
      ? { cents: Math.round(rate * 100) }
      : { centsPerMile: Number(rate.slice(0, -3)) * 100 },
  ]),
);

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

const amount = v.pipe(
  v.number(),
  v.minValue(0),
  v.check((value) => Number(value.toFixed(2)) === value, 'at most 2 decimals'),
);

/** The tolls of a price as callers see them, USD. */
export const tollsDocument = v.looseObject({
  amount,
  included: v.literal(true),
  facilities: v.array(v.looseObject({ name: v.pipe(v.string(), v.nonEmpty()), amount })),
  as_of: v.pipe(v.string(), v.isoDate()),
});
export type TollsDocument = v.InferOutput<typeof tollsDocument>;

export const describeTolls = ({ cents, facilities }: RouteTolls): TollsDocument => ({
  amount: cents / 100,
  included: true,
  facilities: facilities.map((facility) => ({ name: facility.name, amount: facility.cents / 100 })),
  as_of: TOLLS_AS_OF,
});

export const TOLL_SCHEMAS: NamedSchemas = {
  Tolls: {
    schema: tollsDocument,
    description:
      'Tolls of a truck with five axles on the way that the miles come from: bridges, tunnels and turnpikes in a dated table. The way back of a container counts as far as the truck drives it empty. They are part of the price, before margin and market factor.',
    fields: {
      amount: 'Sum of the facilities in USD; 0 if the way has none.',
      included: 'Always true: the price includes the amount.',
      facilities: 'In the order of the way. Empty if the way has none.',
      'facilities[].name': 'Name, such as `Goethals Bridge`.',
      'facilities[].amount': 'USD, both directions together.',
      as_of: 'Day of the table.',
    },
  },
};
