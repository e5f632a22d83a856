import { brotliCompressSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import * as v from 'valibot';
import {
  createEmbeddedGeocoder,
  openPlaceIndex,
} from '../../../shared/geography/places/embedded-geocoder.ts';
import { US_STATES } from '../../../shared/geography/places/us-states.ts';
import { foldText } from '../../../shared/platform/text/text-folding.ts';
import { loadTerminals } from '../../../shared/terminals/catalogue/embedded-terminals.ts';
import { gateDay, readGateHours } from '../../../shared/terminals/catalogue/gate-hours.ts';
import {
  cityInPortName,
  PORTS,
  portByLocode,
  portOfCity,
  portsNamed,
} from '../../../shared/terminals/catalogue/ports.ts';
import { misplaced } from '../../../shared/terminals/catalogue/read-terminal-row.ts';
import {
  TERMINAL_SERVICES,
  TERMINAL_TYPES,
  type Terminal,
} from '../../../shared/terminals/catalogue/terminal.ts';
import { readTerminalRecord } from '../../../shared/terminals/catalogue/terminal-record.ts';
import { unpackTerminals } from '../../../shared/terminals/snapshots/dynamodb-snapshot-store.ts';
import { terminalRecord } from '../../contract/terminals/terminals-under-test.ts';

const geocoder = createEmbeddedGeocoder();

const INDEX = openPlaceIndex();
const TERMINALS = loadTerminals();

describe('the catalogue of terminals', () => {
  const tidy = v.pipe(
    v.string(),
    v.check((text) => text === text.trim() && !text.includes('  ')),
  );
  const filled = v.pipe(tidy, v.nonEmpty());
  const locode = v.pipe(v.string(), v.regex(/^([A-Z]{5})?$/));
  const state = v.picklist([...US_STATES.keys()]);
  const rowSchema = v.strictObject({
    name: filled,
    aliases: v.array(filled),
    group: filled,
    type: v.picklist(TERMINAL_TYPES),
    address: tidy,
    city: filled,
    portCity: tidy,
    portState: v.exactOptional(state),
    state,
    zip: v.pipe(v.string(), v.regex(/^\d{5}$/)),
    latitude: v.number(),
    longitude: v.number(),
    precision: v.picklist(['gate', 'facility', 'city']),
    smdgCode: v.pipe(v.string(), v.regex(/^[A-Z0-9]*$/)),
    locode,
    firmsCodes: v.exactOptional(v.pipe(v.array(v.pipe(v.string(), v.regex(/^[A-Z0-9]{4}$/))), v.nonEmpty())),
    services: v.pipe(v.array(v.picklist(TERMINAL_SERVICES)), v.nonEmpty()),
    principal: v.boolean(),
    port: locode,
    hours: v.pipe(
      v.string(),
      v.check((hours) => hours === '' || readGateHours(hours) !== undefined),
    ),
    source: filled,
    verified: v.boolean(),
  });
  const where = (isWrong: (terminal: Terminal) => boolean) =>
    TERMINALS.filter(isWrong).map(({ name }) => name);
  const repeated = (texts: readonly string[]) => texts.filter((text, index) => texts.indexOf(text) !== index);

  it('has terminals of each type, every row in the shape of a terminal, with a source', () => {
    expect(TERMINALS.length).toBeGreaterThanOrEqual(60);
    expect(new Set(TERMINALS.map(({ type }) => type))).toEqual(new Set(TERMINAL_TYPES));
    expect(where((row) => !v.is(rowSchema, row))).toEqual([]);
  });

  it('has distinct names after folding, and no alias that equals a name or another alias', () => {
    const names = TERMINALS.map(({ name }) => foldText(name));
    expect(repeated(names)).toEqual([]);
    expect(where(({ aliases }) => aliases.some((alias) => names.includes(foldText(alias))))).toEqual([]);
    expect(where(({ aliases }) => repeated(aliases.map(foldText)).length > 0)).toEqual([]);
  });

  it.each<[string, (terminal: Terminal) => boolean]>([
    ['coordinates or a ZIP code outside its state', (terminal) => misplaced(terminal, INDEX).length > 0],
    [
      'verified facts or a street address from general knowledge only',
      ({ source, verified, address }) =>
        source.startsWith('General knowledge') && (verified || address !== ''),
    ],
    ['the city as port city', ({ city, portCity }) => foldText(city) === foldText(portCity)],
    [
      'a port state without a port city, or its own state',
      ({ portState, portCity, state }) => portState !== undefined && (portCity === '' || portState === state),
    ],
    [
      'the mark of a principal terminal without a port of containers',
      ({ principal, type, services, port }) =>
        principal &&
        (type !== 'marine' ||
          portByLocode(port)?.locode !== port ||
          !(services.includes('container') || services.includes('domestic'))),
    ],
    ['a port although it is a ramp', ({ type, port }) => type !== 'marine' && port !== ''],
  ])('has no terminal with %s', (_, isWrong) => {
    expect(where(isWrong)).toEqual([]);
  });

  it('has default values for terminals that were stored before services and ports were known', () => {
    const { services, principal, port, hours, ...before } = terminalRecord('Old Pier');
    const unknown = { services: [], principal: false, port: '', hours: '' };
    expect(readTerminalRecord(before)).toEqual({ ...before, ...unknown });
    expect(() => readTerminalRecord({ ...before, services: ['cranes'] })).toThrow();

    const { id, status, formerNames, origin, revision, updatedAt, ...facts } = before;
    const json = JSON.stringify([facts]);
    expect(unpackTerminals({ content: brotliCompressSync(json) })).toEqual([{ ...facts, ...unknown }]);
  });
});

describe('the gate of a terminal', () => {
  const SATURDAY = '2026-11-28';
  const SUNDAY = '2026-11-29';
  const MONDAY = '2026-11-30';
  const THANKSGIVING = '2026-11-26';

  it.each<['marine' | 'rail' | 'intermodal', string, string, boolean, boolean]>([
    ['marine', 'Mo-Fr 07:00-17:00; Sa 08:00-12:00; PH off', SATURDAY, true, true],
    ['marine', 'Mo-Fr 07:00-17:00; Sa 08:00-12:00; PH off', SUNDAY, false, true],
    ['marine', 'Mo-Fr 07:00-17:00; Sa 08:00-12:00; PH off', THANKSGIVING, false, true],
    ['marine', 'Mo-Fr 07:00-17:00', THANKSGIVING, false, false],
    ['rail', 'Mo-Sa 06:00-22:00', SUNDAY, false, true],
    ['rail', 'Mo-Sa 06:00-22:00', THANKSGIVING, true, false],
    ['rail', '24/7', THANKSGIVING, true, true],
    ['marine', '', SATURDAY, false, false],
    ['marine', '', MONDAY, true, false],
    ['rail', '', SATURDAY, true, false],
    ['intermodal', '', SATURDAY, false, false],
  ])('%s with the hours %j on %s: open %s, published %s', (type, hours, day, open, published) => {
    expect(gateDay({ type, hours }, day)).toEqual({ open, published });
  });

  it.each<readonly [string, object | undefined]>([
    [
      'Mo-Fr 07:00-17:00; Sa 08:00-12:00; PH off',
      [
        { days: [1, 2, 3, 4, 5], open: true },
        { days: [6], open: true },
        { days: [7], open: false },
      ],
    ],
    ['Sa-Mo,We 18:00-02:30', [{ days: [6, 0, 1, 3], open: true }]],
    ['24/7', [{ days: [0, 1, 2, 3, 4, 5, 6, 7], open: true }]],
    ['Mo 07:00-12:00,13:00-24:00', [{ days: [1], open: true }]],
    ...['', 'Mo', 'Mo-Fr', 'Mon-Fri 07:00-17:00', 'Mo 7:00-17:00', 'Mo 07:00-25:00', 'Mo 07:00-24:30'].map(
      (text) => [text, undefined] as const,
    ),
    ...['PH-Mo off', 'Mo-Tu-We off', 'Mo off;', 'mo off'].map((text) => [text, undefined] as const),
  ])('has hours that are read as days: %j', (text, expected) => {
    expect(readGateHours(text)).toEqual(expected);
  });
});

describe('container ports', () => {
  it.each([
    [' US LAX ', 'USLAX'],
    ['USSJU', 'PRSJU'],
    ['VICHA', 'VICHA'],
    // Chattanooga.
    ['USCHA', undefined],
    ['USLAXX', undefined],
  ])('%s is the code of %s', (text, locode) => {
    expect(portByLocode(text)?.locode).toBe(locode);
  });

  it.each([
    ['Port of LA', ['USLAX']],
    ['Port Houston', ['USHOU']],
    ['Northwest Seaport Alliance', ['USSEA', 'USTIW']],
    ['Port of LA/Long Beach', ['USLAX', 'USLGB']],
    ['Port of New York and New Jersey', ['USNYC']],
    ['Port of Wilmington', ['USILG', 'USILM']],
    ['Port of Wilmington, North Carolina', ['USILM']],
    ['Charleston, SC', []],
    ['', []],
  ])('%s names %j', (text, locodes) => {
    expect(portsNamed(text).map(({ locode }) => locode)).toEqual(locodes);
  });

  it('are not found by the name of one of their cities', () => {
    const bare = PORTS.flatMap(({ cities }) => cities.map(({ city, state }) => [city, `${city}, ${state}`]));
    const isPortTown = (text: string) => /^(port|dutch|apra)/i.test(text);
    expect(bare.flat().filter((text) => portsNamed(text).length > 0 && !isPortTown(text))).toEqual([]);
  });

  it.each([
    ['ft. lauderdale', 'fl', 'USPEF'],
    ['Newark', 'NJ', 'USNYC'],
    ['Newark', 'DE', undefined],
    ['Ontario', 'CA', undefined],
  ])('%s, %s is the city of %s', (city, state, locode) => {
    expect(portOfCity(city, state)?.locode).toBe(locode);
  });

  it.each([
    ['Port of Newark', 'Newark'],
    ['Port Newark, NJ', 'Newark'],
    ['Port of New York and New Jersey', undefined],
    ['USEWR', undefined],
  ])('%s contains the city %s', (text, city) => {
    const port = portByLocode('USNYC');
    expect(port && cityInPortName(port, text)?.city).toBe(city);
  });

  it('have distinct codes of places in their states, distinct cities, and a source of their figures', () => {
    const codes = PORTS.flatMap(({ locodes }) => locodes);
    const allCities = PORTS.flatMap((port) => port.cities.map(({ city, state }) => `${city} ${state}`));
    expect(new Set(codes).size).toBe(codes.length);
    expect(new Set(allCities).size).toBe(allCities.length);
    for (const { locodes, cities, names, source, teu, teuYear } of PORTS) {
      const states = locodes.flatMap((code) => geocoder.findLocode(code)?.state ?? []);
      expect(states.filter((state) => !cities.some((city) => city.state === state))).toEqual([]);
      expect(new Set(names).size).toBe(names.length);
      expect(source).not.toBe('');
      expect(teu > 0).toBe(teuYear > 2000);
    }
  });

  it('have a principal terminal each, with a UN/LOCODE that leads to the port', () => {
    const principal = TERMINALS.filter((terminal) => terminal.principal);
    expect(PORTS.filter(({ locode }) => !principal.some(({ port }) => port === locode))).toEqual([]);
    const lost = TERMINALS.filter(
      ({ port, locode }) => port !== '' && locode !== '' && portByLocode(locode)?.locode !== port,
    );
    expect(lost.map(({ name }) => name)).toEqual([]);
  });
});
