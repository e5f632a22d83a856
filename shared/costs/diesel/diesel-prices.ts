/**
 * Areas of the EIA's weekly on-highway diesel series: the EIA's codes and its names for them.
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
  R5XCA: 'West Coast except California (PADD5XCA)',
  SCA: 'California',
} as const;

export type DieselArea = keyof typeof DIESEL_AREA_NAMES;

export const DIESEL_AREAS = Object.keys(DIESEL_AREA_NAMES) as readonly DieselArea[];

/** States of each PADD region, as the EIA defines them. */
const STATES: Readonly<Partial<Record<DieselArea, string>>> = {
  R1X: 'CT ME MA NH RI VT',
  R1Y: 'DE DC MD NJ NY PA',
  R1Z: 'FL GA NC SC VA WV',
  R20: 'IL IN IA KS KY MI MN MO NE ND OH OK SD TN WI',
  R30: 'AL AR LA MS NM TX',
  R40: 'CO ID MT UT WY',
  R5XCA: 'AK AZ HI NV OR WA',
  SCA: 'CA',
};

const AREA_BY_STATE: ReadonlyMap<string, DieselArea> = new Map(
  DIESEL_AREAS.flatMap((area) => (STATES[area]?.split(' ') ?? []).map((state) => [state, area] as const)),
);

/**
 * The area of a state (two-letter code), or of the code of an area. Territories have no series of their own: the U.S.
 * average applies there.
 */
export function dieselAreaOf(place: string): DieselArea {
  return DIESEL_AREAS.find((area) => area === place) ?? AREA_BY_STATE.get(place) ?? 'NUS';
}

/** The EIA's name of an area: "Midwest (PADD2)". */
export const dieselAreaName = (area: DieselArea): string => DIESEL_AREA_NAMES[area];

/**
 * Plausible diesel prices, USD per gallon. Values outside are most often cents, prices per liter or another column.
 * The series ranged from 0.95 (1999) to 8 until 2026.
 */
export const MIN_USD_PER_GALLON = 0.5;
export const MAX_USD_PER_GALLON = 20;

/** Plausible change from the price of the week before, as a share. A larger change is more often a typing error. */
export const MAX_WEEKLY_CHANGE = 0.3;

/** The two parts of the West Coast. */
const WEST_COAST_PARTS = ['R5XCA', 'SCA'] as const;
type WestCoastPart = (typeof WEST_COAST_PARTS)[number];
type WholeArea = Exclude<DieselArea, WestCoastPart>;

/** The areas that each week has a price of. */
export const WHOLE_AREAS = DIESEL_AREAS.filter(
  (area): area is WholeArea => !WEST_COAST_PARTS.some((part) => part === area),
);

/** USD per gallon, taxes included, 3 decimals, by area. Without a price of a part of the West Coast, it is estimated. */
export type DieselPrices = Readonly<Record<WholeArea, number> & Partial<Record<WestCoastPart, number>>>;

/**
 * California's price divided by that of the West Coast: 1.105 to 1.121 in the published weeks of `WEST_COAST_WEEKS`. The West
 * Coast is the mean of its parts, weighted by their sales: 0.4645 for California fits those weeks.
 */
const CALIFORNIA_FACTOR = 1.115;
const CALIFORNIA_WEIGHT = 0.4645;

const toMills = (price: number): number => Math.round(price * 1_000) / 1_000;

/** The price of an area, and whether it is estimated from that of the West Coast. */
export function priceIn(
  prices: DieselPrices,
  area: DieselArea,
): { readonly price: number; readonly estimated: boolean } {
  const price = prices[area];
  if (price !== undefined) return { price, estimated: false };
  const california = prices.SCA ?? CALIFORNIA_FACTOR * prices.R50;
  const other = (prices.R50 - CALIFORNIA_WEIGHT * california) / (1 - CALIFORNIA_WEIGHT);
  return { price: toMills(area === 'SCA' ? california : other), estimated: true };
}

/** The diesel prices of one week, surveyed on its Monday. */
export interface DieselWeek {
  /** Monday, YYYY-MM-DD. */
  readonly week: string;
  readonly prices: DieselPrices;
}

/** Source of the bundled weeks. */
export const BUNDLED_SOURCE = 'EIA release 2026-10-06';

/**
 * Weekly U.S. on-highway diesel prices, oldest first. Source: U.S. Energy Information Administration, Gasoline and
 * Diesel Fuel Update, release of 2026-10-06 (public domain); series EMD_EPD2D_PTE_{NUS,R1X,R1Y,R1Z,R20,R30,R40,R50}_DPG.
 */
