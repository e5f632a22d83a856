import { EARTH_RADIUS_MILES } from '../places/great-circle.ts';
import type { Coordinates } from '../places/place.ts';
import { LENGTHS_PER_MILE, lengthOf, NO_PATH } from './highway-graph.ts';
import { HIGHWAY_UNITS_PER_DEGREE, type HighwayColumns } from './highways-file.ts';
import { typicalRoadMiles } from './road-factors.ts';
import { crossesAny, linesNear, milesAround, type WaterLine } from './water-lines.ts';

/** Access from a point to one highway: lengths of the local roads to evenly spaced places on it, both ends included. */
export interface Access {
  readonly highway: number;
  readonly lengths: readonly number[];
}

/** A highway near a point. */
interface Nearby {
  readonly highway: number;
  readonly miles: number;
}

const RADIANS_PER_DEGREE = Math.PI / 180;
const MILES_PER_DEGREE = EARTH_RADIUS_MILES * RADIANS_PER_DEGREE;

/** Highways count up to this distance beyond the nearest one. */
const FURTHER_MILES = 60;

/** Radius of the first search. A wider search follows only if this radius does not cover all highways that count. */
const CLOSE_MILES = 75;

/** Radius of the wider search. A point without a highway in this radius has no access. */
const FARTHEST_MILES = 150;

/** Factor on miles beyond the nearest highway: local roads, with some preference for the nearer highway. */
const FARTHER = 1.4;

/** Distance between the access places of a highway. */
const STEP_MILES = 8;
const MAX_STEPS = 16;

/** All highways within reach of a point, with the access to each. */
export function accessFrom(
  graph: HighwayColumns,
  lines: readonly WaterLine[],
  point: Coordinates,
): readonly Access[] {
  const close = highwaysWithin(graph, point, CLOSE_MILES);
  const enough = nearestOf(close) + FURTHER_MILES <= CLOSE_MILES;
  const around = enough ? close : highwaysWithin(graph, point, FARTHEST_MILES);
  const nearest = nearestOf(around);
  const reach = nearest + FURTHER_MILES;
  const near = linesNear(lines, point, reach / eastMilesPerDegree(point.latitude));
  const waysTo = (highway: number) => {
    const places = placesAlong(graph, highway);
    const last = places.length - 1;
    const bridge = crossesAny(near, places[0] ?? point, places[last] ?? point);
    return places.map((place, step) => {
      // A bridge has access only at its ends.
      const closed = bridge && step > 0 && step < last;
      const beyond = Math.abs(place.latitude - point.latitude) * MILES_PER_DEGREE > reach;
      return closed || beyond ? NO_PATH : localLength(milesAround(near, point, place), nearest);
    });
  };
  return around
    .filter(({ miles }) => miles < reach)
    .map(({ highway }) => ({ highway, lengths: waysTo(highway) }));
}

const nearestOf = (around: readonly Nearby[]) =>
  around.reduce((least, { miles }) => Math.min(least, miles), FARTHEST_MILES);

/** Reachable junctions, with the length of the path: along each accessible highway to either end. */
export function startsOf(
  graph: HighwayColumns,
  accesses: readonly Access[],
): readonly (readonly [junction: number, length: number])[] {
  return accesses.flatMap(({ highway, lengths }) => {
    const whole = lengthOf(graph, highway);
    const steps = lengths.length - 1;
    let toFirst = NO_PATH;
    let toSecond = NO_PATH;
    for (let step = 0; step <= steps; step++) {
      const length = lengths[step] ?? NO_PATH;
      const along = Math.round((whole * step) / steps);
      toFirst = Math.min(toFirst, length + along);
      toSecond = Math.min(toSecond, length + whole - along);
    }
    return [[graph.from[highway] ?? 0, toFirst] as const, [graph.to[highway] ?? 0, toSecond] as const];
  });
}

