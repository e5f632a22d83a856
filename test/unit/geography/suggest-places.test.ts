import { beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { describeSuggestion } from '../../../functions/search-places/schema.ts';
import { FREIGHT_PLACES } from '../../../shared/geography/places/city-nicknames.ts';
import {
  createEmbeddedGeocoder,
  openPlaceIndex,
} from '../../../shared/geography/places/embedded-geocoder.ts';
import { normalizeCity } from '../../../shared/geography/places/normalize-city.ts';
import type { PlacePrefixIndex } from '../../../shared/geography/places/place-index.ts';
import { US_STATES } from '../../../shared/geography/places/us-states.ts';
import { type PlaceSuggestion, suggestPlaces } from '../../../shared/geography/suggest-places.ts';
import { resolveStops } from '../../../shared/quotes/pricing/check-request.ts';
import { readLanes } from '../../../shared/rates/read-lanes.ts';
import { loadTerminals } from '../../../shared/terminals/catalogue/embedded-terminals.ts';
import { buildEmbeddedDirectory } from '../../../shared/terminals/search/embedded-terminal-directory.ts';

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
    index = openPlaceIndex();
    const anywhere = { cityKey: '', states: new Set(US_STATES.keys()) };
    cityTexts = index
      .citiesByPrefix(anywhere, Number.POSITIVE_INFINITY)
      .map(({ place }) => `${place.city}, ${place.state}`);
    zipTexts = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9']
      .flatMap((digit) => index.zipsByPrefix(digit, anywhere, Number.POSITIVE_INFINITY))
      .map(({ city, state, zip }) => `${city}, ${state} ${zip}`);
  });

  it('are first for their own text, and rates and quotes accept them without a warning', () => {
    expect([cityTexts.length > 30_000, zipTexts.length > 40_000]).toEqual([true, true]);
    const some = (all: readonly string[], step: number) =>
      all.filter((text) => !/, A[AEP]\b/.test(text)).filter((_, position) => position % step === 0);
    const freight = FREIGHT_PLACES.map(({ names, state }) => `${names[0]}, ${state}`);
    const faults = [...some(cityTexts, 29), ...some(zipTexts, 71), ...freight].flatMap((text) => {
      const [first] = suggestPlaces(index, text, 1);
      return first?.text === suggestionOf(text)
        ? faultsOf(first)
        : [`${text}: the first suggestion is ${first?.text}`];
    });
    expect(faults).toEqual([]);
  });

  it('are accepted by rates and quotes for any beginning of a text, and are different places', () => {
    const beginning = fc.tuple(fc.nat(), fc.nat({ max: 30 }), fc.boolean()).map(([at, length, upper]) => {
      const all = at % 2 === 0 ? cityTexts : zipTexts;
      const text = (all[at % all.length] ?? '').slice(0, 1 + length);
      return upper ? text.toUpperCase() : text;
    });
    fc.assert(
      fc.property(beginning, fc.integer({ min: 1, max: 20 }), (query, limit) => {
        const found = suggestPlaces(index, query, limit);
        expect(found.length).toBeLessThanOrEqual(limit);
        expect(new Set(found.map(({ text }) => text)).size).toBe(found.length);
        expect(found.flatMap(faultsOf)).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  it('are found for any text without an error, and never beyond the limit', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 100 }), (query) => {
        expect(suggestPlaces(index, query, 3).length).toBeLessThanOrEqual(3);
      }),
      { numRuns: 40 },
    );
  });

  const first = (found: string, ...queries: readonly string[]) =>
    queries.map((query) => [query, [found]] as const);

  it.each<readonly [string, readonly string[]]>([
    ...first('San Jose, CA', 'san josé', 'SAN JOSE', 'San  Jose', 'SanJose', 'san-jose'),
    ['ft w', ['Fort Worth, TX', 'Fort Wayne, IN']],
    ...first('St. Louis, MO', 'st lou'),
    ...first('North Charleston, SC', 'n charl'),
    // The exact name first, then the larger place.
    ['springfield', ['Springfield, MA', 'Springfield, MO', 'Springfield, IL']],
    ['charleston', ['Charleston, SC', 'Charleston, WV']],
    ['freeport', ['Freeport, NY', 'Freeport, IL', 'Freeport, TX']],
    ['garden city', ['Garden City, KS', 'Garden City, MI', 'Garden City, NY']],
    ...first('McCook, NE', 'mccook'),
    ...first('San Antonio, TX', 's'),
    ...first('New York, NY', 'nyc'),
    // Nicknames, abbreviations and areas, as quotes accept them.
    ...first('Indianapolis, IN', 'Indy'),
    ...first('Oklahoma City, OK', 'OKC'),
    ...first('Chicago, IL', 'Chgo IL'),
    ...first('Jacksonville, FL', 'Jax FL'),
    ...first('Salt Lake City, UT', 'SLC UT'),
    ...first('Minneapolis, MN', 'Mpls MN'),
    ...first('Fresno, CA', 'Central Valley CA'),
    // The state by code or by name, complete or not, with or without commas.
    ...first(
      'Springfield, IL',
      'springfield, il',
      'springfield il',
      'Springfield Ill',
      'springfield, illinois',
    ),
    ['jackson, mi', ['Jackson, MI', 'Jackson, MS']],
    ...first('Fort Wayne, IN', 'fort wa'),
    ...first('Savannah, GA', 'Savannah, GA,', 'savannah ga,', 'Savannah, GA, ', 'Savannah,'),
    ['Savannah, GA 3', ['Savannah, GA 31401', 'Savannah, GA 31402']],
    ['Savannah GA, 3', ['Savannah, GA 31401', 'Savannah, GA 31402']],
    ['Savannah,GA,3', ['Savannah, GA 31401', 'Savannah, GA 31402']],
    // ZIP codes in ascending order, also of a city, with ZIP+4, and in front.
    ['3030', ['Atlanta, GA 30301', 'Atlanta, GA 30302']],
    ...first('Atlanta, GA 30301', 'Atlanta, GA 303', '30301-12', '30301 atlanta'),
    ...first('Los Angeles, CA 90028', 'Hollywood, CA 90028'),
    // ZIP codes that lost their zero, and names of areas.
    ...first('Boston, MA 02127', 'Boston, MA 2127'),
    ...first('Detroit, MI', 'Metro Detroit', 'Detroit area', 'greater detroit, mi'),
  ])('for %j are %j', (query, expected) => {
    expect(texts(query, expected.length)).toEqual(expected);
  });

  it.each(['springfield, zz', ',', 'Atlanta, TX 303', '00000', 'Pier 400', 'Global 2'])(
    'for %j are none',
    (query) => {
      expect(texts(query)).toEqual([]);
    },
  );

  it('take an incomplete last word as a word or as an abbreviation', () => {
    expect(texts('st')).toEqual(expect.arrayContaining(['St. Louis, MO', 'Stockton, CA']));
  });

  it('leave out other states, and military addresses, which no road reaches', () => {
    expect(texts('springfield, illinois')).toEqual(['Springfield, IL']);
    expect(zipTexts.filter((text) => /, AE /.test(text)).length).toBeGreaterThan(10);
    for (const query of ['APO, AE', '09001', 'FPO'])
      expect(texts(query)).not.toContainEqual(expect.stringMatching(/, A[AEP]/));
  });
});
