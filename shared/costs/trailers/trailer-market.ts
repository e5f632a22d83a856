import { greatCircleMiles } from '../../geography/places/great-circle.ts';
import type { Coordinates } from '../../geography/places/place.ts';
import { DAY_MS, daysBetween, startOfDay, type UtcDay } from '../../platform/time/utc-calendar.ts';
import type { DieselLookup } from '../diesel/diesel-lookup.ts';
import type { RoadEquipment } from '../equipment/equipment-type.ts';
import { costOfRoadMove } from '../model/road-cost-model.ts';
import { freightBalance } from './freight-flows.ts';
import { middleUsd, type PublishedRate } from './published-rates.ts';
import { DISTRICTS, type ShippingLane, type ShippingPlace, shippingLane } from './shipping-places.ts';

/** A lane of a trailer on a day. */
export interface TrailerLane {
  readonly origin: Coordinates;
  readonly destination: Coordinates;
  /** One way. */
  readonly miles: number;
  readonly day: UtcDay;
}

/** A published rate near a lane. */
export interface NearRate {
  readonly rate: PublishedRate;
  readonly lane: ShippingLane;
}

/** What the market pays for a lane. */
export interface TrailerMarket {
  /** Price divided by the cost of the loaded miles. */
  readonly factor: number;
  /** Standard error of the logarithm of the price. */
  readonly error: number;
  /** The newest published rates of lanes with both ends in the same markets; [] for vans and flatbeds. */
  readonly near: readonly NearRate[];
}

export type TrailerMarketLookup = (lane: TrailerLane, equipment: RoadEquipment) => TrailerMarket;

/*
 * The logarithm of price over cost is a Gaussian process (kriging): the tightness of the origin less that of the destination,
 * because a place that pays well to leave is cheap to reach. The constants had the least errors on held-out lanes, districts
 * and weeks (docs/explanation/how-a-quote-is-made.md); results are nearly the same around them.
 */

/** Trailers earn less than ATRI's cost of a loaded mile on the average of both directions. */
const LEVEL = -0.1;
/** Tightness for each unit of the balance of freight flows. */
const BALANCE_SHARE = 0.7;
/** Tightness of a district in harvest, for refrigerated trucks; outside the harvest the second part of it. */
const HARVEST = 0.2;
const OFF_SEASON = 0.2;
/** Deviations of markets fade with distance; harvests sooner. */
const MARKET_MILES = 400;
const HARVEST_MILES = 150;
/** Standard deviations: of tightness, of a lane, of the length of haul, of all markets in a week, of one rate. */
const DEVIATION = { market: 0.2, lane: 0.11, length: 0.15, week: 0.1, rate: 0.055 };
/** Part of the deviations that passes with the season. It halves in six weeks; the other part stays. */
const PASSING = 0.35;
const HALF_LIFE_DAYS = 42;
/** On short hauls the truck returns anyway, so that direction counts less: half at this distance. */
const HALF_DIRECTION_MILES = 100;
const USUAL_MILES = 1_500;
/** Road miles over a great-circle mile of long hauls. */
const ROAD_FACTOR = 1.15;
/** Rates that do not fit count less (Student's t), so that a misprint moves little. */
const FREEDOM = 4;
const ROUNDS = 3;
/** The newest rates only: the work grows with their third power. */
const MAX_RATES = 600;

/**
 * Other trailers: freight flows, the level of all markets in a week and the length of haul count in full, since they concern
 * all trucks; of the direction that refrigerated rates add, this part; harvests and passing directions not at all. More of it
 * moves vans away from their own usual prices.
 */
const SHARED = 0.15;
/** Refrigerated trucks take this part of the vans' direction before rates: errors in districts without rates are smaller. */
const REEFER_PART = 0.5;
/** Makes vans 10 to 19% cheaper than refrigerated trucks on the mean of both ways of most lanes (general knowledge). */
const OTHERS_LEVEL = -0.15;
/**
 * Refrigerated trucks carry dry freight too, so that a van costs less than they do: with this much more of its own cost, as a
 * logarithm, it is 3 to 8% below.
 */
