import { beforeAll, describe, expect, it } from 'vitest';
import { resolveContractGeography } from '../../../../shared/contracts/geography/resolve-contract-geography.ts';
import {
  doorGeographies,
  terminalGeographies,
} from '../../../../shared/contracts/geography/stop-geographies.ts';
import { GEOGRAPHY_KINDS, widthOf } from '../../../../shared/contracts/rate/contract-geography.ts';
import { createEmbeddedGeocoder } from '../../../../shared/geography/places/embedded-geocoder.ts';
import { loadTerminals } from '../../../../shared/terminals/catalogue/embedded-terminals.ts';
import { stableTerminalId } from '../../../../shared/terminals/catalogue/terminal-id.ts';
import { buildEmbeddedDirectory } from '../../../../shared/terminals/search/embedded-terminal-directory.ts';
import { BUILD_TIMEOUT_MS, placesFileReady } from '../../geography/places/places-file-ready.ts';

const places = createEmbeddedGeocoder();
const catalogue = loadTerminals();
const sources = { places, terminals: buildEmbeddedDirectory(catalogue) };
const GARDEN_CITY = catalogue.find(({ port, principal }) => port === 'USSAV' && principal);

const resolve = (text: string) => resolveContractGeography(sources, text);
const geographyOf = (text: string) => {
  const resolved = resolve(text);
  if ('fault' in resolved) throw new Error(`${text} ${resolved.fault}`);
  return resolved.geography;
};
const faultOf = (text: string) => {
  const resolved = resolve(text);
  return 'fault' in resolved ? resolved.fault : JSON.stringify(resolved.geography);
};

beforeAll(placesFileReady, BUILD_TIMEOUT_MS);

describe('the geography of a contract rate', () => {
  it.each([
    ['*', 'any:*', '*'],
    [' 30318 ', 'zip:30318', '30318'],
    ['Atlanta, GA 30318', 'zip:30318', '30318'],
    ['303', 'zip3:303', '303'],
    ['atlanta, ga', 'city:GA atlanta', 'Atlanta, GA'],
    ['St Louis, Missouri', 'city:MO saintlouis', 'St. Louis, MO'],
    ['ga', 'state:GA', 'GA'],
    ['ussav', 'port:USSAV', 'USSAV'],
    ['USEWR', 'port:USNYC', 'USNYC'],
    ['Port of Savannah', 'port:USSAV', 'USSAV'],
    ['USATL', 'city:GA atlanta', 'Atlanta, GA'],
  ])('%s is %s', (text, key, canonical) => {
    expect(geographyOf(text)).toEqual({ key, text: canonical });
  });

  it('is a terminal by its exact name', () => {
    if (GARDEN_CITY === undefined) throw new Error('no terminal in Savannah');
    expect(geographyOf(GARDEN_CITY.name)).toEqual({
      key: `terminal:${stableTerminalId(GARDEN_CITY)}`,
      text: GARDEN_CITY.name,
    });
  });

  it('has a text that is resolved to the same geography', () => {
    const texts = ['303', '30318', 'LA, CA', 'Winston-Salem NC', 'USLAX', 'nwsa tacoma', 'TX', '*']
      .filter((text) => 'geography' in resolve(text))
      .concat(catalogue.map(({ name }) => name));
    expect(texts.length).toBeGreaterThan(100);
    for (const text of texts) {
      const geography = geographyOf(text);
      expect(geographyOf(geography.text)).toEqual(geography);
    }
  });

  it('is a fault if the text is unknown, ambiguous or contradicts itself', () => {
    expect(faultOf('Nowhere at all')).toMatch(/^must be a terminal name, ZIP code/);
    expect(faultOf('')).toMatch(/^must be a terminal name, ZIP code/);
    expect(faultOf('000')).toBe('must have known ZIP codes; none begins with 000');
    expect(faultOf('Springfield')).toMatch(/^is ambiguous; send one of Springfield, /);
    expect(faultOf('Northwest Seaport Alliance')).toMatch(/^is ambiguous; send one of USSEA; USTIW/);
    expect(faultOf('Atlanta, GA 90001')).toMatch(/^is ambiguous; send one of /);
    expect(faultOf('Macon, GA 30318')).toMatch(/^must be one place: ZIP code 30318 is in Atlanta, GA/);
    expect(faultOf('Atlanta, GA 00000')).toMatch(/^must be one place: ZIP code 00000 is unknown/);
  });
});

describe('the geographies of a stop', () => {
  it('contain a terminal by itself, its ZIP code, both cities, its port and state', () => {
    const terminal = catalogue.find(({ city, port }) => city === 'San Pedro' && port === 'USLAX');
    if (terminal === undefined) throw new Error('no terminal in San Pedro');
    expect(terminalGeographies(terminal)).toEqual([
      `terminal:${stableTerminalId(terminal)}`,
      `zip:${terminal.zip}`,
      `zip3:${terminal.zip.slice(0, 3)}`,
      'city:CA sanpedro',
      'city:CA losangeles',
      'port:USLAX',
      'state:CA',
      'any:*',
    ]);
  });

  it.each([
    ['Maher Terminals', 'city:NJ elizabeth', 'city:NY newyork'],
    ['UP Marion', 'city:AR marion', 'city:TN memphis'],
    ['BNSF Logistics Park Kansas City', 'city:KS edgerton', 'city:MO kansascity'],
  ])('contain %s by the city of its port in another state', (name, own, ofPort) => {
    const terminal = catalogue.find((one) => one.name === name);
    if (terminal === undefined) throw new Error(`no ${name}`);
    const cities = terminalGeographies(terminal).filter((key) => key.startsWith('city:'));
    expect(cities).toEqual([own, ofPort]);
  });

  it('contain a door by its ZIP code only if the caller named it', () => {
    const door = { city: 'Atlanta', state: 'GA', zip: '30303' };
    expect(doorGeographies(door, true)).toEqual([
      ...['zip:30303', 'zip3:303', 'city:GA atlanta', 'state:GA', 'any:*'],
    ]);
    expect(doorGeographies(door, false)).toEqual(['zip3:303', 'city:GA atlanta', 'state:GA', 'any:*']);
    expect(doorGeographies({ ...door, zip: '' }, true)).toEqual(['city:GA atlanta', 'state:GA', 'any:*']);
  });

  it('are widest last in the order of kinds', () => {
    expect(GEOGRAPHY_KINDS.map((kind) => widthOf(`${kind}:x`))).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });
});
