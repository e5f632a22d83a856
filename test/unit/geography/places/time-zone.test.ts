import { beforeAll, describe, expect, it } from 'vitest';
import { createEmbeddedGeocoder } from '../../../../shared/geography/places/embedded-geocoder.ts';
import { localDay, timeZoneOf } from '../../../../shared/geography/places/time-zone.ts';
import { US_STATES } from '../../../../shared/geography/places/us-states.ts';
import { BUILD_TIMEOUT_MS, placesFileReady } from './places-file-ready.ts';

beforeAll(placesFileReady, BUILD_TIMEOUT_MS);

const places = createEmbeddedGeocoder();

/** Towns on both sides of each time zone line inside a state, with their time zones (general knowledge). */
const KEPT: Readonly<Record<string, string>> = {
  'America/New_York':
    'Tallahassee FL, Apalachicola FL, Jacksonville FL, Indianapolis IN, South Bend IN, Jasper IN, Lafayette IN, ' +
    'Terre Haute IN, Louisville KY, Elizabethtown KY, Lexington KY, Detroit MI, Marquette MI, Houghton MI, ' +
    'Knoxville TN, Chattanooga TN, Cleveland TN, Boston MA, Savannah GA, Norfolk VA, Newark NJ',
  'America/Chicago':
    'Panama City FL, Pensacola FL, Marianna FL, Gary IN, Michigan City IN, La Porte IN, Evansville IN, ' +
    'Bowling Green KY, Paducah KY, Owensboro KY, Glasgow KY, Iron Mountain MI, Menominee MI, Ironwood MI, ' +
    'Nashville TN, Memphis TN, Cookeville TN, Crossville TN, Dallas TX, Midland TX, Wichita KS, Dodge City KS, ' +
    'Garden City KS, Colby KS, Omaha NE, North Platte NE, McCook NE, Pierre SD, Sioux Falls SD, Fargo ND, ' +
    'Bismarck ND, Minot ND, Williston ND, Chicago IL, Mobile AL',
  'America/Denver':
    'El Paso TX, Goodland KS, Ogallala NE, Scottsbluff NE, Rapid City SD, Dickinson ND, Boise ID, Idaho Falls ID, ' +
    'Ontario OR, Vale OR, West Wendover NV, Denver CO, Salt Lake City UT, Billings MT, Albuquerque NM',
  'America/Los_Angeles':
    "Coeur d'Alene ID, Lewiston ID, Moscow ID, Portland OR, Bend OR, Baker City OR, Burns OR, Reno NV, Elko NV, " +
    'Las Vegas NV, Los Angeles CA, Seattle WA, Spokane WA',
  'America/Phoenix': 'Phoenix AZ, Tucson AZ',
  'America/Anchorage': 'Anchorage AK, Juneau AK, Fairbanks AK',
  'America/Adak': 'Adak AK',
  'Pacific/Honolulu': 'Honolulu HI',
  'America/Puerto_Rico': 'San Juan PR',
};

const TOWNS = Object.entries(KEPT).flatMap(([zone, towns]) =>
  towns.split(', ').map((town) => [town, zone] as const),
);

describe('time zones', () => {
  it.each(TOWNS)('%s: %s', (town, zone) => {
    const [, city = '', state = ''] = /^(.*) (..)$/.exec(town) ?? [];
    const result = places.locate({ city, state });
    if (!result.found) throw new Error(`${town} is unknown`);
    expect(timeZoneOf(result.place)).toBe(zone);
  });

  it('have a zone that the runtime supports for every state', () => {
    for (const state of US_STATES.keys()) {
      const zone = timeZoneOf({ state, latitude: 40, longitude: -100 });
      expect(localDay(new Date('2026-06-15T12:00:00Z'), zone)).toMatch(/^2026-06-1[56]$/);
    }
  });
});

describe('the local day', () => {
  it.each([
    ['2026-11-21T04:59:59Z', 'America/New_York', '2026-11-20'],
    ['2026-11-21T05:00:00Z', 'America/New_York', '2026-11-21'],
    ['2026-07-21T04:00:00Z', 'America/New_York', '2026-07-21'],
    ['2026-11-21T07:59:59Z', 'America/Los_Angeles', '2026-11-20'],
    ['2026-12-31T14:00:00Z', 'Pacific/Guam', '2027-01-01'],
    ['2027-01-01T10:59:59Z', 'Pacific/Pago_Pago', '2026-12-31'],
    ['2027-01-01T00:00:00Z', 'UTC', '2027-01-01'],
  ])('at %s in %s is %s', (moment, zone, day) => {
    expect(localDay(new Date(moment), zone)).toBe(day);
  });
});
