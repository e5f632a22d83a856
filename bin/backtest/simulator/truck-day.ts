/** Hours that a drayage driver can work between the first gate and the last. */
const HOURS_A_DAY = 10.5;

/** Running cost per mile without fuel, USD: tires, repair, tolls. */
const USD_A_MILE = 0.38;

/** A haul as the carrier's dispatcher plans it. */
export interface Haul {
  /** Road miles one way. */
  readonly miles: number;
  /** Hours at the terminal, both visits, and at the door. */
  readonly waitingHours: number;
  /** Miles per hour on the road. */
  readonly speed: number;
  /** Part of the way back that another shipper pays for. */
  readonly backhaul: number;
}

const streetHours = (miles: number, speed: number): number =>
  Math.min(miles, 12) / 22 + Math.max(0, miles - 12) / speed;

/**
 * Truck days that a haul takes. A dispatcher fills a day with whole turns: three short ones, two, or one. Half of
 * the remaining day is lost, and a haul of more than a day keeps truck and driver until the end of the last day.
 */
function truckDays({ miles, waitingHours, speed, backhaul }: Haul): number {
  const hours = waitingHours + streetHours(miles, speed) * (2 - 0.8 * backhaul);
  const exact = hours / HOURS_A_DAY;
  const whole = exact < 1 ? 1 / smoothFloor(1 / exact) : smoothCeiling(exact);
  return (exact + whole) / 2;
}

/** Dispatchers swap turns between drivers, so the step near a whole number is a slope. */
const smoothCeiling = (value: number): number => {
  const part = value - Math.floor(value);
  return Math.floor(value) + Math.min(1, part / 0.35);
};
const smoothFloor = (value: number): number => {
  const part = value - Math.floor(value);
  return Math.floor(value) + Math.max(0, (part - 0.65) / 0.35);
};

/** Exponent that blends a port's least charge and the price by work: nearly the larger of both. */
const FLOOR_POWER = 8;

/**
 * A carrier's price for a haul, USD without fuel. It is at least about the port's least charge, so short hauls are
 * nearly flat ($216 at 27 miles and $237 at 45 by SONAR TRAC, $350-500 up to 30 in drayage tariffs).
 * @param dayRevenue revenue that a truck needs in a day, USD without fuel.
 * @param leastCharge USD without fuel.
 */
export function haulPrice(haul: Haul, dayRevenue: number, leastCharge: number): number {
  const roadMiles = haul.miles * (2 - 0.8 * haul.backhaul);
  const byWork = dayRevenue * truckDays(haul) + USD_A_MILE * roadMiles + 60;
  return (byWork ** FLOOR_POWER + leastCharge ** FLOOR_POWER) ** (1 / FLOOR_POWER);
}

/**
 * A carrier's fuel surcharge, USD: tables in steps of five cents, with the diesel price of the week before, for
 * nine tenths of the fuel used.
 */
export function haulSurcharge(haul: Haul, dieselWeekBefore: number): number {
  const aMile = Math.max(0, Math.floor((dieselWeekBefore - 1.2) / 0.05) * 0.05) / 5.8;
  return 0.9 * aMile * haul.miles * (2 - 0.8 * haul.backhaul);
}
