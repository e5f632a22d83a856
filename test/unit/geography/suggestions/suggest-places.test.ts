import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { describeSuggestion } from '../../../../functions/search-places/schema.ts';
import {
  createEmbeddedGeocoder,
  openPlaceIndex,
} from '../../../../shared/geography/places/embedded-geocoder.ts';
import { FREIGHT_PLACES } from '../../../../shared/geography/places/freight-places.ts';
import { normalizeCity } from '../../../../shared/geography/places/normalize-city.ts';
import type { PlacePrefixIndex } from '../../../../shared/geography/places/place-index.ts';
import { US_STATES } from '../../../../shared/geography/places/us-states.ts';
import {
  type PlaceSuggestion,
  suggestPlaces,
} from '../../../../shared/geography/suggestions/suggest-places.ts';
import { resolveStops } from '../../../../shared/quotes/stops/resolve-stops.ts';
import { readLanes } from '../../../../shared/rates/read-lanes.ts';
import { loadTerminals } from '../../../../shared/terminals/catalogue/embedded-terminals.ts';
import { buildEmbeddedDirectory } from '../../../../shared/terminals/search/embedded-terminal-directory.ts';
import { BUILD_TIMEOUT_MS, placesFileReady } from '../places/places-file-ready.ts';

const places = createEmbeddedGeocoder();
const terminals = buildEmbeddedDirectory(loadTerminals());
let index: PlacePrefixIndex;
/** "City, ST" of every city of the places file, and "City, ST 12345" of every ZIP code. */
let cityTexts: string[];
let zipTexts: string[];

const texts = (query: string, limit = 10) => suggestPlaces(index, query, limit).map(({ text }) => text);

/** The text of the suggestion for a text: the first name of a freight place for its other names. */
function suggestionOf(text: string): string {
  const [, name = '', rest = ''] = /^(.*)(, [A-Z]{2}.*)$/.exec(text) ?? [];
  const freight = FREIGHT_PLACES.find(
    ({ names, state }) =>
      `, ${state}` === rest && names.some((own) => normalizeCity(own) === normalizeCity(name)),
  );
  return freight === undefined ? text : freight.names[0] + rest;
}

/** Quotes read these names as the port. */
const PORTS = new Set(['Port Elizabeth, NJ', 'Port Newark, NJ']);

/** What rates or quotes do with a suggestion, if it is not to resolve the suggested place without a warning. */
function faultsOf({ text, type, place }: PlaceSuggestion): string[] {
  const faults: string[] = [];
  const isPlace = (other: { latitude: number; longitude: number }) =>
    other.latitude === place.latitude && other.longitude === place.longitude;
  for (const ofContainer of [true, false]) {
    const { destination, rejection, warnings } = resolveStops(
      { places, terminals },
      { origin: undefined, destination: text },
      ofContainer,
    );
    if (rejection !== undefined || destination === undefined) faults.push(`${text}: quotes reject it`);
    else if (!isPlace(destination.stop) && !PORTS.has(text)) faults.push(`${text}: ${destination.stop.name}`);
    faults.push(...warnings);
  }
  const { city, state, zip } = describeSuggestion({ text, type, place });
  const lanes = readLanes([
    { originTerminal: 'any', destinationCity: city, destinationState: state, destinationZip: zip },
  ]);
  const lane = lanes.ok ? lanes.body[0] : undefined;
  if (lane === undefined || lane.errors.length > 0) return [...faults, `${text}: rates reject it`];
  const { destinationCity = '', destinationState = '', destinationZip } = lane.fields;
  const located = places.locate({ city: destinationCity, state: destinationState, zip: destinationZip });
  if (!located.found || !isPlace(located.place)) return [...faults, `${text}: rates find another place`];
  return [...faults, ...located.warnings];
}