const MOST_ABOVE_REEFER = 0.045;
/** Away from harvests, refrigerated trucks compete with vans for dry freight: at most this much more of their own cost. */
const MOST_ABOVE_VAN = 0.12;
/**
 * Usual prices of vans out of a market, divided by those of the way back. Source: spot rates of 2023 to 2025, general
 * knowledge of the trade; Philadelphia to Boston, DAT in Land Line, 2019-12-19. Levels of prices change by the year, directions stay.
 */
const VAN_DIRECTIONS: readonly VanDirection[] = `
Los Angeles 34 -118.2 Phoenix 33.4 -112.1 1.6|Los Angeles 34 -118.2 Seattle 47.5 -122.3 2
Los Angeles 34 -118.2 Chicago 41.8 -87.8 1.25|Los Angeles 34 -118.2 Denver 39.8 -104.9 2.2
Stockton 37.9 -121.3 Portland 45.6 -122.7 1.9|Chicago 41.8 -87.8 Denver 39.8 -104.9 2
Kansas City 39.1 -94.6 Denver 39.8 -104.9 1.85|Salt Lake City 40.8 -112 Denver 39.8 -104.9 1.35
Dallas 32.8 -96.8 Albuquerque 35.1 -106.7 1.8|Dallas 32.8 -96.8 Houston 29.8 -95.4 1.05
Chicago 41.8 -87.8 Dallas 32.8 -96.8 1.1|Dallas 32.8 -96.8 Atlanta 33.7 -84.5 1.1
Memphis 35.1 -90 Charlotte 35.2 -80.9 1.25|Columbus 40 -83 Atlanta 33.7 -84.5 1.35
Charlotte 35.2 -80.9 Miami 25.8 -80.3 2.3|Allentown 40.6 -75.6 Lakeland 28 -82 1.9
Atlanta 33.7 -84.5 Philadelphia 40 -75.2 1.5|Chicago 41.8 -87.8 Allentown 40.6 -75.6 1.9
Columbus 40 -83 Buffalo 42.9 -78.8 1.7|Allentown 40.6 -75.6 Boston 42.3 -71.1 2.2
Philadelphia 40 -75.2 Boston 42.3 -71.1 1.95|Laredo 27.5 -99.5 Dallas 32.8 -96.8 1.45
Laredo 27.5 -99.5 Chicago 41.8 -87.8 1.4|McAllen 26.2 -98.2 Dallas 32.8 -96.8 1.4
`
  .trim()
  .split(/[\n|]/)
  .map(readDirection);
/** Standard deviation of the half logarithm of such a ratio. */
const RATIO_DEVIATION = 0.06;

/** The error of a market without published rates (a held-out district): that of vans and flatbeds at least. */
const UNPUBLISHED_ERROR = 0.2;

/** A published lane has the markets of a lane if its ends are within these miles, and its report within a year. */
const NEAR_MILES = 100;
const NEAR_DAYS = 365;

type Ends = Pick<TrailerLane, 'origin' | 'destination' | 'miles'>;

interface VanDirection extends Ends {
  /** Half the logarithm of the ratio: what direction adds to the price out and takes from the price back. */
  readonly direction: number;
}

function readDirection(line: string): VanDirection {
  const [latitude = 0, longitude = 0, toLatitude = 0, toLongitude = 0, ratio = 1] =
    line.match(/-?\d[\d.]*/g)?.map(Number) ?? [];
  const ends = {
    origin: { latitude, longitude },
    destination: { latitude: toLatitude, longitude: toLongitude },
  };
  const miles = ROAD_FACTOR * greatCircleMiles(ends.origin, ends.destination);
  return { ...ends, miles, direction: Math.log(ratio) / 2 };
}

const dayNumberOf = (day: UtcDay): number => startOfDay(day) / DAY_MS;

const directionPart = (miles: number): number => miles / (miles + HALF_DIRECTION_MILES);

