import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { createEmbeddedGeocoder } from '../../../../shared/geography/places/embedded-geocoder.ts';
import { greatCircleMiles } from '../../../../shared/geography/places/great-circle.ts';
import type { LocatedInState } from '../../../../shared/geography/places/place.ts';
import { createEmbeddedRoadDistances } from '../../../../shared/geography/roads/embedded-road-distances.ts';
import { loadTerminals } from '../../../../shared/terminals/catalogue/embedded-terminals.ts';
import {
  FITTED_LANES,
  GATES,
  HELD_OUT_LANES,
  LANES_OFF_BEFORE,
} from '../../../support/road-lanes/known-lanes.ts';
import { measureLanes, printLanes, summarize } from '../../../support/road-lanes/measure-lanes.ts';
import { BUILD_TIMEOUT_MS } from '../places/places-file-ready.ts';
import { highwaysFileReady } from './highways-file-ready.ts';

const MAX_ERROR_PERCENT = 12;
const MAX_MEAN_ERROR_PERCENT = 4;

const distances = createEmbeddedRoadDistances();
const geocoder = createEmbeddedGeocoder();
const TERMINALS = loadTerminals();

async function miles(origin: LocatedInState, destination: LocatedInState): Promise<number> {
  const distance = await distances.between(origin, destination);
  return distance.routable ? distance.miles : Number.NaN;
}

function town(name: string): LocatedInState {
  const result = geocoder.locate({ city: name.slice(0, -4), state: name.slice(-2) });
  if (!result.found) throw new Error(`${name} was not found.`);
  return result.place;
}

/** A terminal of the catalogue, a ZIP code, or a town. */
function end(name: string): LocatedInState {
  return TERMINALS.find((terminal) => terminal.name === name) ?? geocoder.findZip(name) ?? town(name);
}

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