/** Evenly spaced places on a highway, both ends included. */
export function placesAlong(graph: HighwayColumns, highway: number): readonly Coordinates[] {
  const first = junctionAt(graph, graph.from[highway] ?? 0);
  const second = junctionAt(graph, graph.to[highway] ?? 0);
  const miles = lengthOf(graph, highway) / LENGTHS_PER_MILE;
  const steps = Math.max(1, Math.min(MAX_STEPS, Math.ceil(miles / STEP_MILES)));
  const places: Coordinates[] = [];
  for (let step = 0; step <= steps; step++) {
    const share = step / steps;
    places.push({
      latitude: first.latitude + share * (second.latitude - first.latitude),
      longitude: first.longitude + share * (second.longitude - first.longitude),
    });
  }
  return places;
}

/**
 * Length of the local roads to a place, by the miles to it and to the nearest highway. It grows without limit towards
 * the end of the reach, so that distances have no step where a highway comes into reach.
 */
function localLength(straight: number, nearest: number): number {
  const reach = nearest + FURTHER_MILES;
  if (straight >= reach) return NO_PATH;
  const farther = Math.max(0, straight - nearest);
  const miles = typicalRoadMiles(straight - farther) + FARTHER * farther;
  return Math.min(NO_PATH, Math.round((miles / (1 - (straight / reach) ** 4)) * LENGTHS_PER_MILE));
}

/** The highways within `most` miles of a point, measured on a flat map around the point. */
function highwaysWithin(graph: HighwayColumns, point: Coordinates, most: number): readonly Nearby[] {
  const { latitudes, longitudes, from, to } = graph;
  const eastMiles = eastMilesPerDegree(point.latitude);
  const north = (point.latitude + most / MILES_PER_DEGREE) * HIGHWAY_UNITS_PER_DEGREE;
  const south = (point.latitude - most / MILES_PER_DEGREE) * HIGHWAY_UNITS_PER_DEGREE;
  const east = (point.longitude + most / eastMiles) * HIGHWAY_UNITS_PER_DEGREE;
  const west = (point.longitude - most / eastMiles) * HIGHWAY_UNITS_PER_DEGREE;
  const within: Nearby[] = [];
  for (let highway = 0; highway < from.length; highway++) {
    const first = from[highway] ?? 0;
    const second = to[highway] ?? 0;
    const latitude = latitudes[first] ?? 0;
    const endLatitude = latitudes[second] ?? 0;
    if (latitude > north ? endLatitude > north : latitude < south && endLatitude < south) continue;
    const longitude = longitudes[first] ?? 0;
    const endLongitude = longitudes[second] ?? 0;
    if (longitude > east ? endLongitude > east : longitude < west && endLongitude < west) continue;
    const miles = milesToSegment(
      (longitude / HIGHWAY_UNITS_PER_DEGREE - point.longitude) * eastMiles,
      (latitude / HIGHWAY_UNITS_PER_DEGREE - point.latitude) * MILES_PER_DEGREE,
      ((endLongitude - longitude) / HIGHWAY_UNITS_PER_DEGREE) * eastMiles,
      ((endLatitude - latitude) / HIGHWAY_UNITS_PER_DEGREE) * MILES_PER_DEGREE,
    );
    if (miles < most) within.push({ highway, miles });
  }
  return within;
}

/** Distance from the origin to the segment from (x, y) to (x + east, y + north). */
function milesToSegment(x: number, y: number, east: number, north: number): number {
  const share = Math.min(1, Math.max(0, -(x * east + y * north) / (east * east + north * north || 1)));
  return Math.hypot(x + share * east, y + share * north);
}

/** The point of a junction. */
export function junctionAt({ latitudes, longitudes }: HighwayColumns, junction: number): Coordinates {
  return {
    latitude: (latitudes[junction] ?? 0) / HIGHWAY_UNITS_PER_DEGREE,
    longitude: (longitudes[junction] ?? 0) / HIGHWAY_UNITS_PER_DEGREE,
  };
}

function eastMilesPerDegree(latitude: number): number {
  return MILES_PER_DEGREE * Math.cos(latitude * RADIANS_PER_DEGREE);
}
