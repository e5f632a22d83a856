import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { costOfMove, totalCents } from '../../../shared/costs/model/cost-model.ts';
import { costOfRoadMove } from '../../../shared/costs/model/road-cost-model.ts';
import { meanWage, truckWork, wageAt } from '../../../shared/costs/model/truck-operating-cost.ts';
import { routeTolls, TOLL_RATES } from '../../../shared/costs/tolls/toll-facilities.ts';
import { createEmbeddedGeocoder } from '../../../shared/geography/places/embedded-geocoder.ts';
import {
  createEmbeddedRoadDistances,
  readHighwaysFile,
} from '../../../shared/geography/roads/embedded-road-distances.ts';
import type { TollUse } from '../../../shared/geography/roads/road-distance.ts';
import { loadTerminals } from '../../../shared/terminals/catalogue/embedded-terminals.ts';
import { buildEmbeddedDirectory } from '../../../shared/terminals/search/embedded-terminal-directory.ts';

const terminals = buildEmbeddedDirectory(loadTerminals());
const geocoder = createEmbeddedGeocoder();
const roads = createEmbeddedRoadDistances();

/** A terminal by name, or a place as "City, ST". */
function point(name: string) {
  const terminal = terminals.byName(name)?.terminal;
  if (terminal) return terminal;
  const [city = '', state = ''] = name.split(', ');
  const found = geocoder.locate({ city, state, zip: undefined });
  if (!found.found) throw new Error(`${name} is unknown`);
  return found.place;
}

describe('the wage of a driver', () => {
  it.each([
    ['Oakland International Container Terminal', 'San Francisco-Oakland-Fremont, CA', 1.117],
    ['BNSF Memphis', 'Memphis, TN-MS-AR', 1.1],
    ['UP Marion', 'Memphis, TN-MS-AR', 31.97 / 27.59],
    ['Norfolk International Terminals', 'Virginia Beach-Chesapeake-Norfolk, VA-NC', 0.929],
  ])('at %s is that of %s', (name, area, factor) => {
    const terminal = point(name);
    const wage = wageAt(terminal);
    expect(wage.area).toBe(area);
    expect(wage.usdPerHour / meanWage(terminal.state)).toBeCloseTo(factor, 3);
  });

  it.each(['Elko, NV', 'Lusk, WY', 'Alpine, TX'])(
    'in %s, far from a metropolitan area, is that of the state',
    (name) => {
      const place = point(name);
      expect(wageAt(place)).toEqual({ area: place.state, usdPerHour: meanWage(place.state) });
    },
  );

  it('anywhere is plausible, and every terminal has one', () => {
    const wages = loadTerminals().map((terminal) => wageAt(terminal).usdPerHour);
    expect(Math.min(...wages)).toBeGreaterThan(12);
    expect(Math.max(...wages)).toBeLessThan(45);
  });

  it('raises the price of containers', () => {
    const price = (wage: number) =>
      totalCents(costOfMove({ miles: 90, terminalType: 'marine', state: 'CA', dieselPrice: 4, wage }));
    expect(price(33.3)).toBeGreaterThan(price(29.82));
  });
});