describe('road miles over the highway graph', () => {
  beforeAll(highwaysFileReady, BUILD_TIMEOUT_MS);

  it.each([
    ['fitted', FITTED_LANES],
    ['held out', HELD_OUT_LANES],
  ])('are near the known ones on the lanes %s', async (title, table) => {
    const lanes = await measureLanes(table, distances);
    process.stdout.write(`${printLanes(title, lanes)}\n`);
    expect(lanes.length).toBeGreaterThan(40);
    const { mean, worst } = summarize(lanes.map(({ error }) => error));
    expect(mean).toBeLessThanOrEqual(MAX_MEAN_ERROR_PERCENT);
    expect(worst).toBeLessThanOrEqual(MAX_ERROR_PERCENT);
    expect(mean).toBeLessThan(summarize(lanes.map(({ baselineError }) => baselineError)).mean);
  });

  it('are within 8% on the lanes that an audit found wrong', async () => {
    const { worst } = summarize((await measureLanes(LANES_OFF_BEFORE, distances)).map(({ error }) => error));
    expect(worst).toBeLessThan(8);
  });

  it('are about 800 from APM Elizabeth Terminal to Chicago 60632', async () => {
    const elizabeth = { latitude: 40.67, longitude: -74.15, state: 'NJ' };
    const destination = geocoder.locate({ city: 'Chicago', state: 'IL', zip: '60632' });
    const computed = destination.found ? await miles(elizabeth, destination.place) : Number.NaN;
    expect(Math.abs(computed - 800)).toBeLessThan(25);
  });

  it.each([
    ['Seattle, WA', 'Bremerton, WA', 65],
    ['Muskegon, MI', 'Milwaukee, WI', 280],
    ['Annapolis, MD', 'Easton, MD', 41],
    ['Anchorage, AK', 'Fairbanks, AK', 360],
  ])('from %s to %s lead round the water or over its bridges', async (from, to, known) => {
    expect(await differenceFrom(known, from, to)).toBeLessThan(0.15);
  });

  // Truck miles over the bridges by exit numbers, mile markers and signed distances; general knowledge.
  it.each([
    ['Port Liberty Bayonne', '11232', 18],
    ['APM Elizabeth Terminal', 'Bayonne, NJ', 9],
    ['APM Elizabeth Terminal', '11232', 17],
    ['Red Hook Container Terminal', '07302', 24],
    ['Conley Container Terminal', 'Hull, MA', 22],
    ['Tenth Avenue Marine Terminal', 'Coronado, CA', 4.5],
    ['Port of Galveston Terminal', 'Port Bolivar, TX', 134],
    ['Terminal 18 Seattle', 'Bainbridge Island, WA', 92],
    ['Terminal 18 Seattle', 'Silverdale, WA', 69],
    ['Terminal 18 Seattle', 'Port Angeles, WA', 140],
    ['Port of Wilmington Delaware', 'Rehoboth Beach, DE', 92],
    ['Port of Wilmington Delaware', 'Lewes, DE', 88],
    ['Oakland International Container Terminal', 'Sausalito, CA', 17],
  ])('from %s to %s use a bridge that trucks can use', async (from, to, known) => {
    expect(await differenceFrom(known, from, to)).toBeLessThan(0.15);
  });

  // Kilometer posts of PR-22, PR-2 and PR-52, and exit numbers of H-1; general knowledge.
  it.each([
    ['Luis Ayala Colon Terminal', 'Ponce, PR', 72],
    ['Luis Ayala Colon Terminal', 'Mayaguez, PR', 97],
    ['Matson Honolulu', 'Ewa Beach, HI', 18],
    ['Matson Honolulu', 'Kapolei, HI', 21],
    ['Matson Honolulu', 'Waianae, HI', 31],
  ])('from %s to %s are within 10%%', async (from, to, known) => {
    expect(await differenceFrom(known, from, to)).toBeLessThan(0.1);
  });

  it.each([
    ['Kahului, HI', 'Hana, HI'],
    ['Lihue, HI', 'Princeville, HI'],
    ['Vieques, PR', 'Vieques, PR'],
    ['Charlotte Amalie, VI', '00802'],
  ])('from %s to %s use no highway of another island', async (from, to) => {
    expect(await distances.between(end(from), end(to))).toMatchObject({ source: 'road-factor-v1' });
  });

  it.each([
    ['Seattle, WA', 'Anchorage, AK', 2340],
    ['Chicago, IL', 'Fairbanks, AK', 3480],
    ['Haines, AK', 'Anchorage, AK', 770],
    ['Bellingham, WA', 'Point Roberts, WA', 47],
    ['Warroad, MN', 'Angle Inlet, MN', 65],
  ])('from %s to %s lead through Canada, with a warning', async (from, to, known) => {
    const distance = await distances.between(town(from), town(to));
    expect(distance).toMatchObject({ routable: true, warnings: [expect.stringMatching(/through Canada/)] });
    expect(await distances.between(town(to), town(from))).toEqual(distance);
    expect(await differenceFrom(known, from, to)).toBeLessThan(0.08);
  });

  it('have no warning within the US', async () => {
    expect(await distances.between(town('Detroit, MI'), town('Buffalo, NY'))).toMatchObject({ warnings: [] });
  });

  it('have their method as source: the graph for long distances, the factor for short ones and islands', async () => {
    const [losAngeles, phoenix] = [town('Los Angeles, CA'), town('Phoenix, AZ')];
    const nextDoor = oneMileFrom(phoenix, 45);
    const sources = await Promise.all([
      distances.between(losAngeles, phoenix),
      distances.between(phoenix, nextDoor),
      distances.between(town('Hilo, HI'), town('Kailua Kona, HI')),
    ]);
    expect(sources).toMatchObject([
      { source: 'highway-graph-v3' },
      { source: 'road-factor-v1' },
      { source: 'road-factor-v1' },
    ]);
  });

  it.each([
    ['Los Angeles, CA', 'Honolulu, HI'],
    ['Honolulu, HI', 'Hilo, HI'],
    ['Jacksonville, FL', 'San Juan, PR'],
    ['Seattle, WA', 'Juneau, AK'],
    ['Los Angeles, CA', 'Avalon, CA'],
    ['Boston, MA', 'Nantucket, MA'],
  ])('from %s to %s there are none', async (from, to) => {
    expect(await distances.between(town(from), town(to))).toEqual({ routable: false });
  });

  it('are 0 to the same point, equal in both directions, and never below the great circle', async () => {
    await fc.assert(
      fc.asyncProperty(anyEnd, anyEnd, async (a, b) => {
        expect(await miles(a, a)).toBe(0);
        expect(await miles(a, b)).toBe(await miles(b, a));
        expect(await miles(a, b)).toBeGreaterThanOrEqual(greatCircleMiles(a, b));
      }),
      { numRuns: 400 },
    );
  });

  it('change by a few miles, never by 30, when an end moves by one mile', async () => {
    const bearing = fc.double({ min: 0, max: 360, noNaN: true });
    const changes: number[] = [];
    await fc.assert(
      fc.asyncProperty(gate, inland, bearing, async (from, end, direction) => {
        const change = Math.abs((await miles(from, oneMileFrom(end, direction))) - (await miles(from, end)));
        changes.push(change);
        expect(change).toBeLessThan(30);
      }),
      { numRuns: 1500 },
    );
    changes.sort((a, b) => a - b);
    expect(changes[Math.floor(changes.length * 0.97)]).toBeLessThan(4);
  });
});