/** How far the day is in a harvest: 1 in its months, 0 outside, half at the ends. */
function harvestPart([first, last]: readonly [number, number], day: UtcDay): number {
  const now = Number(day.slice(5, 7)) + (Number(day.slice(8)) - 1) / 31;
  const months = ((last - first + 12) % 12) + 1;
  const apart = Math.abs(now - (first + months / 2)) % 12;
  return Math.max(0, Math.min(1, months / 2 + 0.5 - Math.min(apart, 12 - apart)));
}

const harvestNear = (point: Coordinates, day: UtcDay): number =>
  Math.max(
    ...DISTRICTS.map(
      (district) =>
        Math.exp(-greatCircleMiles(point, district) / HARVEST_MILES) *
        (OFF_SEASON + (1 - OFF_SEASON) * harvestPart(district.harvest, day)),
    ),
  );

const flowDirection = ({ origin, destination, miles }: Ends): number =>
  directionPart(miles) * BALANCE_SHARE * (freightBalance(origin) - freightBalance(destination));

/** How near the places of published rates are to the ends of a lane: 1 at the same point. */
interface Nearness {
  readonly lane: TrailerLane;
  /** Days since 1970. */
  readonly dayNumber: number;
  readonly origin: Float64Array;
  readonly destination: Float64Array;
}

const nearness = (one: Coordinates, other: Coordinates): number =>
  Math.exp(-greatCircleMiles(one, other) / MARKET_MILES);

/** Covariance of two lanes by how near their ends and days are; `shared` is the part of it that other trailers follow. */
function covariance(
  a: TrailerLane,
  b: TrailerLane,
  ends: { readonly origins: number; readonly destinations: number; readonly opposite: number },
  days: number,
): { readonly all: number; readonly shared: number } {
  const recent = 2 ** (-Math.abs(days) / HALF_LIFE_DAYS);
  const length = Math.log(a.miles / USUAL_MILES) * Math.log(b.miles / USUAL_MILES) * DEVIATION.length ** 2;
  const lasting = (ends.origins + ends.destinations - ends.opposite) * DEVIATION.market ** 2;
  const direction =
    (lasting + ends.origins * ends.destinations * DEVIATION.lane ** 2) * (1 - PASSING + PASSING * recent);
  const part = directionPart(a.miles) * directionPart(b.miles);
  const week = recent * DEVIATION.week ** 2;
  return {
    all: part * (direction + length) + week,
    shared: part * (SHARED * lasting * (1 - PASSING) + length) + week,
  };
}

/** Covariance of two lanes by the tightness of the markets at their ends. */
const directionCovariance = (a: Ends, b: Ends): number =>
  directionPart(a.miles) *
  directionPart(b.miles) *
  DEVIATION.market ** 2 *
  (nearness(a.origin, b.origin) +
    nearness(a.destination, b.destination) -
    nearness(a.origin, b.destination) -
    nearness(a.destination, b.origin));

const VAN_WEIGHTS = solve(
  choleskyFactor(
    VAN_DIRECTIONS.map((one, row) =>
      Float64Array.from(VAN_DIRECTIONS.slice(0, row + 1), (other) => directionCovariance(one, other)),
    ),
    VAN_DIRECTIONS.map(() => RATIO_DEVIATION ** 2),
  ),
  Float64Array.from(VAN_DIRECTIONS, (out) => out.direction - flowDirection(out)),
);

/** What the usual prices of vans add to the direction of freight flows. */
const vanDirection = (lane: Ends): number =>
  dot(
    Float64Array.from(VAN_DIRECTIONS, (one) => directionCovariance(lane, one)),
    VAN_WEIGHTS,
  );

const expected = (lane: TrailerLane): number =>
  directionPart(lane.miles) *
    (LEVEL + HARVEST * (harvestNear(lane.origin, lane.day) - harvestNear(lane.destination, lane.day))) +
  flowDirection(lane) +
  REEFER_PART * vanDirection(lane);

