import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readHighways, readJunctions } from '../../../bin/build/places/read-highways.ts';
import { createEmbeddedGeocoder } from '../../../shared/geography/places/embedded-geocoder.ts';
import { greatCircleMiles } from '../../../shared/geography/places/great-circle.ts';
import type { LocatedInState } from '../../../shared/geography/places/place.ts';
import {
  createEmbeddedRoadDistances,
  createHighwayMiles,
  readHighwaysFile,
} from '../../../shared/geography/roads/embedded-road-distances.ts';
import { departFrom, findHighwayPath } from '../../../shared/geography/roads/highway-path.ts';
import { buildHighwayGraph } from '../../../shared/geography/roads/highways-file.ts';
import { readWaterLines } from '../../../shared/geography/roads/road-miles.ts';
import { createEmbeddedRoadRoutes } from '../../../shared/geography/routes/embedded-road-routes.ts';
import { describeRoute, MAX_ROUTE_POINTS } from '../../../shared/geography/routes/route-document.ts';
import { loadTerminals } from '../../../shared/terminals/catalogue/embedded-terminals.ts';
import {
  FITTED_LANES,
  GATES,
  HELD_OUT_LANES,
  LANES_OFF_BEFORE,
} from '../../support/road-lanes/known-lanes.ts';
import { measureLanes, summarize } from '../../support/road-lanes/measure-lanes.ts';

const distances = createEmbeddedRoadDistances();
const routes = createEmbeddedRoadRoutes();
const geocoder = createEmbeddedGeocoder();
const TERMINALS = loadTerminals();

/** A terminal of the catalogue, a ZIP code, or a town with its state. */
function end(name: string): LocatedInState {
  const known = TERMINALS.find((terminal) => terminal.name === name) ?? geocoder.findZip(name);
  if (known !== undefined) return known;
  const result = geocoder.locate({ city: name.slice(0, -4), state: name.slice(-2) });
  if (!result.found) throw new Error(`${name} was not found.`);
  return result.place;
}

async function miles(origin: LocatedInState, destination: LocatedInState): Promise<number> {
  const distance = await distances.between(origin, destination);
  return distance.routable ? distance.miles : Number.NaN;
}

describe('the source files of the highways', () => {
  const highways = readHighways();

  it('are many, without duplicates, and connected', () => {
    expect(highways.length).toBeGreaterThan(3000);
    expect(new Set(highways.map(({ ends }) => [...ends].sort().join())).size).toBe(highways.length);
    const neighbours = Map.groupBy(
      highways.flatMap(({ ends: [a, b] }) => [[a, b] as const, [b, a] as const]),
      ([from]) => from,
    );
    // The first junction of each part: the mainland, Alaska's road system, Oahu and Puerto Rico.
    const reached = new Set(['Denver CO', 'Anchorage AK', 'Honolulu HI', 'San Juan PR']);
    for (const junction of reached) for (const [, to] of neighbours.get(junction) ?? []) reached.add(to);
    expect([...neighbours.keys()].filter((name) => !reached.has(name))).toEqual([]);
  });

  it('have about the miles between their junctions', () => {
    const junctions = readJunctions();
    const positionOf = (name: string) => junctions.get(name) ?? end(name.replace(/ (..)$/, ', $1'));
    const amiss = highways.filter(({ ends: [a, b], miles }) => {
      const straight = greatCircleMiles(positionOf(a), positionOf(b));
      return straight > miles + 10 || miles > 2.5 * straight + 15;
    });
    expect(amiss).toEqual([]);
  });
});

