import type { TollUse } from '../../geography/roads/road-distance.ts';
import { type RoadEquipment, type TrailerCost, trailerCost } from '../equipment/equipment-type.ts';
import { type RouteTolls, routeTolls } from '../tolls/toll-facilities.ts';
import {
  drivingHours,
  MILEAGE_SHARE,
  NON_FUEL_USD_PER_HOUR,
  NON_FUEL_USD_PER_MILE,
} from './truck-operating-cost.ts';

/**
 * Fuel surcharge of trailers by the published table of TGS Transportation: EIA diesel price, cents per loaded mile.
 * - below $1.17: 0 cents
 * - $1.17 to $1.70: 1 cent, plus 1 cent per 6 cents of diesel
 * - $1.71 to $1.99: 11 cents, plus 1 cent per 6 cents of diesel
 * - from $2.00: 16 cents, plus 1 cent per 5 cents of diesel. The table ends at $5.00; here the last step continues.
 */
const BANDS = [
  { fromMills: 2_000, cents: 16, stepMills: 50 },
  { fromMills: 1_710, cents: 11, stepMills: 60 },
  { fromMills: 1_170, cents: 1, stepMills: 60 },
] as const;

/** Whole cents per loaded mile at a diesel price in USD per gallon. Never falls when the diesel price rises. */
export function roadFuelCentsPerMile(dieselPrice: number): number {
  // Published prices have 3 decimals. Integers avoid rounding errors at the start of a step, for example 3.75.
  const mills = Math.round(dieselPrice * 1_000);
  const band = BANDS.find(({ fromMills }) => mills >= fromMills);
  return band === undefined ? 0 : band.cents + Math.floor((mills - band.fromMills) / band.stepMills);
}

/** Part of every quote of a trailer, so that callers do not compare prices of different models by mistake. */
export const ROAD_MODEL_VERSION = 'road-7';

/** A load on a trailer over the road. No empty container is returned. */
export interface RoadMove {
  readonly equipment: RoadEquipment;
  /** One way, 0 or more. */
  readonly miles: number;
  /** USD per gallon. */
  readonly dieselPrice: number;
  /** Toll facilities on the way, which the truck drives once. Default: none. */
  readonly tolls?: readonly TollUse[] | undefined;
  /** What the market pays, divided by the cost of the loaded miles: direction. Default 1. */
  readonly factor?: number;
}

/** Integer cents, without accessorials. */
export interface RoadCost {
  /** With tolls. */
  readonly linehaulCents: number;
  readonly tolls: RouteTolls;
  readonly fuelCents: number;
  /** Whether the minimum replaced a lower calculated linehaul. */
  readonly minimumApplied: boolean;
}

/** Cost divided by price. Truckload margins are lower than drayage margins (general knowledge). */
const OPERATING_RATIO = 0.95;

/**
 * Diesel price of the fuel in the linehaul, USD per gallon: the U.S. price of 2024-09-30 (EIA), the year of the operating
 * costs. It is constant, so that the linehaul does not change with the weekly price.
 */
const LINEHAUL_DIESEL_USD = 3.544;

/** USD of diesel that the surcharge on loaded miles does not cover: the price below $1.17, and cooling. */
function uncoveredFuelUsd(miles: number, trailer: TrailerCost): number {
  const gallons =
    miles / trailer.milesPerGallon + (drivingHours(miles) + trailer.doorHours) * trailer.gallonsPerHour;
  return gallons * LINEHAUL_DIESEL_USD - (miles * roadFuelCentsPerMile(LINEHAUL_DIESEL_USD)) / 100;
}

/**
 * Tolls that ATRI's trucks pay on average, cents a mile (3 of 133 cents of the non-fuel cost, 2018): published rates contain
 * them, and direction is fitted on published rates.
 */
const USUAL_TOLL_CENTS_PER_MILE = 4;

/**
 * Prices a load by the operating costs of its loaded miles: what empty miles cost, direction decides. Wages of the origin would
 * make errors on held-out rates larger. The factor applies to
 * linehaul and fuel together, as the market does, and changes the linehaul. The price without tolls never falls when miles or
 * the diesel price rise.
 */
export function costOfRoadMove(move: RoadMove): RoadCost {
  const { equipment, miles, dieselPrice, factor = 1 } = move;
  const trailer = trailerCost(equipment);
  const hours = drivingHours(miles) + trailer.doorHours;
  const hourUsd = NON_FUEL_USD_PER_HOUR * (1 - MILEAGE_SHARE) + trailer.extraUsdPerHour;
  const wearUsd = miles * NON_FUEL_USD_PER_MILE * MILEAGE_SHARE;
  const costUsd = (hours * hourUsd + wearUsd + uncoveredFuelUsd(miles, trailer)) / OPERATING_RATIO;
  const fuelUsd = (miles * roadFuelCentsPerMile(dieselPrice)) / 100;
  const priced = (costUsd + fuelUsd) * factor - fuelUsd;
  const tolls = routeTolls(move.tolls ?? [], 0);
  const unusualCents = Math.max(0, tolls.cents - Math.round(miles * USUAL_TOLL_CENTS_PER_MILE));
  return {
    linehaulCents: Math.round(Math.max(trailer.minimumUsd, priced) * 100) + unusualCents,
    tolls,
    fuelCents: Math.round(fuelUsd * 100),
    minimumApplied: priced < trailer.minimumUsd,
  };
}
