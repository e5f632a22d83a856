import { describe, expect, it } from 'vitest';
import { findLocode } from '../../../../shared/geography/places/us-locodes.ts';
import { loadTerminals } from '../../../../shared/terminals/catalogue/embedded-terminals.ts';
import {
  cityInPortName,
  PORTS,
  portByLocode,
  portOfCity,
  portsNamed,
} from '../../../../shared/terminals/catalogue/ports.ts';

const TERMINALS = loadTerminals();

describe('container ports', () => {
  it.each([
    ['USLAX', 'USLAX'],
    ['us-lax', 'USLAX'],
    [' US LAX ', 'USLAX'],
    ['USEWR', 'USNYC'],
    ['USSJU', 'PRSJU'],
    ['USGUM', 'GUGUM'],
    ['USPTM', 'USORF'],
    ['USFLL', 'USPEF'],
    ['VICHA', 'VICHA'],
    // Chattanooga.
    ['USCHA', undefined],
    ['USCHI', undefined],
    ['LAX', undefined],
    ['USLAXX', undefined],
  ])('%s is the code of %s', (text, locode) => {
    expect(portByLocode(text)?.locode).toBe(locode);
  });

  it.each([
    ['Port of LA', ['USLAX']],
    ['port of los angeles, ca', ['USLAX']],
    ['Port of Houston', ['USHOU']],
    ['Port Houston', ['USHOU']],
    ['PortMiami', ['USMIA']],
    ['Port of Miami', ['USMIA']],
    ['Northwest Seaport Alliance', ['USSEA', 'USTIW']],
    ['Port of LA/Long Beach', ['USLAX', 'USLGB']],
    ['Port of New York and New Jersey', ['USNYC']],
    ['Port of Newark', ['USNYC']],
    ['Port Newark', ['USNYC']],
    ['Port Everglades', ['USPEF']],
    ['Port of Portland', ['USPDX']],
    ['Port of Portland, ME', ['USPWM']],
    ['Port of Wilmington', ['USILG', 'USILM']],
    ['Port of Wilmington, North Carolina', ['USILM']],
    ['PORT OF CHARLESTON SC', ['USCHS']],
  ])('%s names %j', (text, locodes) => {
    expect(portsNamed(text).map(({ locode }) => locode)).toEqual(locodes);
  });

  it.each(['Los Angeles', 'Norfolk', 'Seattle', 'Charleston, SC', 'Chicago', 'Port of Chicago', ''])(
    '%j names no port',
    (text) => {
      expect(portsNamed(text)).toEqual([]);
    },
  );

  it('are not found by the name of one of their cities', () => {
    const bare = PORTS.flatMap(({ cities }) => cities.map(({ city, state }) => [city, `${city}, ${state}`]));
    const isPortTown = (text: string) => /^(port|dutch|apra)/i.test(text);
    expect(bare.flat().filter((text) => portsNamed(text).length > 0 && !isPortTown(text))).toEqual([]);
  });

  it.each([
    ['Los Angeles', 'CA', 'USLAX'],
    ['ft. lauderdale', 'fl', 'USPEF'],
    ['Newark', 'NJ', 'USNYC'],
    ['Newark', 'DE', undefined],
    ['Portland', 'OR', 'USPDX'],
    ['Portland', 'ME', 'USPWM'],
    ['Charleston', 'WV', undefined],
    ['Ontario', 'CA', undefined],
  ])('%s, %s is the city of %s', (city, state, locode) => {
    expect(portOfCity(city, state)?.locode).toBe(locode);
  });

  it('have only codes of places in their states', () => {
    const misplaced = PORTS.flatMap(({ locodes, cities }) =>
      locodes.filter((locode) => {
        const place = findLocode(locode);
        return place !== undefined && !cities.some(({ state }) => state === place.state);
      }),
    );
    expect(misplaced).toEqual([]);
  });

  it.each([
    ['Port of Newark', 'Newark'],
    ['Port Newark, NJ', 'Newark'],
    ['port of elizabeth, new jersey', 'Elizabeth'],
    ['Port of New York', 'New York'],
    ['Port of New York and New Jersey', undefined],
    ['USEWR', undefined],
  ])('%s contains the city %s', (text, city) => {
    const port = portByLocode('USNYC');
    expect(port && cityInPortName(port, text)?.city).toBe(city);
  });

  it('have distinct codes and cities, and a source of their figures', () => {
    const codes = PORTS.flatMap(({ locodes }) => locodes);
    const cities = PORTS.flatMap((port) => port.cities.map(({ city, state }) => `${city} ${state}`));
    expect(new Set(codes).size).toBe(codes.length);
    expect(new Set(cities).size).toBe(cities.length);
    for (const { locode, locodes, name, names, source, teu, teuYear } of PORTS) {
      expect(locodes[0]).toBe(locode);
      expect(names[0]).toBe(name);
      expect(new Set(names).size).toBe(names.length);
      expect(source).not.toBe('');
      expect(teu > 0).toBe(teuYear > 2000);
    }
  });

  it('have a principal terminal each, with a UN/LOCODE that leads to the port', () => {
    const principal = TERMINALS.filter((terminal) => terminal.principal);
    expect(PORTS.filter(({ locode }) => !principal.some(({ port }) => port === locode))).toEqual([]);
    const lost = TERMINALS.filter(
      ({ port, locode }) =>
        port !== '' && locode !== '' && portByLocode(locode) !== PORTS.find((one) => one.locode === port),
    );
    expect(lost.map(({ name }) => name)).toEqual([]);
  });
});
