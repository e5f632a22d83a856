import { beforeAll, describe, expect, it } from 'vitest';
import { createEmbeddedGeocoder } from '../../../../shared/geography/places/embedded-geocoder.ts';
import { normalizeCity } from '../../../../shared/geography/places/normalize-city.ts';
import { findLocode, locodeCities } from '../../../../shared/geography/places/us-locodes.ts';
import { loadTerminals } from '../../../../shared/terminals/catalogue/embedded-terminals.ts';
import { BUILD_TIMEOUT_MS, placesFileReady } from './places-file-ready.ts';

/** Cities of the catalogue with an unconfirmed code. */
const WITHOUT_LOCODE = [
  'Arcadia, WI',
  'Bethlehem, PA',
  'Chambersburg, PA',
  'Crandall, GA',
  'French Camp, CA',
  'Greencastle, PA',
  'North Baltimore, OH',
  'West Springfield, MA',
];

const geocoder = createEmbeddedGeocoder();
beforeAll(placesFileReady, BUILD_TIMEOUT_MS);

describe('UN/LOCODEs', () => {
  it('are at least 440, each well-formed and with a city that has a ZIP code', () => {
    const faults = [...locodeCities()].filter(([code, address]) => {
      const result = geocoder.locate(address);
      return !/^(US|PR|VI|GU|AS|MP)[A-Z2-9]{3}$/.test(code) || !result.found || result.place.zip === '';
    });
    expect(faults).toEqual([]);
    expect(locodeCities().size).toBeGreaterThanOrEqual(440);
  });

  it('cover the terminals of the catalogue', () => {
    const codes = loadTerminals().map(({ locode }) => locode);
    expect(codes.filter((code) => code !== '' && findLocode(code) === undefined)).toEqual([]);
  });

  it.each([
    ['USMES', 'Minneapolis', 'MN'],
    ['USLUI', 'Louisville', 'KY'],
    ['USMKC', 'Kansas City', 'MO'],
    ['USPEF', 'Port Everglades', 'FL'],
    ['USEWR', 'Newark', 'NJ'],
    ['USEZA', 'Elizabeth', 'NJ'],
    ['USJOT', 'Joliet', 'IL'],
    ['USSXT', 'Santa Teresa', 'NM'],
    ['USSJU', 'San Juan', 'PR'],
    ['PRSJU', 'San Juan', 'PR'],
    ['USGUM', 'Hagatna', 'GU'],
    ['USSTT', 'Charlotte Amalie', 'VI'],
    ['USCHA', 'Chattanooga', 'TN'],
    ['VICHA', 'Charlotte Amalie', 'VI'],
  ])('%s is %s, %s', (code, city, state) => {
    expect(findLocode(code)).toEqual({ city, state });
  });

  it('include the port city or ramp city of every terminal of the catalogue, with a few exceptions', () => {
    const named = new Set([...locodeCities().values()].map(({ city }) => normalizeCity(city)));
    const missing = new Set(
      loadTerminals()
        .filter(({ locode }) => findLocode(locode) === undefined)
        .filter(({ city, portCity }) => ![city, portCity].some((name) => named.has(normalizeCity(name))))
        .map(({ city, state }) => `${city}, ${state}`),
    );
    expect([...missing].sort()).toEqual(WITHOUT_LOCODE);
  });

  it('do not equal the name of a city', () => {
    expect([...locodeCities().keys()].filter((code) => geocoder.findCities(code).length > 0)).toEqual([]);
  });

  it.each(['USLGB', 'uslgb', 'US LGB', 'us-lgb'])('%j is Long Beach', (text) => {
    expect(findLocode(text)).toEqual({ city: 'Long Beach', state: 'CA' });
  });

  it.each(['USXXX', 'LGB', 'US  LGB', 'USLGB1', 'CNSHA', 'US', ''])('%j is unknown', (text) => {
    expect(findLocode(text)).toBeUndefined();
  });
});