describe('suggested places', () => {
  beforeAll(async () => {
    await placesFileReady();
    index = openPlaceIndex();
    const states = new Set(US_STATES.keys());
    const anywhere = { cityKey: '', states };
    cityTexts = index
      .citiesByPrefix(anywhere, Number.POSITIVE_INFINITY)
      .map(({ place }) => `${place.city}, ${place.state}`);
    zipTexts = Array.from({ length: 10 }, (_, digit) =>
      index.zipsByPrefix(String(digit), anywhere, Number.POSITIVE_INFINITY),
    )
      .flat()
      .map(({ city, state, zip }) => `${city}, ${state} ${zip}`);
  }, BUILD_TIMEOUT_MS);

  it('are first for their own text, and rates and quotes accept them without a warning', () => {
    expect([cityTexts.length > 30_000, zipTexts.length > 40_000]).toEqual([true, true]);
    const isMilitary = (text: string) => /, A[AEP]\b/.test(text);
    const every = (step: number) => (_: string, position: number) => position % step === 0;
    const wanted = [
      ...cityTexts.filter((text) => !isMilitary(text)).filter(every(7)),
      ...zipTexts.filter((text) => !isMilitary(text)).filter(every(17)),
      ...FREIGHT_PLACES.map(({ names, state }) => `${names[0]}, ${state}`),
    ];
    const faults = wanted.flatMap((text) => {
      const [first] = suggestPlaces(index, text, 1);
      return first?.text === suggestionOf(text)
        ? faultsOf(first)
        : [`${text}: the first suggestion is ${first?.text}`];
    });
    expect(faults).toEqual([]);
  });

  it('are accepted by rates and quotes for any beginning of a text, and are different places', () => {
    const anyText = fc
      .nat()
      .map((at) => [...cityTexts, ...zipTexts][at % (cityTexts.length + zipTexts.length)]);
    const beginning = fc
      .tuple(anyText, fc.nat({ max: 30 }), fc.boolean())
      .map(([text = '', length, upper]) =>
        upper ? text.slice(0, 1 + length).toUpperCase() : text.slice(0, 1 + length),
      );
    fc.assert(
      fc.property(beginning, fc.integer({ min: 1, max: 20 }), (query, limit) => {
        const found = suggestPlaces(index, query, limit);
        expect(found.length).toBeLessThanOrEqual(limit);
        expect(new Set(found.map(({ text }) => text)).size).toBe(found.length);
        expect(found.flatMap(faultsOf)).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it('are found for any text without an error, and never beyond the limit', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 100 }), (query) => {
        expect(suggestPlaces(index, query, 3).length).toBeLessThanOrEqual(3);
      }),
    );
  });

  it('ignore case, accents, spaces and abbreviations', () => {
    for (const query of ['san josé', 'SAN JOSE', 'San  Jose', 'SanJose', 'san-jose'])
      expect(texts(query, 1)).toEqual(['San Jose, CA']);
    expect(texts('ft w', 2)).toEqual(['Fort Worth, TX', 'Fort Wayne, IN']);
    expect(texts('st lou', 1)).toEqual(['St. Louis, MO']);
    expect(texts('n charl', 1)).toEqual(['North Charleston, SC']);
  });

  it('take an incomplete last word as a word or as an abbreviation', () => {
    expect(texts('st')).toEqual(expect.arrayContaining(['St. Louis, MO', 'Stockton, CA']));
  });

  it('have the exact name first, then the larger place', () => {
    expect(texts('springfield', 3)).toEqual(['Springfield, MA', 'Springfield, IL', 'Springfield, MO']);
    expect(texts('mccook', 1)).toEqual(['McCook, NE']);
    expect(texts('s', 1)).toEqual(['San Antonio, TX']);
    expect(texts('nyc', 1)).toEqual(['New York, NY']);
  });

  it('take the state with or without a comma, by code or by name, complete or not', () => {
    for (const query of ['springfield, il', 'springfield il', 'Springfield Ill', 'springfield, illinois'])
      expect(texts(query, 5)).toEqual(['Springfield, IL']);
    expect(texts('jackson, mi', 2)).toEqual(['Jackson, MI', 'Jackson, MS']);
    expect(texts('fort wa', 1)).toEqual(['Fort Wayne, IN']);
    expect(texts('springfield, zz')).toEqual([]);
  });

  it('take a comma after the city, the state or both as typed', () => {
    for (const query of ['Savannah, GA', 'Savannah, GA,', 'savannah ga,', 'Savannah, GA, '])
      expect(texts(query, 1)).toEqual(['Savannah, GA']);
    expect(texts('Savannah,', 1)).toEqual(texts('Savannah', 1));
    for (const query of ['Savannah, GA 3', 'Savannah, GA, 3', 'Savannah GA, 3', 'Savannah,GA,3'])
      expect(texts(query, 2)).toEqual(['Savannah, GA 31401', 'Savannah, GA 31402']);
    expect(texts(',')).toEqual([]);
  });

  it('have ZIP codes in ascending order, also of a city, with ZIP+4, and in front', () => {
    expect(texts('3030', 2)).toEqual(['Atlanta, GA 30301', 'Atlanta, GA 30302']);
    expect(texts('Atlanta, GA 303', 1)).toEqual(['Atlanta, GA 30301']);
    expect(texts('30301-12')).toEqual(['Atlanta, GA 30301']);
    expect(texts('30301 atlanta')).toEqual(['Atlanta, GA 30301']);
    expect(texts('Hollywood, CA 90028')).toEqual(['Los Angeles, CA 90028']);
    expect(texts('Atlanta, TX 303')).toEqual([]);
    expect(texts('00000')).toEqual([]);
  });

  it('leave out military addresses, which no road reaches', () => {
    expect(zipTexts.filter((text) => /, AE /.test(text)).length).toBeGreaterThan(10);
    for (const query of ['APO, AE', '09001', 'FPO'])
      expect(texts(query)).not.toContainEqual(expect.stringMatching(/, A[AEP]/));
  });
});