describe('the tolls of a lane', () => {
  async function tollsOf(from: string, to: string) {
    const distance = await roads.between(point(from), point(to));
    if (!distance.routable) throw new Error('no road');
    const work = truckWork(distance.miles, 'marine');
    const priced = (backShare: number) => {
      const { cents, facilities } = routeTolls(distance.tolls ?? [], backShare);
      return { usd: cents / 100, names: facilities.map(({ name }) => name) };
    };
    return { container: priced(work.emptyMiles / work.loadedMiles), trailer: priced(0) };
  }

  it.each([
    [
      'Port Newark Container Terminal',
      'New York, NY',
      ['Goethals Bridge', 'Verrazzano-Narrows Bridge'],
      100,
      200,
    ],
    ['Maher Terminals', 'Brooklyn, NY', ['Goethals Bridge', 'Verrazzano-Narrows Bridge'], 100, 200],
    ['Maher Terminals', 'Bronx, NY', ['George Washington Bridge'], 100, 200],
    ['Virginia International Gateway', 'Cape Charles, VA', ['Chesapeake Bay Bridge-Tunnel'], 94, 94],
    ['Seagirt Marine Terminal', 'Salisbury, MD', ['Chesapeake Bay Bridge'], 24, 24],
    ['Elizabeth, NJ', 'Pittsburgh, PA', ['I-78 Toll Bridge', 'Pennsylvania Turnpike'], 100, 300],
    [
      'Oakland International Container Terminal',
      'San Francisco, CA',
      ['San Francisco-Oakland Bay Bridge'],
      30.5,
      30.5,
    ],
    ['San Francisco, CA', 'Oakland, CA', ['San Francisco-Oakland Bay Bridge'], 30.5, 30.5],
    ['BNSF Corwith', 'Toledo, OH', ['Indiana Toll Road', 'Ohio Turnpike'], 60, 200],
    ['Kansas City, KS', 'Wichita, KS', ['Kansas Turnpike'], 10, 40],
    ['Buffalo, NY', 'Albany, NY', ['New York State Thruway'], 80, 130],
    ['Port Everglades Terminal', 'Naples, FL', ['Alligator Alley'], 14, 30],
    ['Miami, FL', 'Naples, FL', ['Alligator Alley'], 28, 35],
    ['Fort Lauderdale, FL', 'Fort Myers, FL', ['Alligator Alley'], 14, 30],
    // Bridges that collect in one direction: the loaded or the empty container pays, once.
    ['Packer Avenue Marine Terminal', 'Vineland, NJ', ['Walt Whitman Bridge'], 45, 45],
    ['Vineland, NJ', 'Packer Avenue Marine Terminal', ['Walt Whitman Bridge'], 45, 45],
    ['Packer Avenue Marine Terminal', 'Swedesboro, NJ', ['Commodore Barry Bridge'], 45, 45],
    ['Philadelphia, PA', 'Mount Laurel, NJ', ['Betsy Ross Bridge'], 45, 45],
    ['New Brunswick, NJ', 'Allentown, PA', ['I-78 Toll Bridge'], 32.5, 32.5],
    ['Levittown, PA', 'Trenton, NJ', ['Trenton-Morrisville Toll Bridge'], 32.5, 32.5],
    ['San Rafael, CA', 'Richmond, CA', ['Richmond-San Rafael Bridge'], 30.5, 30.5],
    ['Vallejo, CA', 'Oakland, CA', ['Carquinez Bridge'], 30.5, 30.5],
  ])('from %s to %s are those of %j for a container', async (from, to, names, least, most) => {
    const { container } = await tollsOf(from, to);
    expect(container.names).toEqual(expect.arrayContaining(names));
    expect(container.usd).toBeGreaterThanOrEqual(least);
    expect(container.usd).toBeLessThanOrEqual(most);
  });

  it.each([
    ['APM Terminals Pier 400', 'Ontario, CA'],
    ['Atlanta, GA', 'Charlotte, NC'],
    ['Oakland International Container Terminal', 'San Jose, CA'],
    ['Norfolk, VA', 'Richmond, VA'],
  ])('from %s to %s are none', async (from, to) => {
    expect(await tollsOf(from, to)).toMatchObject({ container: { usd: 0, names: [] }, trailer: { usd: 0 } });
  });

  it('are no Pennsylvania Turnpike on a way that does not use it', async () => {
    const { trailer } = await tollsOf('Elizabeth, NJ', 'Harrisburg, PA');
    expect(trailer).toEqual({ usd: 32.5, names: ['I-78 Toll Bridge'] });
  });

  it('of a trailer are one way: none where only the way back pays, half where both do', async () => {
    expect((await tollsOf('San Francisco, CA', 'Oakland, CA')).trailer.usd).toBe(0);
    expect((await tollsOf('Virginia International Gateway', 'Cape Charles, VA')).trailer.usd).toBe(47);
  });

  it('have a rate for each facility of the highways file, and no other', () => {
    const { nameTexts, tollsForward, tollsBackward } = readHighwaysFile();
    const names = String.fromCharCode(...nameTexts).split('\n');
    const used = new Set([...tollsForward, ...tollsBackward].flatMap((name) => names[name] ?? []));
    expect([...used].toSorted()).toEqual([...TOLL_RATES.keys()].toSorted());
  });

  const use = fc.record({
    facility: fc.constantFrom(...TOLL_RATES.keys()),
    miles: fc.double({ min: 0, max: 400, noNaN: true }),
    crossings: fc.integer({ min: 0, max: 2 }),
    outward: fc.boolean(),
    back: fc.boolean(),
  });
  const move = { miles: 300, terminalType: 'marine', state: 'NJ', dieselPrice: 5 } as const;

  it('are the sum of their facilities in cents, and added once to the price of a container, and above the usual 4 cents a mile to that of a trailer', () => {
    fc.assert(
      fc.property(fc.array(use, { maxLength: 5 }), (tolls: readonly TollUse[]) => {
        const [free, paid] = [costOfMove(move), costOfMove({ ...move, tolls })];
        const sum = paid.tolls.facilities.reduce((total, { cents }) => total + cents, 0);
        expect(Number.isSafeInteger(sum) && sum).toBe(paid.tolls.cents);
        expect(paid.linehaulCents - free.linehaulCents).toBe(paid.tolls.cents);
        expect(paid.lines.find(({ item }) => item === 'tolls')?.cents).toBe(paid.tolls.cents);
        expect([paid.minimumCents, paid.fuelCents]).toEqual([free.minimumCents, free.fuelCents]);
        const van = { equipment: 'dryvan', miles: 300, dieselPrice: 5 } as const;
        const road = costOfRoadMove({ ...van, tolls });
        const added = road.linehaulCents - costOfRoadMove(van).linehaulCents;
        expect(added).toBe(Math.max(0, road.tolls.cents - 1_200));
      }),
    );
  });
});
