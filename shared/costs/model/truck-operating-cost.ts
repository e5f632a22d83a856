import { greatCircleMiles } from '../../geography/places/great-circle.ts';
import type { Coordinates, LocatedInState } from '../../geography/places/place.ts';
import type { TerminalType } from '../../terminals/catalogue/terminal.ts';
import { METROPOLITAN_WAGES } from './metropolitan-wages.ts';

/**
 * Mean hourly wage of heavy and tractor-trailer truck drivers (SOC 53-3032), USD, by state, the U.S. first. Source:
 * U.S. Bureau of Labor Statistics, Occupational Employment and Wage Statistics, May 2025, released 2026-05-15 (public
 * domain); series OEUS{area}00000053303203 and OEUN000000000000053303203. No wage is published for AS and MP.
 */
const MEAN_HOURLY_WAGES = `US 28.71
AL 27.03 AK 33.42 AZ 28.30 AR 27.59 CA 29.82 CO 30.60 CT 29.80 DE 27.59 DC 32.55 FL 26.37 GA 27.78 HI 29.26 ID 28.44
IL 30.01 IN 29.30 IA 28.88 KS 29.08 KY 28.78 LA 24.96 ME 26.91 MD 29.13 MA 30.56 MI 27.10 MN 30.59 MS 26.88 MO 27.32
MT 28.45 NE 28.88 NV 31.25 NH 29.13 NJ 32.10 NM 25.53 NY 31.63 NC 26.83 ND 30.45 OH 29.16 OK 27.73 OR 30.81 PA 28.67
RI 28.68 SC 26.77 SD 28.15 TN 29.06 TX 27.88 UT 29.28 VT 29.37 VA 27.78 WA 32.80 WV 25.21 WI 28.31 WY 30.37 GU 19.17
PR 13.17 VI 21.75`;

const WAGE_BY_STATE: ReadonlyMap<string, number> = new Map(
  MEAN_HOURLY_WAGES.split('\n')
    .flatMap((line) => line.match(/[A-Z]{2} [\d.]+/g) ?? [])
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(3))] as const),
);

/** The U.S. mean, USD per hour. */
export const US_MEAN_WAGE = WAGE_BY_STATE.get('US') ?? Number.NaN;

/** The mean wage in a state (two-letter code), USD per hour. The U.S. mean if none is published for the state. */
export const meanWage = (state: string): number => WAGE_BY_STATE.get(state) ?? US_MEAN_WAGE;

/** The wage of an area. */
interface AreaWage {
  /** Name of the metropolitan area, or two-letter code of the state. */
  readonly area: string;
  /** Mean, USD per hour. */
  readonly usdPerHour: number;
}

/** Miles from a principal city of a metropolitan area within which the area's wage applies. */
const MAX_MILES = 40;

/**
 * The wage where a driver is based: of the metropolitan area with the nearest principal city, or of the state without one
 * within `MAX_MILES`. A ramp in a neighboring state of an area has the area's wage.
 */
export function wageAt({ latitude, longitude, state }: LocatedInState): AreaWage {
  let nearest: AreaWage = { area: state, usdPerHour: meanWage(state) };
  let least = MAX_MILES;
  for (const city of PRINCIPAL_CITIES) {
    // Most cities are excluded by the latitude alone.
    if (Math.abs(city.latitude - latitude) * LEAST_MILES_PER_DEGREE > least) continue;
    const miles = greatCircleMiles(city, { latitude, longitude });
    if (miles < least) [nearest, least] = [city, miles];
  }
  return nearest;
}

const LEAST_MILES_PER_DEGREE = 68;

/** The mean wage at a place, USD per hour. See `wageAt`. */
export const wageUsdAt = (point: LocatedInState): number => wageAt(point).usdPerHour;

interface PrincipalCity extends AreaWage, Coordinates {}

