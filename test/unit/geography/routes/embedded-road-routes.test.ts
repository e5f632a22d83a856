import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { createEmbeddedGeocoder } from '../../../../shared/geography/places/embedded-geocoder.ts';
import { greatCircleMiles } from '../../../../shared/geography/places/great-circle.ts';
import type { LocatedInState } from '../../../../shared/geography/places/place.ts';
import {
  createEmbeddedRoadDistances,
  readHighwaysFile,
} from '../../../../shared/geography/roads/embedded-road-distances.ts';
import { buildHighwayGraph } from '../../../../shared/geography/roads/highway-graph.ts';
import { createHighwayMiles } from '../../../../shared/geography/roads/highway-miles.ts';
import { readWaterLines } from '../../../../shared/geography/roads/water-lines.ts';
import { createEmbeddedRoadRoutes } from '../../../../shared/geography/routes/embedded-road-routes.ts';
import { findHighwayPath } from '../../../../shared/geography/routes/highway-path.ts';
import { MAX_ROUTE_POINTS } from '../../../../shared/geography/routes/road-route.ts';
import { describeRoute } from '../../../../shared/geography/routes/route-document.ts';
import { loadTerminals } from '../../../../shared/terminals/catalogue/embedded-terminals.ts';
import { BUILD_TIMEOUT_MS } from '../places/places-file-ready.ts';
import { highwaysFileReady } from '../roads/highways-file-ready.ts';

const distances = createEmbeddedRoadDistances();
const routes = createEmbeddedRoadRoutes();
const geocoder = createEmbeddedGeocoder();

function town(name: string): LocatedInState {
  const found = geocoder.locate({ city: name.slice(0, -4), state: name.slice(-2) });
  if (!found.found) throw new Error(`${name} was not found.`);
  return found.place;
}

/** The route of a lane with its embedded distance, or with another one. */
async function routeBetween(origin: LocatedInState, destination: LocatedInState, source?: string) {
  const distance = await distances.between(origin, destination);
  if (!distance.routable) return undefined;
  const route = routes.route({ origin, destination }, { ...distance, ...(source && { source }) });
  return route && { ...route, distance: distance.miles };
}
const between = (one: string, other: string, source?: string) => routeBetween(town(one), town(other), source);
const namesOf = (route: Awaited<ReturnType<typeof between>>) => route?.highways.map(({ name }) => name);

const anyTerminal = fc.constantFrom(...loadTerminals());
const anyPlace = fc
  .integer({ min: 501, max: 99_950 })
  .map((zip) => geocoder.findZip(String(zip).padStart(5, '0')))
  .filter((place) => place !== undefined);

