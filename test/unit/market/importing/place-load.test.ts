import { describe, expect, it, vi } from 'vitest';
import type { DieselLookup } from '../../../../shared/costs/diesel/diesel-lookup.ts';
import { createEmbeddedGeocoder } from '../../../../shared/geography/places/embedded-geocoder.ts';
import type { RoadDistance } from '../../../../shared/geography/roads/road-distance.ts';
import { loadPlacer } from '../../../../shared/market/importing/place-load.ts';
import type { LoadRow } from '../../../../shared/market/importing/read-load-row.ts';
import { laneCost } from '../../../../shared/market/loads/lane-cost.ts';
import { weekNumber } from '../../../../shared/platform/time/utc-week.ts';
import { loadTerminals } from '../../../../shared/terminals/catalogue/embedded-terminals.ts';
import { stableTerminalId } from '../../../../shared/terminals/catalogue/terminal-id.ts';
import { buildEmbeddedDirectory } from '../../../../shared/terminals/search/embedded-terminal-directory.ts';

const LISTED = loadTerminals();
const terminals = buildEmbeddedDirectory(LISTED);
const places = createEmbeddedGeocoder();
/** Diesel is dearer in California, and in the week of the row. */
const dieselFor: DieselLookup = (state, day) => ({
  region: 'test',
  week: day,
  pricePerGallon: (state === 'CA' ? 5 : 3) + (day === '2026-03-02' ? 1 : 0),
});

/** A terminal in California, whose freight market is Los Angeles. */
const TERMINAL = LISTED.find(({ city, type }) => city === 'Long Beach' && type === 'marine');
if (TERMINAL === undefined) throw new Error('The catalogue has no marine terminal in Long Beach.');

const ROW: LoadRow = {
  date: '2026-03-04',
  origin: TERMINAL.name,
  destinationCity: 'Ontario',
  destinationState: 'CA',
  destinationZip: '91761',
  equipment: '40HC',
  rate: 512.345,
  fuelIncluded: true,
  contributor: 'Acme',
};

/** The placer on real terminals and places, with one road distance. */
function placerUnderTest(distance: RoadDistance = road(55.44)) {
  const between = vi.fn(async () => distance);
  const place = loadPlacer({ terminals, places, roadDistances: { between }, dieselFor });
  return { place: (change: Partial<LoadRow> = {}) => place({ ...ROW, ...change }), between };
}

const road = (miles: number): RoadDistance => ({ routable: true, miles, source: 'test road', warnings: [] });

const LANE = {
  terminal: stableTerminalId(TERMINAL),
  terminalType: 'marine',
  originState: 'CA',
  freightMarket: 'los-angeles',
  destinationState: 'CA',
  zip3: '917',
  miles: 55.4,
} as const;

describe('a row of loads', () => {
  it('gets the lane of its terminal and ZIP area, tenths of a mile, cents, and the cost of its week', async () => {
    const placed = await placerUnderTest().place();
    if (!('placed' in placed)) throw new Error(placed.fault);
    expect(placed.placed.load).toEqual({
      ...LANE,
      day: '2026-03-04',
      equipment: 'container_40hc',
      rateCents: 51_235,
      fuelIncluded: true,
      contributor: 'Acme',
    });
    expect(placed.placed).toMatchObject({ week: 2_930, linehaulCents: 49_910, fuelCents: 9_569 });
    expect(placed.placed.residual).toBeCloseTo(Math.log((51_235 - 9_569) / 49_910), 10);
  });

  it('has no terminal if its origin is a place, which counts as a port', async () => {
    const placed = await placerUnderTest().place({ origin: 'Fontana, CA' });
    expect(placed).toMatchObject({
      placed: { load: { terminal: undefined, terminalType: 'marine', originState: 'CA' } },
    });
  });

  it.each([
    [
      'an origin that nothing resembles',
      { origin: 'qqqqxyz' },
      /^origin "qqqqxyz" is not a known terminal or place$/,
    ],
    [
      'a misspelled origin, with the most similar terminal',
      { origin: `${TERMINAL.name.slice(0, -1)}zz` },
      /^origin ".*zz" is not a known terminal or place; similar: "[^"]+"$/,
    ],
    [
      'an origin that several places have, with at most three of them',
      { origin: 'Springfield' },
      /^origin "Springfield" is ambiguous: [^;]+, [A-Z]{2}[^;]*; [^;]+, [A-Z]{2}[^;]*; [^;]+, [A-Z]{2}[^;]*$/,
    ],
    [
      'a destination that does not exist',
      { destinationCity: 'Nowhereville', destinationZip: '' },
      /^destination "Nowhereville, CA" is unknown$/,
    ],
    [
      'a destination whose ZIP code is in another state',
      { destinationZip: '85001' },
      /^destination "Ontario, CA 85001" is unknown: ZIP 85001 is in AZ$/,
    ],
    ['a trailer', { equipment: 'reefer' }, /^equipment "reefer" is not a container type$/],
  ] as const)('is rejected for %s', async (_, change, fault) => {
    expect(await placerUnderTest().place(change)).toEqual({ fault: expect.stringMatching(fault) });
  });

  it('is rejected if no road leads to its destination', async () => {
    const { place } = placerUnderTest({ routable: false });
    expect(await place()).toEqual({ fault: `no road route leads from ${TERMINAL.name} to Ontario, CA` });
  });

  it('is rejected if its rate is more than five times, or less than a fifth of, what the move costs', async () => {
    const { place } = placerUnderTest();
    const cost = laneCost({ ...LANE }, weekNumber(ROW.date), dieselFor);
    const cents = cost.linehaulCents + cost.fuelCents;
    expect(await place({ rate: (5 * cents) / 100 })).toHaveProperty('placed');
    expect(await place({ rate: Math.ceil(cents / 5) / 100 })).toHaveProperty('placed');
    const tooHigh = (5 * cents + 1) / 100;
    expect(await place({ rate: tooHigh })).toEqual({
      fault: `rate ${tooHigh} is more than 5 times off what the move costs, $${(cents / 100).toFixed(0)} for 55.4 miles`,
    });
    expect(await place({ rate: (Math.ceil(cents / 5) - 1) / 100 })).toHaveProperty('fault');
  });

  it('shares the distance with other rows of its lane', async () => {
    const { place, between } = placerUnderTest();
    await Promise.all([place(), place({ rate: 700, equipment: '20', date: '2026-03-11' })]);
    expect(between).toHaveBeenCalledTimes(1);
    expect(between).toHaveBeenCalledWith(
      expect.objectContaining({ name: TERMINAL.name }),
      expect.objectContaining({ zip: '91761' }),
    );
    await place({ destinationZip: '91764' });
    await place({ destinationCity: 'Fontana', destinationZip: '92335' });
    await place({ origin: 'Fontana, CA' });
    expect(between).toHaveBeenCalledTimes(4);
  });
});
