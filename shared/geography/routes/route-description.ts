import type { NamedSchemas } from '../../platform/http/operation-description.ts';
import { MAX_ROUTE_POINTS } from './road-route.ts';
import { routeDocument } from './route-document.ts';

/** Schemas of paths. */
export const ROUTE_SCHEMAS: NamedSchemas = {
  RoadRoute: {
    schema: routeDocument,
    description:
      'The path that the miles of a lane come from, for a map. It connects highway junctions by straight lines and is not guidance for drivers.',
    fields: {
      source: 'Method of the path: `highway-graph-v5`, or `road-factor-v1` for a straight line.',
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