/** Covariance with a published rate. */
function covarianceWith({ lane, dayNumber, origin, destination }: Nearness, rate: KnownRate) {
  const ends = {
    origins: at(origin, rate.from),
    destinations: at(destination, rate.to),
    opposite: at(origin, rate.to) + at(destination, rate.from),
  };
  return covariance(lane, rate, ends, dayNumber - rate.dayNumber);
}

/** The variance of a lane. */
function varianceOf(lane: TrailerLane): number {
  const opposite = 2 * nearness(lane.origin, lane.destination);
  return covariance(lane, lane, { origins: 1, destinations: 1, opposite }, 0).all;
}

interface KnownRate extends NearRate, TrailerLane {
  /** Positions of its ends in the list of places. */
  readonly from: number;
  readonly to: number;
  readonly dayNumber: number;
}

/** Fits the published rates; takes tens of milliseconds. @param rates oldest first. */
function fitMarkets(rates: readonly PublishedRate[], dieselFor: DieselLookup): TrailerMarketLookup {
  const places: ShippingPlace[] = [];
  const position = (place: ShippingPlace) => {
    const at = places.findIndex(({ name }) => name === place.name);
    return at < 0 ? places.push(place) - 1 : at;
  };
  const known = rates.slice(-MAX_RATES).flatMap((rate): readonly KnownRate[] => {
    const lane = shippingLane(rate.district, rate.destination);
    if (lane === undefined) return [];
    const ends = { from: position(lane.origin), to: position(lane.destination) };
    return [{ ...lane, ...ends, rate, lane, day: rate.date, dayNumber: dayNumberOf(rate.date) }];
  });
  const nearLane = (lane: TrailerLane): Nearness => ({
    lane,
    dayNumber: dayNumberOf(lane.day),
    origin: Float64Array.from(places, (place) => nearness(lane.origin, place)),
    destination: Float64Array.from(places, (place) => nearness(lane.destination, place)),
  });
  const deviations = Float64Array.from(
    known,
    (one) => Math.log(middleUsd(one.rate) / costUsd(one, dieselFor)) - expected(one),
  );
  const covariances = known.map((one, row) => {
    const near = nearLane(one);
    return Float64Array.from(known.slice(0, row + 1), (other) => covarianceWith(near, other).all);
  });
  const noise = known.map(() => DEVIATION.rate ** 2);
  let factor: Triangle = [];
  let weights: Float64Array = deviations;
  for (let round = 0; round < ROUNDS; round++) {
    factor = choleskyFactor(covariances, noise);
    weights = solve(factor, deviations);
    for (const [index, weight] of weights.entries()) {
      const misfit = (weight * (noise[index] ?? 0)) / DEVIATION.rate;
      noise[index] = (DEVIATION.rate ** 2 * (FREEDOM + misfit ** 2)) / (FREEDOM + 1);
    }
  }

  const covariancesOf = (lane: TrailerLane) => {
    const near = nearLane(lane);
    return known.map((rate) => covarianceWith(near, rate));
  };
  /** What published rates say about other trailers. */
  const sharedOf = (lane: TrailerLane): number =>
    dot(
      Float64Array.from(covariancesOf(lane), ({ shared }) => shared),
      weights,
    );
  return (lane, equipment) => {
    const all = Float64Array.from(covariancesOf(lane), (part) => part.all);
    const variance = varianceOf(lane) - dot(all, solve(factor, all)) + DEVIATION.rate ** 2;
    const error = Math.sqrt(Math.max(variance, DEVIATION.rate ** 2));
    const van =
      directionPart(lane.miles) * OTHERS_LEVEL + flowDirection(lane) + vanDirection(lane) + sharedOf(lane);
    // The mean error is least a little below the median.
    const published = expected(lane) + dot(all, weights) - error ** 2 / 2;
    const reefer = Math.min(published, van + MOST_ABOVE_VAN + harvestNear(lane.origin, lane.day));
    if (equipment === 'reefer') return { factor: Math.exp(reefer), error, near: nearRates(lane, known) };
    return {
      factor: Math.exp(Math.min(van, reefer + MOST_ABOVE_REEFER)),
      error: Math.max(error, UNPUBLISHED_ERROR),
      near: [],
    };
  };
}