describe('road miles over the highway graph', () => {
  /** The difference of the computed miles from known ones, as a share of these. */
  const differenceFrom = async (known: number, from: string, to: string): Promise<number> =>
    Math.abs((await miles(end(from), end(to))) / known - 1);

  /** The point a mile from another in a direction, in degrees from north. */
  function oneMileFrom(point: LocatedInState, bearing: number): LocatedInState {
    const angle = (bearing * Math.PI) / 180;
    const north = Math.cos(angle) / 69.1;
    const east = Math.sin(angle) / (69.1 * Math.cos((point.latitude * Math.PI) / 180));
    return { ...point, latitude: point.latitude + north, longitude: point.longitude + east };
  }

  /** Areas without water or canyons across the routes. */
  const inland = fc.record({
    latitude: fc.double({ min: 33, max: 41, noNaN: true }),
    longitude: fc.double({ min: -109, max: -86, noNaN: true }),
    state: fc.constant('KS'),
  });
  const gate = fc.constantFrom(...Object.values(GATES));
  const anyEnd = fc.oneof(inland, gate);

  it.each([
    ['fitted', FITTED_LANES],
    ['held out', HELD_OUT_LANES],
  ])('are near the known ones on the lanes %s', async (_, table) => {
    const lanes = await measureLanes(table, distances);
    expect(lanes.length).toBeGreaterThan(40);
    const { mean, worst } = summarize(lanes.map(({ error }) => error));
    expect(mean).toBeLessThanOrEqual(4);
    expect(worst).toBeLessThanOrEqual(12);
    expect(mean).toBeLessThan(summarize(lanes.map(({ baselineError }) => baselineError)).mean);
  });

  it('are within 10% on the lanes that an audit found wrong', async () => {
    const { worst } = summarize((await measureLanes(LANES_OFF_BEFORE, distances)).map(({ error }) => error));
    expect(worst).toBeLessThan(10);
  });

  // By exit numbers, mile markers, signed distances and kilometer posts; general knowledge.
  it.each([
    ['Seattle, WA', 'Bremerton, WA', 65, 0.15],
    ['Muskegon, MI', 'Milwaukee, WI', 280, 0.15],
    ['Annapolis, MD', 'Easton, MD', 41, 0.15],
    ['Anchorage, AK', 'Fairbanks, AK', 360, 0.15],
    ['Port Liberty Bayonne', '11232', 18, 0.15],
    ['APM Elizabeth Terminal', 'Bayonne, NJ', 9, 0.15],
    ['APM Elizabeth Terminal', '11232', 17, 0.15],
    ['APM Elizabeth Terminal', '60632', 800, 0.03],
    ['Red Hook Container Terminal', '07302', 24, 0.15],
    ['Conley Container Terminal', 'Hull, MA', 22, 0.15],
    ['Tenth Avenue Marine Terminal', 'Coronado, CA', 4.5, 0.15],
    ['Port of Galveston Terminal', 'Port Bolivar, TX', 134, 0.15],
    ['Terminal 18 Seattle', 'Bainbridge Island, WA', 92, 0.15],
    ['Terminal 18 Seattle', 'Port Angeles, WA', 140, 0.15],
    ['Port of Wilmington Delaware', 'Lewes, DE', 88, 0.15],
    ['Oakland International Container Terminal', 'Sausalito, CA', 17, 0.15],
    ['Luis Ayala Colon Terminal', 'Ponce, PR', 72, 0.1],
    ['Luis Ayala Colon Terminal', 'Mayaguez, PR', 97, 0.1],
    ['Matson Honolulu', 'Ewa Beach, HI', 18, 0.1],
    ['Portland Terminal 6', 'Scappoose, OR', 18, 0.1],
    ['Portland Terminal 6', 'Vernonia, OR', 42, 0.1],
    ['Matson Honolulu', 'Waianae, HI', 31, 0.1],
  ])('from %s to %s lead round the water or over bridges for trucks: %d', async (from, to, known, share) => {
    expect(await differenceFrom(known, from, to)).toBeLessThan(share);
  });

  // Short lanes that an audit suspected, or that two computations have differently. Approximate, general knowledge; the
  // miles to Walterboro and Trion are those of the second computation.
  it.each([
    ['NS Charleston', 'Walterboro, SC', 48],
    ['Kahului Harbor', 'Lahaina, HI', 23],
    ['NS Austell', 'Trion, GA', 73],
    ['NS Rickenbacker', 'Zanesville, OH', 58],
    ['NS Harrisburg', 'State College, PA', 88],
    ['CSX Queensgate', 'Fort Wayne, IN', 158],
    ['CSX Baltimore', 'Dover, DE', 85],
    ['Richmond Marine Terminal', 'Winchester, VA', 143],
    ['Maher Terminals', 'Hicksville, NY', 47],
    ['Port Newark Container Terminal', 'Toms River, NJ', 62],
    ['Port Manatee Terminal', 'Lealman, FL', 30],
    ['CSX 59th Street', 'Aurora, IL', 41],
    ['Terminal 18 Seattle', 'Ellensburg, WA', 110],
  ])(
    'from %s to %s are within 12%% of the known miles, over local roads if they are shorter: %d',
    async (from, to, known) => {
      expect(await differenceFrom(known, from, to)).toBeLessThan(0.12);
    },
  );

  it.each([
    ['Seattle, WA', 'Anchorage, AK', 2340],
    ['Chicago, IL', 'Fairbanks, AK', 3480],
    ['Haines, AK', 'Anchorage, AK', 770],
    ['Bellingham, WA', 'Point Roberts, WA', 47],
    ['Warroad, MN', 'Angle Inlet, MN', 65],
  ])('from %s to %s lead through Canada, with a warning', async (from, to, known) => {
    const distance = await distances.between(end(from), end(to));
    expect(distance).toMatchObject({ routable: true, warnings: [expect.stringMatching(/through Canada/)] });
    expect(await distances.between(end(to), end(from))).toEqual(distance);
    expect(await differenceFrom(known, from, to)).toBeLessThan(0.08);
  });

  it.each([
    ['Detroit, MI', 'Buffalo, NY', { source: 'highway-graph-v6', warnings: [] }],
    ['Hilo, HI', 'Kailua Kona, HI', { source: 'road-factor-v1' }],
    ['Kahului, HI', 'Hana, HI', { source: 'road-factor-v1' }],
    ['Lihue, HI', 'Princeville, HI', { source: 'road-factor-v1' }],
    ['Charlotte Amalie, VI', '00802', { source: 'road-factor-v1' }],
    ['Los Angeles, CA', 'Honolulu, HI', { routable: false }],
    ['Seattle, WA', 'Juneau, AK', { routable: false }],
  ])('from %s to %s are over highways, by the factor or none: %j', async (from, to, expected) => {
    expect(await distances.between(end(from), end(to))).toMatchObject(expected);
  });

  it('are by the factor for short distances', async () => {
    const phoenix = end('Phoenix, AZ');
    const distance = await distances.between(phoenix, oneMileFrom(phoenix, 45));
    expect(distance).toMatchObject({ source: 'road-factor-v1' });
  });

  it('are 0 to the same point, equal in both directions, and never below the great circle', async () => {
    await fc.assert(
      fc.asyncProperty(anyEnd, anyEnd, async (a, b) => {
        expect(await miles(a, a)).toBe(0);
        expect(await miles(a, b)).toBe(await miles(b, a));
        expect(await miles(a, b)).toBeGreaterThanOrEqual(greatCircleMiles(a, b));
      }),
      { numRuns: 80 },
    );
  });

  it('change by a few miles, never by 30, when an end moves by one mile', async () => {
    const bearing = fc.double({ min: 0, max: 360, noNaN: true });
    const changes: number[] = [];
    await fc.assert(
      fc.asyncProperty(gate, inland, bearing, async (from, to, direction) => {
        const change = Math.abs((await miles(from, oneMileFrom(to, direction))) - (await miles(from, to)));
        changes.push(change);
        expect(change).toBeLessThan(30);
      }),
      { numRuns: 500 },
    );
    changes.sort((a, b) => a - b);
    expect(changes[Math.floor(changes.length * 0.97)]).toBeLessThan(4);
  });
});