/** Reads "Akron, OH 28.91 41.09 -81.54": name, wage, and the point of each principal city. */
function citiesOf(line: string): readonly PrincipalCity[] {
  const [, area = '', wage = '', points = ''] = /^(.+, [A-Z-]+) ([\d.]+) (.+)$/.exec(line) ?? [];
  return [...points.matchAll(/(\S+) (\S+)/g)].map(([, latitude, longitude]) => ({
    ...{ area, usdPerHour: Number(wage) },
    ...{ latitude: Number(latitude), longitude: Number(longitude) },
  }));
}

const PRINCIPAL_CITIES = METROPOLITAN_WAGES.trim().split('\n').flatMap(citiesOf);

/** Diesel price up to which fuel is part of the linehaul, USD per gallon. Source: DAT RateView's fuel formula. */
export const PEG_USD = 1.25;

/** Source: DAT's value for vans. A drayage tractor that idles in queues is not more efficient. */
export const MILES_PER_GALLON = 5.5;

/**
 * Fuel surcharge in cents per truck mile: (diesel - peg) / mpg, never negative, not rounded. `pricePerGallon` in USD.
 * Source: DAT support pages, fuel surcharge calculation.
 */
export function fuelCentsPerMile(pricePerGallon: number): number {
  return (Math.max(0, pricePerGallon - PEG_USD) / MILES_PER_GALLON) * 100;
}

/** Tolls in the published cost: 3 of 133 cents per mile (ATRI, 2018 update). A route has its own instead. */
const WITHOUT_TOLLS = 1 - 3 / 133;

/**
 * Operating cost of a truck without fuel and tolls. Source: ATRI, Operational Costs of Trucking, 2025 (data of 2024): $71.57
 * per hour and $1.779 per mile with tolls.
 */
export const NON_FUEL_USD_PER_HOUR = 71.57 * WITHOUT_TOLLS;
export const NON_FUEL_USD_PER_MILE = 1.779 * WITHOUT_TOLLS;

/**
 * Share of that cost that depends on miles: repair 17 and tires 4 of 130 cents per mile. The rest (wages, benefits, payments,
 * insurance, permits) depends on hours. Source: ATRI's cost centers in its 2018 update.
 */
export const MILEAGE_SHARE = 21 / 130;

/**
 * Share of the non-fuel cost for the driver: benefits 19.7 and wages 79.8 of 177.9 cents per mile. Sources: benefits and the
 * wage increase of 2.4%, ATRI 2025; the wages of 2023 (77.9), general knowledge.
 */
export const DRIVER_SHARE = (0.197 + 0.798) / NON_FUEL_USD_PER_MILE;

const DRIVER_CENTS_PER_HOUR = NON_FUEL_USD_PER_HOUR * DRIVER_SHARE * 100;

/** Hourly cost of a truck without its driver, driving or waiting: payments, insurance, permits. */
export const TRUCK_CENTS_PER_HOUR = NON_FUEL_USD_PER_HOUR * (1 - MILEAGE_SHARE - DRIVER_SHARE) * 100;

/** Repair and tires, per mile driven. */
export const WEAR_CENTS_PER_MILE = NON_FUEL_USD_PER_MILE * MILEAGE_SHARE * 100;

/** Fuel up to the peg price, per mile driven. The fuel surcharge does not cover it. */
export const PEG_FUEL_CENTS_PER_MILE = (PEG_USD / MILES_PER_GALLON) * 100;

/**
 * Allowance for a night away from home. Source: the special meal and incidental rate of the transportation industry,
 * IRS Notice 2024-68. The hourly costs already contain the truck's cost.
 */
export const NIGHT_CENTS = 8_000;

/**
 * Cost divided by price. Carriers aim at 0.90-0.95; the value within that range fits the published sample of $448 at
 * 33 miles.
 */
export const OPERATING_RATIO = 0.92;

/** Hourly wages and benefits of a driver with a wage in USD per hour. */
export const driverCentsPerHour = (wage: number): number => DRIVER_CENTS_PER_HOUR * (wage / US_MEAN_WAGE);

/** Hourly cost of truck and driver at a wage, divided by the U.S. mean: 1.03 at that of California. */
export const wageFactor = (wage: number): number =>
  (TRUCK_CENTS_PER_HOUR + driverCentsPerHour(wage)) / (TRUCK_CENTS_PER_HOUR + DRIVER_CENTS_PER_HOUR);