function costUsd({ miles, day, lane }: KnownRate, dieselFor: DieselLookup): number {
  const { pricePerGallon: dieselPrice } = dieselFor(lane.origin.state, day);
  const { linehaulCents, fuelCents } = costOfRoadMove({ equipment: 'reefer', miles, dieselPrice });
  return (linehaulCents + fuelCents) / 100;
}

/** The newest rates up to the day of the lanes that have the same markets at both ends. */
function nearRates(
  { origin, destination, day }: TrailerLane,
  known: readonly KnownRate[],
): readonly NearRate[] {
  const near = known.filter(
    (one) =>
      one.day <= day &&
      daysBetween(one.day, day) <= NEAR_DAYS &&
      greatCircleMiles(origin, one.origin) <= NEAR_MILES &&
      greatCircleMiles(destination, one.destination) <= NEAR_MILES,
  );
  const newest = near.at(-1)?.day;
  return near.filter((one) => one.day === newest);
}

/** Rows of a lower triangle. */
type Triangle = readonly Float64Array[];

/** The lower factor of a symmetric matrix, given by its lower triangle, with `diagonal` added. */
function choleskyFactor(matrix: Triangle, diagonal: readonly number[]): Triangle {
  const factor: Float64Array[] = [];
  for (const [row, values] of matrix.entries()) {
    const own = Float64Array.from(values);
    for (let column = 0; column < row; column++) {
      const other = factor[column] as Float64Array;
      own[column] = (at(own, column) - dot(own, other, column)) / at(other, column);
    }
    own[row] = Math.sqrt(at(own, row) + (diagonal[row] ?? 0) - dot(own, own, row));
    factor.push(own);
  }
  return factor;
}

/** Solves the equations whose matrix has this factor. */
function solve(factor: Triangle, right: Float64Array): Float64Array {
  const solution = Float64Array.from(right);
  for (const [row, values] of factor.entries()) {
    solution[row] = (at(solution, row) - dot(values, solution, row)) / at(values, row);
  }
  for (const [row, values] of [...factor.entries()].reverse()) {
    const value = at(solution, row) / at(values, row);
    solution[row] = value;
    for (let before = 0; before < row; before++) {
      solution[before] = at(solution, before) - at(values, before) * value;
    }
  }
  return solution;
}

function at(values: Float64Array, index: number): number {
  return values[index] as number;
}

/** The scalar product of the first values. */
function dot(one: Float64Array, other: Float64Array, length: number = one.length): number {
  let sum = 0;
  for (let index = 0; index < length; index++) sum += at(one, index) * at(other, index);
  return sum;
}

/** Standard errors within which 80% of held-out rates were. */
const MIDDLE_80 = 1.15;

/** The range that contains the middle 80% of prices, in integer cents. */
export function trailerRange(cents: number, error: number): { minCents: number; maxCents: number } {
  const part = Math.exp(MIDDLE_80 * error);
  return { minCents: Math.round(cents / part), maxCents: Math.round(cents * part) };
}

/** Confidence (0-100) in a price: 100 less the width of its range in percent. */
export const trailerConfidence = (error: number): number =>
  Math.max(0, Math.round(100 * (1 - 2 * (Math.exp(MIDDLE_80 * error) - 1))));

let last:
  | { rates: readonly PublishedRate[]; dieselFor: DieselLookup; lookup: TrailerMarketLookup }
  | undefined;

/** What the market pays for trailers, by these rates. The fit is kept until rates or diesel prices change. */
export function trailerMarkets(
  rates: readonly PublishedRate[],
  dieselFor: DieselLookup,
): TrailerMarketLookup {
  if (last?.rates !== rates || last.dieselFor !== dieselFor) {
    last = { rates, dieselFor, lookup: fitMarkets(rates, dieselFor) };
  }
  return last.lookup;
}