describe('routes over the highway graph', () => {
  /** The route of a lane with its embedded distance. */
  async function routeBetween(origin: LocatedInState, destination: LocatedInState) {
    const distance = await distances.between(origin, destination);
    if (!distance.routable) return undefined;
    const route = routes.route({ origin, destination }, distance);
    return route && { ...route, distance: distance.miles };
  }
  const between = (one: string, other: string) => routeBetween(end(one), end(other));
  const namesOf = (route: Awaited<ReturnType<typeof between>>) => route?.highways.map(({ name }) => name);

  const anyTerminal = fc.constantFrom(...TERMINALS);
  const anyPlace = fc
    .integer({ min: 501, max: 99_950 })
    .map((zip) => geocoder.findZip(String(zip).padStart(5, '0')))
    .filter((place) => place !== undefined);

  it('have paths with exactly the miles that the distance uses, over connected highways', () => {
    const graph = buildHighwayGraph(readHighwaysFile());
    const lines = readWaterLines(graph);
    const highwayMiles = createHighwayMiles(graph, lines);
    const ends = (one: number) => [graph.from[one], graph.to[one]];
    fc.assert(
      fc.property(anyTerminal, anyPlace, (terminal, place) => {
        const path = findHighwayPath(graph, lines, departFrom(graph, lines, terminal), place);
        const parts = path?.parts ?? [];
        expect(path?.miles).toBe(highwayMiles(terminal, place)?.miles);
        const onHighways = parts.reduce((sum, { miles }) => sum + miles, 0);
        expect(onHighways).toBeLessThanOrEqual((path?.miles ?? 0) + 1e-6);
        for (const [at, { highway }] of parts.entries()) {
          const next = parts[at + 1]?.highway;
          if (next === undefined) continue;
          expect(ends(next).some((junction) => ends(highway).includes(junction))).toBe(true);
        }
      }),
      { numRuns: 60 },
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
        const [longitude, latitude] = describeRoute(route).geometry.coordinates[0] ?? [];
        expect(longitude).toBeCloseTo(terminal.longitude, 4);
        expect(latitude).toBeCloseTo(terminal.latitude, 4);
        // Access to a highway is a straight line on the map; its miles are those of local roads.
        const drawn = points
          .slice(1)
          .reduce((sum, point, at) => sum + greatCircleMiles(points[at] ?? point, point), 0);
        expect(drawn).toBeLessThan(1.3 * miles + 60);
      }),
      { numRuns: 60 },
    );
  });

  it.each([
    ['Savannah, GA', 'Atlanta, GA', ['I-16', 'I-75']],
    ['Elizabeth, NJ', 'Chicago, IL', ['I-80', 'I-90']],
    ['Houston, TX', 'San Antonio, TX', ['I-10']],
    ['Miami, FL', 'Orlando, FL', ["Florida's Turnpike"]],
  ])('name the highways from %s to %s, each once if the path stays on it', async (one, other, expected) => {
    const names = namesOf(await between(one, other)) ?? [];
    expect(names).toEqual(expect.arrayContaining(expected));
    expect(names.some((name, at) => name === names[at + 1])).toBe(false);
  });

  it('are straight and without highways, with a note, if the distance is an estimate', async () => {
    const route = await between('Kahului, HI', 'Hana, HI');
    const notes = [expect.stringMatching(/straight/)];
    expect(route).toMatchObject({ source: 'road-factor-v1', highways: [], notes, miles: route?.distance });
    expect(route?.points).toHaveLength(2);
  });

  it('have a note if they differ from the distance of a map service', () => {
    const lane = { origin: end('Savannah, GA'), destination: end('Atlanta, GA') };
    const route = routes.route(lane, { miles: 260, source: 'amazon-location-truck' });
    expect(route?.source).toBe('highway-graph-v6');
    expect(route?.notes).toEqual([
      expect.stringMatching(
        /^The path has 24\d\.\d miles, and the distance has 260\.0 miles, because .* amazon-location-truck/,
      ),
    ]);
    const same = { miles: route?.miles ?? 0, source: 'amazon-location-truck' };
    expect(routes.route(lane, same)?.notes).toEqual([]);
  });

  it('go through Canada where only a road through Canada leads, and do not exist without a road', async () => {
    const route = await between('Seattle, WA', 'Anchorage, AK');
    expect(namesOf(route)).toEqual(['I-5', 'roads in Canada', 'Alaska highways']);
    expect(route?.miles).toBeCloseTo(route?.distance ?? 0, 0);
    expect(route?.notes[0]).toMatch(/Canada/);
    const lane = { origin: end('Honolulu, HI'), destination: end('Atlanta, GA') };
    expect(routes.route(lane, { miles: 1, source: 'any' })).toBeUndefined();
  });
});