describe('routes over the highway graph', () => {
  beforeAll(highwaysFileReady, BUILD_TIMEOUT_MS);

  it('have paths with exactly the miles that the distance uses', () => {
    const graph = buildHighwayGraph(readHighwaysFile());
    const lines = readWaterLines(graph);
    const highwayMiles = createHighwayMiles(graph, lines);
    fc.assert(
      fc.property(anyTerminal, anyPlace, (terminal, place) => {
        const path = findHighwayPath(graph, lines, terminal, place);
        expect(path?.miles).toBe(highwayMiles(terminal, place));
        const onHighways = (path?.parts ?? []).reduce((sum, { miles }) => sum + miles, 0);
        expect(onHighways).toBeLessThanOrEqual((path?.miles ?? 0) + 1e-6);
        // Two adjacent highways share a junction, so the parts are connected.
        for (const [at, { highway }] of (path?.parts ?? []).entries()) {
          const next = path?.parts[at + 1]?.highway;
          if (next === undefined) continue;
          const ends = (one: number) => [graph.from[one], graph.to[one]];
          expect(ends(next).some((junction) => ends(highway).includes(junction))).toBe(true);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('start at the origin, end at the destination, are bounded, and say where the distance differs', async () => {
    await fc.assert(
      fc.asyncProperty(anyTerminal, anyPlace, async (terminal, place) => {
        const route = await routeBetween(terminal, place);
        if (route === undefined) return;
        const { points, highways, notes, miles, distance } = route;
        expect([points[0], points.at(-1)]).toMatchObject([
          { latitude: terminal.latitude, longitude: terminal.longitude },
          { latitude: place.latitude, longitude: place.longitude },
        ]);
        expect(points.length).toBeLessThanOrEqual(MAX_ROUTE_POINTS);
        expect(highways.every(({ name, miles: part }) => name !== '' && part > 0)).toBe(true);
        if (notes.length === 0) expect(Math.abs(miles - distance)).toBeLessThan(0.05);
        const { geometry } = describeRoute(route);
        expect(geometry.coordinates[0]?.[0]).toBeCloseTo(terminal.longitude, 4);
        expect(geometry.coordinates[0]?.[1]).toBeCloseTo(terminal.latitude, 4);
        // Access to a highway is a straight line on the map; its miles are those of local roads.
        const drawn = points
          .slice(1)
          .reduce((sum, point, at) => sum + greatCircleMiles(points[at] ?? point, point), 0);
        expect(drawn).toBeLessThan(1.3 * miles + 60);
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ['Savannah, GA', 'Atlanta, GA', ['I-16', 'I-75']],
    ['Los Angeles, CA', 'Phoenix, AZ', ['I-10']],
    ['Elizabeth, NJ', 'Chicago, IL', ['I-80', 'I-90']],
    ['Houston, TX', 'San Antonio, TX', ['I-10']],
    ['Norfolk, VA', 'Richmond, VA', ['I-64']],
    ['Miami, FL', 'Orlando, FL', ["Florida's Turnpike"]],
  ])('name the highways from %s to %s', async (one, other, expected) => {
    expect(namesOf(await between(one, other))).toEqual(expect.arrayContaining(expected));
  });

  it('have each highway once if the path stays on it', async () => {
    const names = namesOf(await between('Houston, TX', 'San Antonio, TX')) ?? [];
    expect(names.some((name, at) => name === names[at + 1])).toBe(false);
  });

  it('are straight and without highways, with a note, if the distance is an estimate', async () => {
    const route = await between('Honolulu, HI', 'Waipahu, HI');
    expect(route).toMatchObject({
      source: 'road-factor-v1',
      highways: [],
      notes: [expect.stringMatching(/straight/)],
    });
    expect(route?.points).toHaveLength(2);
    expect(route?.miles).toBe(route?.distance);
  });

  it('have a note if the distance comes from a map service', async () => {
    const route = await between('Savannah, GA', 'Atlanta, GA', 'amazon-location-truck');
    expect(route?.source).toBe('highway-graph-v3');
    // The miles agree here, and so the note is about a difference only.
    expect(route?.notes).toEqual([]);
    const lane = { origin: town('Savannah, GA'), destination: town('Atlanta, GA') };
    expect(routes.route(lane, { miles: 260, source: 'amazon-location-truck' })?.notes).toEqual([
      expect.stringMatching(
        /^The path has 24\d\.\d miles, and the distance has 260\.0 miles, because .* amazon-location-truck/,
      ),
    ]);
  });

  it('go through Canada where only a road through Canada leads', async () => {
    const route = await between('Seattle, WA', 'Anchorage, AK');
    expect(namesOf(route)).toEqual(['I-5', 'roads in Canada', 'Alaska highways']);
    expect(route?.miles).toBeCloseTo(route?.distance ?? 0, 1);
    expect(route?.notes).toEqual([expect.stringMatching(/Canada/)]);
  });

  it('do not exist without a road', () => {
    const lane = { origin: town('Honolulu, HI'), destination: town('Atlanta, GA') };
    expect(routes.route(lane, { miles: 1, source: 'any' })).toBeUndefined();
  });
});
