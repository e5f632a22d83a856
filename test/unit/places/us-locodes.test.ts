import { beforeAll, describe, expect, it } from '@jest/globals';
import { createEmbeddedGeocoder } from '../../../shared/places/embedded-geocoder.ts';
import { findLocode, locodeCities } from '../../../shared/places/us-locodes.ts';
import { loadTerminals } from '../../../shared/terminals/load-terminals.ts';
import { BUILD_TIMEOUT_MS, placesFileReady } from './places-file-ready.ts';

const geocoder = createEmbeddedGeocoder();
beforeAll(placesFileReady, BUILD_TIMEOUT_MS);

describe('UN/LOCODEs', () => {
  it('are at least 150, each well-formed and with a city that is found at a ZIP', () => {
    const faults = [...locodeCities()].filter(([code, address]) => {
      const result = geocoder.locate(address);
      return !/^(US|PR|VI|GU|AS|MP)[A-Z2-9]{3}$/.test(code) || !result.found || result.place.zip === '';
    });
    expect(faults).toEqual([]);
    expect(locodeCities().size).toBeGreaterThanOrEqual(150);
  });

  it('cover the terminals of the catalogue', () => {
    const codes = loadTerminals().map(({ locode }) => locode);
    expect(codes.filter((code) => code !== '' && findLocode(code) === undefined)).toEqual([]);
  });

  it('hide no city that is so called', () => {
    expect([...locodeCities().keys()].filter((code) => geocoder.findCities(code).length > 0)).toEqual([]);
  });

  it.each(['USLGB', 'uslgb', 'US LGB', 'us-lgb'])('%j is Long Beach', (text) => {
    expect(findLocode(text)).toEqual({ city: 'Long Beach', state: 'CA' });
  });

  it.each(['USXXX', 'LGB', 'US  LGB', 'USLGB1', 'CNSHA', 'US', ''])('%j is none that is known', (text) => {
    expect(findLocode(text)).toBeUndefined();
  });
});
