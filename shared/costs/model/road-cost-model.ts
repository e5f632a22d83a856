import type { RoadEquipment } from '../equipment/equipment-type.ts';
import { roadFuelCentsPerMile } from './road-fuel-surcharge.ts';
import { NON_FUEL_USD_PER_HOUR, NON_FUEL_USD_PER_MILE, SHARE_OF_MILES } from './truck-operating-cost.ts';
import { drivingHours } from './truck-work.ts';

/** Part of every quote of a trailer, so that prices of different models are not compared. */
export const ROAD_MODEL_VERSION = 'road-2';

/** A trailer's load over the road: no container to bring back. */
export interface RoadMove {
  readonly equipment: RoadEquipment;
  /** One way, 0 or more. */
  readonly miles: number;
  /** USD a gallon. */
  readonly dieselPrice: number;
}

/** Integer cents, without accessorials. */
export interface RoadCost {
  readonly linehaulCents: number;
  readonly fuelCents: number;
  /** Whether the linehaul is the least a carrier sends a truck for. */
  readonly minimumApplied: boolean;
}

/** A linehaul is the same in both directions: no published figure has the difference by lane or state. */
export const DIRECTION_NOT_KNOWN =
  'Headhaul and backhaul are not known: no published figure by lane or state has them, and both directions are priced alike.';

interface Trailer {
  /** Source: DAT support pages, a figure for each kind of trailer. */
  readonly milesPerGallon: number;
  /** Loading and unloading that the rate covers, straps, chains and temperature checks included. */
  readonly hoursAtTheDoors: number;
  /** What the trailer costs beyond a van: set so that long hauls lie as far above a van's as DAT's national averages do. */
  readonly extraUsdPerHour: number;
  /** Diesel that the cooling unit burns; the table has no surcharge for it. */
  readonly gallonsPerHour: number;
  readonly minimumUsd: number;
}

/** Where no source is named: general knowledge of the trade (docs/how-a-quote-is-made.md). */
const TRAILERS: Readonly<Record<RoadEquipment, Trailer>> = {
  dryvan: { milesPerGallon: 5.5, hoursAtTheDoors: 2, extraUsdPerHour: 0, gallonsPerHour: 0, minimumUsd: 200 },
  reefer: {
    milesPerGallon: 5.3,
    hoursAtTheDoors: 3,
    extraUsdPerHour: 6,
    gallonsPerHour: 0.75,
    minimumUsd: 275,
  },
  flatbed: {
    milesPerGallon: 5.1,
    hoursAtTheDoors: 3,
    extraUsdPerHour: 9,
    gallonsPerHour: 0,
    minimumUsd: 275,
  },
};

/** Empty miles for each loaded one: 16.7% of all miles are empty (ATRI 2025). */
const EMPTY_MILES = 0.2;
/** Cost over price: truckload carriers keep less than drayage does (general knowledge). */
const OPERATING_RATIO = 0.95;

/**
 * Diesel price of the linehaul's fuel, USD a gallon: the U.S. price of 2024-09-30 (EIA), the year of the operating costs.
 * A fixed one, so that the linehaul does not move with the week's price.
 */
const LINEHAUL_DIESEL_USD = 3.544;

/** USD of diesel that a surcharge on loaded miles does not cover: empty miles, the first dollar and cooling. */
function uncoveredFuelUsd(miles: number, trailer: Trailer): number {
  const gallons =
    (miles * (1 + EMPTY_MILES)) / trailer.milesPerGallon +
    (drivingHours(miles) + trailer.hoursAtTheDoors) * trailer.gallonsPerHour;
  return gallons * LINEHAUL_DIESEL_USD - (miles * roadFuelCentsPerMile(LINEHAUL_DIESEL_USD)) / 100;
}

/** What a load over the road should sell for, by what it costs to run. Never falls when miles or diesel rise. */
export function costOfRoadMove({ equipment, miles, dieselPrice }: RoadMove): RoadCost {
  const trailer = TRAILERS[equipment];
  const truckMiles = miles * (1 + EMPTY_MILES);
  const hours = drivingHours(miles) + drivingHours(miles * EMPTY_MILES) + trailer.hoursAtTheDoors;
  const hourUsd = NON_FUEL_USD_PER_HOUR * (1 - SHARE_OF_MILES) + trailer.extraUsdPerHour;
  const wearUsd = truckMiles * NON_FUEL_USD_PER_MILE * SHARE_OF_MILES;
  const priced = (hours * hourUsd + wearUsd + uncoveredFuelUsd(miles, trailer)) / OPERATING_RATIO;
  return {
    linehaulCents: Math.round(Math.max(trailer.minimumUsd, priced) * 100),
    fuelCents: Math.round(miles * roadFuelCentsPerMile(dieselPrice)),
    minimumApplied: priced < trailer.minimumUsd,
  };
}
