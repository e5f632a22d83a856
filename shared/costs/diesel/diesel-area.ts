/**
 * Areas of the EIA's weekly on-highway diesel series, by the EIA's codes, with the names it prints.
 * Source: EIA, Gasoline and Diesel Fuel Update, series EMD_EPD2D_PTE_{area}_DPG.
 */
const DIESEL_AREA_NAMES = {
  NUS: 'U.S.',
  R1X: 'New England (PADD1A)',
  R1Y: 'Central Atlantic (PADD1B)',
  R1Z: 'Lower Atlantic (PADD1C)',
  R20: 'Midwest (PADD2)',
  R30: 'Gulf Coast (PADD3)',
  R40: 'Rocky Mountain (PADD4)',
  R50: 'West Coast (PADD5)',
} as const;

export type DieselArea = keyof typeof DIESEL_AREA_NAMES;

/** In the order of the columns of the price table. */
export const DIESEL_AREAS = Object.keys(DIESEL_AREA_NAMES) as readonly DieselArea[];

/** States of each PADD region, as the EIA defines them. */
const STATES: Readonly<Partial<Record<DieselArea, string>>> = {
  R1X: 'CT ME MA NH RI VT',
  R1Y: 'DE DC MD NJ NY PA',
  R1Z: 'FL GA NC SC VA WV',
  R20: 'IL IN IA KS KY MI MN MO NE ND OH OK SD TN WI',
  R30: 'AL AR LA MS NM TX',
  R40: 'CO ID MT UT WY',
  R50: 'AK AZ CA HI NV OR WA',
};

const AREA_BY_STATE: ReadonlyMap<string, DieselArea> = new Map(
  DIESEL_AREAS.flatMap((area) => (STATES[area]?.split(' ') ?? []).map((state) => [state, area] as const)),
);

/** The area whose price a state pays; the U.S. average for territories, which have no series of their own. */
export function dieselAreaOf(state: string): DieselArea {
  return AREA_BY_STATE.get(state) ?? 'NUS';
}

/** The name as the EIA prints it: "West Coast (PADD5)". */
export const dieselAreaName = (area: DieselArea): string => DIESEL_AREA_NAMES[area];
