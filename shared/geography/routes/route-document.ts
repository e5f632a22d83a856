import * as v from 'valibot';
import type { NamedSchemas } from '../../platform/http/operation-description.ts';
import type { Coordinates } from '../places/place.ts';

/** Miles on one highway, in the order of the route. */
export interface HighwayPart {
  /** "I-95", "US-101". */
  readonly name: string;
  readonly miles: number;
}

/** The path of a lane on a map. */
export interface RoadRoute {
  /** Method of the path; the distance of the lane can come from another one. */
  readonly source: string;
  readonly miles: number;
  /** From the origin to the destination, 2 to `MAX_ROUTE_POINTS`. */
  readonly points: readonly Coordinates[];
  readonly highways: readonly HighwayPart[];
  /** How the path differs from the distance, as full sentences; [] if the path is the source of the distance. */
  readonly notes: readonly string[];
}

export const MAX_ROUTE_POINTS = 200;

const miles = v.pipe(
  v.number(),
  v.minValue(0),
  v.check((value) => Number(value.toFixed(1)) === value, 'at most 1 decimal'),
);

/** A point as GeoJSON (RFC 7946) has it: longitude, then latitude, in degrees. */
const position = v.tuple([
  v.pipe(v.number(), v.minValue(-180), v.maxValue(180)),
  v.pipe(v.number(), v.minValue(-90), v.maxValue(90)),
]);

/** The path of a lane as callers get it. */
export const routeDocument = v.looseObject({
  source: v.string(),
  miles,
  geometry: v.looseObject({
    type: v.literal('LineString'),
    coordinates: v.pipe(v.array(position), v.minLength(2), v.maxLength(MAX_ROUTE_POINTS)),
  }),
  highways: v.array(v.looseObject({ name: v.pipe(v.string(), v.nonEmpty()), miles })),
  notes: v.array(v.string()),
});
export type RouteDocument = v.InferOutput<typeof routeDocument>;

const roundTo = (decimals: number) => (value: number) => Number(value.toFixed(decimals)) + 0;
const tenths = roundTo(1);
/** 1/100,000 degree is about 1 m. */
const degrees = roundTo(5);

/** A path as a document: miles with 1 decimal, degrees with 5. */
export const describeRoute = ({ source, miles, points, highways, notes }: RoadRoute): RouteDocument => ({
  source,
  miles: tenths(miles),
  geometry: {
    type: 'LineString',
    coordinates: points.map(({ latitude, longitude }) => [degrees(longitude), degrees(latitude)]),
  },
  highways: highways.map((part) => ({ name: part.name, miles: tenths(part.miles) })),
  notes: [...notes],
});

/** Schemas of paths. */
export const ROUTE_SCHEMAS: NamedSchemas = {
  RoadRoute: {
    schema: routeDocument,
    description:
      'The path that the miles of a lane come from, for a map. It connects highway junctions by straight lines and is not guidance for drivers.',
    fields: {
      source: 'Method of the path: `highway-graph-v6`, or `road-factor-v1` for a straight line.',
      miles: 'Length of the path, one way.',
      geometry: `GeoJSON LineString with at most ${MAX_ROUTE_POINTS} points.`,
      'geometry.type': 'Always LineString.',
      'geometry.coordinates': 'Points from the origin to the destination.',
      'geometry.coordinates[]': 'Longitude, then latitude, in degrees (RFC 7946).',
      highways: 'Highways in the order of the path; local roads are left out. Empty without a highway path.',
      'highways[].name': 'Name, such as `I-95`.',
      'highways[].miles': 'Miles on the highway.',
      notes:
        'How the path differs from the distance of the lane, as full sentences. Empty if the path is the source of the distance.',
    },
  },
};
