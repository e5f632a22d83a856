import * as v from 'valibot';
import { MAX_ROUTE_POINTS, type RoadRoute } from './road-route.ts';

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
