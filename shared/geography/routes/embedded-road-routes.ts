import { greatCircleMiles } from '../places/great-circle.ts';
import type { Coordinates } from '../places/place.ts';
import { readHighwaysFile } from '../roads/embedded-road-distances.ts';
import { departFrom, findHighwayPath } from '../roads/highway-path.ts';
import { buildHighwayGraph } from '../roads/highways-file.ts';
import type { LaneEnds, RoutableDistance } from '../roads/road-distance.ts';
import { HIGHWAY_GRAPH_SOURCE, ROAD_FACTOR_SOURCE, readWaterLines } from '../roads/road-miles.ts';
import { type CanadianRoad, roadLink } from '../roads/road-networks.ts';
import { type HighwayPart, MAX_ROUTE_POINTS, type RoadRoute } from './route-document.ts';

export type RoadRoutes = ReturnType<typeof createEmbeddedRoadRoutes>;

type Distance = Pick<RoutableDistance, 'miles' | 'source'>;

/** A path and its highways, without notes. */
type Path = Pick<RoadRoute, 'miles' | 'points' | 'highways'>;

/** Miles that rounding to one decimal can hide. */
const SAME_MILES = 0.05;

/**
 * Paths over the highway graph of the bundle. The first call reads the file; road distances do not depend on it.
 * @throws Error from `route` if the file is missing (the build step creates it) or has another layout.
 */
export function createEmbeddedRoadRoutes() {
  let opened: ReturnType<typeof open> | undefined;
  const pathBetween = (origin: Coordinates, destination: Coordinates): Path | undefined => {
    opened ??= open();
    const { graph, lines, nameOf } = opened;
    const path = findHighwayPath(graph, lines, departFrom(graph, lines, origin), destination);
    return (
      path && {
        ...path,
        highways: merged(path.parts.map(({ highway, miles }) => ({ name: nameOf(highway), miles }))),
      }
    );
  };

  return {
    /** The path of a lane with a known distance; undefined if no road connects its ends. */
    route: ({ origin, destination }: LaneEnds, distance: Distance): RoadRoute | undefined => {
      const link = roadLink(origin, destination);
      if (link.kind === 'none') return undefined;
      if (link.kind === 'through-canada') return throughCanada(link.roads, { origin, destination }, distance);
      const path = distance.source === ROAD_FACTOR_SOURCE ? undefined : pathBetween(origin, destination);
      if (path === undefined) return straight({ origin, destination }, distance);
      return routeOf(path, differenceNotes(path.miles, distance));
    },
  };

  function throughCanada(
    roads: readonly CanadianRoad[],
    { origin, destination }: LaneEnds,
    distance: Distance,
  ) {
    const partBetween = (from: Coordinates, to: Coordinates): Path =>
      pathBetween(from, to) ?? { miles: greatCircleMiles(from, to), points: [from, to], highways: [] };
    const paths = roads.map((road): Path => {
      const [before, after] = [partBetween(origin, road.from), partBetween(road.to, destination)];
      return {
        miles: before.miles + road.miles + after.miles,
        points: [...before.points, ...after.points],
        highways: merged([...before.highways, { name: CANADA, miles: road.miles }, ...after.highways]),
      };
    });
    const [shortest] = paths.toSorted((one, other) => one.miles - other.miles);
    return shortest && routeOf(shortest, [CANADA_NOTE, ...differenceNotes(shortest.miles, distance)]);
  }
}

/** Name of the roads between two border crossings. */
const CANADA = 'roads in Canada';

function open() {
  const columns = readHighwaysFile();
  const names = String.fromCharCode(...columns.nameTexts).split('\n');
  return {
    graph: buildHighwayGraph(columns),
    lines: readWaterLines(columns),
    nameOf: (highway: number): string => names[columns.names[highway] ?? -1] ?? '',
  };
}

const routeOf = (path: Path, notes: readonly string[]): RoadRoute => ({
  source: HIGHWAY_GRAPH_SOURCE,
  miles: path.miles,
  points: simplifyLine(path.points, MAX_ROUTE_POINTS),
  highways: path.highways,
  notes,
});

/** A straight line, if the distance does not come from a path. */
const straight = ({ origin, destination }: LaneEnds, { miles, source }: Distance): RoadRoute => ({
  source: ROAD_FACTOR_SOURCE,
  miles: source === ROAD_FACTOR_SOURCE ? miles : greatCircleMiles(origin, destination),
  points: [origin, destination],
  highways: [],
  notes: ['No highway path is known for this lane. The line on the map is straight and shows no road.'],
});

function differenceNotes(pathMiles: number, { miles, source }: Distance): readonly string[] {
  if (Math.abs(pathMiles - miles) < SAME_MILES) return [];
  const path = `The path has ${pathMiles.toFixed(1)} miles, and the distance has ${miles.toFixed(1)} miles`;
  return [
    source === HIGHWAY_GRAPH_SOURCE
      ? `${path}, because the distance also takes local roads into account, up to 120 miles.`
      : `${path}, because the distance comes from ${source} and the path from the highway graph.`,
  ];
}

const CANADA_NOTE = 'The line through Canada is straight; its miles come from an atlas.';

/** Adjacent parts of one highway are one part; parts without miles are left out. */
function merged(parts: readonly HighwayPart[]): readonly HighwayPart[] {
  const highways: HighwayPart[] = [];
  for (const { name, miles } of parts.filter((part) => part.miles > 0)) {
    const last = highways.at(-1);
    if (last?.name === name) highways[highways.length - 1] = { name, miles: last.miles + miles };
    else highways.push({ name, miles });
  }
  return highways;
}

/**
 * A line with at most `max` points: without the inner points whose triangle with both neighbours is smallest (algorithm of
 * Visvalingam and Whyatt). The ends stay.
 * @param max at least 2.
 */
export function simplifyLine(points: readonly Coordinates[], max: number): readonly Coordinates[] {
  const kept = [...points];
  while (kept.length > max) {
    const areas = kept.slice(1, -1).map((point, at) => triangleArea(kept[at], point, kept[at + 2]));
    kept.splice(1 + areas.indexOf(Math.min(...areas)), 1);
  }
  return kept;
}

/** Twice the area on a flat map, in square degrees. */
function triangleArea(a: Coordinates | undefined, b: Coordinates, c: Coordinates | undefined): number {
  if (a === undefined || c === undefined) return Number.POSITIVE_INFINITY;
  return Math.abs(
    (b.longitude - a.longitude) * (c.latitude - a.latitude) -
      (c.longitude - a.longitude) * (b.latitude - a.latitude),
  );
}