/** Miles, hours and nights of a truck for a move: from the terminal to the door and back with the empty container. */
export interface TruckWork {
  readonly loadedMiles: number;
  readonly emptyMiles: number;
  readonly drivingHours: number;
  /** Two terminal visits and the time at the door. */
  readonly waitingHours: number;
  /** Expected nights away from home; a fraction if only some trips need a night. */
  readonly nights: number;
}

/**
 * Up to the same-day distance, the truck brings the empty container back: drayage has 2.5 trip legs a container (NCFRP Report
 * 11, 2011). Beyond, it finds loads for the way back: empty miles for each loaded one, 16.7% of all miles (ATRI 2025).
 */
const FAR_EMPTY_MILES = 0.2;

/** Miles of a leg on streets and port roads, and the speed there. The values fit the published sample of 33 miles. */
const LOCAL_MILES = 35;
const LOCAL_MPH = 35;
/** Hours of service (49 CFR 395.3) allow about 500 miles per day: 10 hours at this speed. */
const HIGHWAY_MPH = 50;
const MILES_PER_DAY = 500;

/**
 * Hours per terminal visit, queue included. Marine: 84 minutes at Los Angeles and Long Beach (Harbor Trucking
 * Association, May 2017). Ramps and inland yards: half of that, because no vessel is worked there (general knowledge).
 */
const HOURS_PER_VISIT: Readonly<Record<TerminalType, number>> = { marine: 1.4, rail: 0.7, intermodal: 0.7 };
/** One visit to pick up the load, one to return the empty container. */
const VISITS = 2;
/** Unloading time included in a rate. In published tariffs, the first hour is free of detention. */
const DOOR_HOURS = 1;

/** Hours of service, 49 CFR 395.3: 11 hours of driving within 14 hours, with a break of half an hour. */
const DRIVING_HOURS_PER_DAY = 11;
const DUTY_HOURS_PER_DAY = 14;
const BREAK_HOURS = 0.5;

/**
 * Miles beyond the same-day distance over which the probability of a night rises to 1. Some trips avoid the night
 * because of short queues (general knowledge). The gradual rise also keeps the cost continuous.
 */
const MILES_UNTIL_CERTAIN_NIGHT = 50;

/** Driving hours of a leg: streets first, then highways. */
export const drivingHours = (miles: number): number =>
  Math.min(miles, LOCAL_MILES) / LOCAL_MPH + Math.max(0, miles - LOCAL_MILES) / HIGHWAY_MPH;

const waitingHours = (terminalType: TerminalType): number =>
  VISITS * HOURS_PER_VISIT[terminalType] + DOOR_HOURS;

/** Maximum one-way miles to a door for a same-day round trip: about 225 from a port. */
export function sameDayMiles(terminalType: TerminalType): number {
  const onDuty = DUTY_HOURS_PER_DAY - BREAK_HOURS - waitingHours(terminalType);
  const hoursEachWay = Math.min(DRIVING_HOURS_PER_DAY, onDuty) / 2;
  return LOCAL_MILES + (hoursEachWay - LOCAL_MILES / LOCAL_MPH) * HIGHWAY_MPH;
}

function nights(miles: number, terminalType: TerminalType): number {
  const beyond = Math.max(0, miles - sameDayMiles(terminalType));
  return Math.min(1, beyond / MILES_UNTIL_CERTAIN_NIGHT) + Math.max(0, miles - MILES_PER_DAY) / MILES_PER_DAY;
}

/** The work of one container move over `miles` (one way, 0 or more). It rises continuously with the miles. */
export function truckWork(miles: number, terminalType: TerminalType): TruckWork {
  const near = Math.min(miles, sameDayMiles(terminalType));
  const empty = near + (miles - near) * FAR_EMPTY_MILES;
  return {
    loadedMiles: miles,
    emptyMiles: empty,
    drivingHours: drivingHours(miles) + drivingHours(empty),
    waitingHours: waitingHours(terminalType),
    nights: nights(miles, terminalType),
  };
}