const TABLE = `
week       NUS   R1X   R1Y   R1Z   R20   R30   R40   R50
2025-09-29 3.754 3.962 3.902 3.673 3.731 3.413 3.732 4.532
2025-10-06 3.711 3.958 3.886 3.656 3.670 3.364 3.671 4.499
2025-10-13 3.665 3.949 3.877 3.639 3.606 3.299 3.658 4.464
2025-10-20 3.620 3.943 3.878 3.578 3.564 3.256 3.585 4.421
2025-10-27 3.718 3.933 3.881 3.642 3.715 3.350 3.686 4.485
2025-11-03 3.753 3.936 3.908 3.678 3.773 3.374 3.676 4.499
2025-11-10 3.837 3.955 3.956 3.761 3.891 3.436 3.803 4.545
2025-11-17 3.868 4.021 3.999 3.787 3.913 3.490 3.813 4.559
2025-11-24 3.831 4.057 4.010 3.789 3.850 3.459 3.723 4.514
2025-12-01 3.758 4.049 3.982 3.687 3.755 3.415 3.665 4.441
2025-12-08 3.665 4.040 3.948 3.617 3.635 3.327 3.498 4.370
2025-12-15 3.607 4.064 3.944 3.580 3.567 3.267 3.385 4.294
2025-12-22 3.544 4.047 3.892 3.557 3.483 3.214 3.304 4.205
2025-12-29 3.500 4.035 3.875 3.522 3.424 3.184 3.233 4.156
2026-01-05 3.477 4.024 3.872 3.502 3.387 3.172 3.222 4.128
2026-01-12 3.459 4.010 3.858 3.484 3.365 3.160 3.185 4.110
2026-01-19 3.530 4.007 3.843 3.548 3.445 3.248 3.246 4.189
2026-01-26 3.624 4.019 3.876 3.591 3.579 3.325 3.367 4.301
2026-02-02 3.681 4.235 3.988 3.628 3.625 3.379 3.419 4.377
2026-02-09 3.688 4.236 4.021 3.605 3.636 3.377 3.539 4.376
2026-02-16 3.711 4.215 4.030 3.612 3.664 3.412 3.607 4.383
2026-02-23 3.809 4.201 4.104 3.708 3.798 3.489 3.683 4.465
2026-03-02 3.897 4.314 4.122 3.808 3.888 3.598 3.737 4.534
2026-03-09 4.859 4.970 4.940 4.880 4.801 4.627 4.397 5.556
2026-03-16 5.071 5.236 5.196 5.057 4.970 4.835 4.796 5.856
2026-03-23 5.375 5.759 5.629 5.395 5.160 5.134 5.174 6.310
2026-03-30 5.401 5.825 5.834 5.394 5.105 5.105 5.270 6.596
2026-04-06 5.643 5.997 5.980 5.624 5.304 5.415 5.412 6.924
2026-04-13 5.608 6.024 5.996 5.518 5.382 5.310 5.256 6.822
2026-04-20 5.403 5.862 5.924 5.297 5.165 5.069 5.213 6.620
2026-04-27 5.351 5.834 5.843 5.229 5.131 5.012 5.270 6.530
2026-05-04 5.640 5.863 5.873 5.331 5.742 5.178 5.517 6.631
2026-05-11 5.639 5.849 5.863 5.278 5.815 5.152 5.491 6.562
2026-05-18 5.596 5.808 5.819 5.231 5.749 5.122 5.549 6.524
2026-05-25 5.523 5.799 5.810 5.201 5.623 5.045 5.493 6.500
2026-06-01 5.350 5.731 5.694 5.016 5.392 4.900 5.331 6.398
2026-06-08 5.210 5.626 5.568 4.943 5.182 4.786 5.200 6.289
2026-06-15 5.059 5.508 5.503 4.831 5.011 4.646 5.019 6.074
2026-06-22 4.832 5.371 5.368 4.657 4.751 4.415 4.795 5.809
2026-06-29 4.668 5.248 5.190 4.547 4.583 4.283 4.602 5.528
2026-07-06 4.578 5.220 5.146 4.477 4.458 4.225 4.484 5.425
2026-07-13 4.796 5.189 5.204 4.748 4.659 4.546 4.600 5.550
2026-07-20 5.134 5.399 5.370 5.107 4.988 4.942 4.935 5.877
2026-07-27 5.313 5.518 5.579 5.255 5.196 5.087 5.141 6.067
2026-08-03 5.348 5.549 5.587 5.168 5.262 5.141 5.285 6.130
2026-08-10 5.257 5.514 5.535 5.034 5.181 5.044 5.271 6.033
2026-08-17 5.454 5.545 5.652 5.204 5.435 5.237 5.427 6.203
2026-08-24 5.652 5.716 5.840 5.350 5.636 5.481 5.537 6.407
2026-08-31 5.599 5.736 5.838 5.276 5.571 5.360 5.555 6.497
2026-09-07 5.967 5.990 6.051 5.605 5.946 5.754 5.805 6.987
2026-09-14 6.285 6.202 6.312 6.096 6.250 6.027 6.066 7.250
2026-09-21 6.529 6.517 6.546 6.139 6.680 6.177 6.340 7.456
2026-09-28 6.382 6.510 6.531 5.953 6.526 5.955 6.407 7.357
2026-10-05 6.199 6.476 6.485 5.699 6.286 5.819 6.267 7.229
`;

/**
 * Published prices of the parts of the West Coast, as far as they are at hand. Source: EIA, as reported by The Trucker
 * (2025-12-30), Thinking on Energy (2026-06-15) and Citrus Belt Review (week of 2026-06-22, in cents). The weekly refresh
 * records the others.
 */
const WEST_COAST_WEEKS: Readonly<Record<string, Readonly<Partial<Record<WestCoastPart, number>>>>> = {
  '2025-12-22': { R5XCA: 3.766, SCA: 4.711 },
  '2025-12-29': { R5XCA: 3.719, SCA: 4.66 },
  '2026-06-15': { SCA: 6.713 },
  '2026-06-22': { R5XCA: 5.24, SCA: 6.47 },
};

const [HEADER = '', ...LINES] = TABLE.trim().split('\n');
const COLUMNS = HEADER.split(/ +/).slice(1) as WholeArea[];

function readWeek(line: string): DieselWeek {
  const [week = '', ...prices] = line.split(' ');
  const byArea = COLUMNS.map((area, column) => [area, Number(prices[column])] as const);
  const whole = Object.fromEntries(byArea) as Record<WholeArea, number>;
  return { week, prices: { ...whole, ...WEST_COAST_WEEKS[week] } };
}

/** The weeks that are bundled with the code, oldest first. */
export const DIESEL_WEEKS: readonly DieselWeek[] = LINES.map(readWeek);
