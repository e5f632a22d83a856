import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { createEmbeddedGeocoder } from '../../../../shared/geography/places/embedded-geocoder.ts';
import { loadTerminals } from '../../../../shared/terminals/catalogue/embedded-terminals.ts';
import type { Terminal } from '../../../../shared/terminals/catalogue/terminal.ts';
import { resolvePlace } from '../../../../shared/terminals/resolution/resolve-place.ts';
import { buildEmbeddedDirectory } from '../../../../shared/terminals/search/embedded-terminal-directory.ts';
import { BUILD_TIMEOUT_MS, placesFileReady } from '../../geography/places/places-file-ready.ts';

const terminal = (name: string, aliases: readonly string[], city: string, zip: string): Terminal => ({
  name,
  aliases,
  group: '',
  type: 'marine',
  address: '',
  city,
  portCity: city,
  state: 'CA',
  zip,
  latitude: 33.7,
  longitude: -118.2,
  precision: 'gate',
  smdgCode: '',
  locode: '',
  services: ['container'],
  principal: false,
  port: '',
  hours: '',
  source: '',
  verified: true,
});
const pierT = terminal('Pier T Terminal', ['TTI', 'Port of Long Beach', 'Twin'], 'Long Beach', '90802');
const pier400 = terminal('Pier 400', ['Port of LA', 'Twin'], 'San Pedro', '90731');
const chicagoTerminal = terminal('Chicago', [], 'Long Beach', '90802');

const places = createEmbeddedGeocoder();
const sources = { places, terminals: buildEmbeddedDirectory([pierT, pier400]) };
const resolve = (text: string) => resolvePlace(sources, text);
const placeOf = (text: string) => {
  const resolved = resolve(text);
  if (resolved.kind !== 'place') return resolved;
  const { city, state, zip } = resolved.place;
  return `${resolved.form}: ${city}, ${state} ${zip}${resolved.warnings.map((text) => ` (${text})`).join('')}`;
};
const candidatesOf = (text: string): string[] => {
  const resolved = resolve(text);
  if (resolved.kind !== 'ambiguous') throw new Error(`${text} is ${resolved.kind}`);
  return resolved.candidates.map(({ name, state, zip }) => `${name}, ${state} ${zip}`);
};

beforeAll(placesFileReady, BUILD_TIMEOUT_MS);

describe('a text for a place', () => {
  it.each([
    ['Chicago', 'city: Chicago, IL 60601'],
    ['Chicago, IL', 'city: Chicago, IL 60601'],
    ['  chicago ,  il  ', 'city: Chicago, IL 60601'],
    ['Chicago IL', 'city: Chicago, IL 60601'],
    ['Chicago, Illinois', 'city: Chicago, IL 60601'],
    ['CHICAGO ILLINOIS', 'city: Chicago, IL 60601'],
    ['Chicago, IL, USA', 'city: Chicago, IL 60601'],
    ['60632', 'zip: Chicago, IL 60632'],
    ['60632-1234', 'zip: Chicago, IL 60632'],
    ['606321234', 'zip: Chicago, IL 60632'],
    ['Chicago, IL 60632', 'zip: Chicago, IL 60632'],
    ['Chicago, IL, 60632-1234', 'zip: Chicago, IL 60632'],
    ['Chicago 60632', 'zip: Chicago, IL 60632'],
    ['60632 Chicago', 'zip: Chicago, IL 60632'],
    ['IL 60632', 'zip: Chicago, IL 60632'],
    ['Los Angeles, CA 91335', 'zip: Los Angeles, CA 91335'],
    ['Charleston West Virginia', 'city: Charleston, WV 25301'],
    ['Washington, D.C.', 'city: Washington, DC 20001'],
    ['New York New York', 'city: New York, NY 10001'],
    ['St. Paul Minnesota', 'city: Saint Paul, MN 55101'],
    ['Kansas City Kansas', 'city: Kansas City, KS 66101'],
    ['USLAX', 'locode: Los Angeles, CA 90012'],
    ['us lax', 'locode: Los Angeles, CA 90012'],
    ['PR-SJU', 'locode: San Juan, PR 00901'],
    ['APO AE 09001', 'zip: APO, AE 09001'],
    ['Port of Savannah', 'city: Savannah, GA 31401'],
    ['Port of LA', { kind: 'terminal', terminal: pier400, warnings: [] }],
    ['Fort Washington PA', 'city: Fort Washington, PA 19034'],
  ])('%j is found', (text, expected) => {
    expect(placeOf(text)).toEqual(expected);
  });

  it.each([
    'Xanadu Sound',
    'Chicago, TX',
    'Toronto, ON',
    'IL',
    'US',
    '99999',
    '9063',
    'Xanadu Sound 99999',
    '東京',
    '',
    ' ',
    ',',
  ])('%j is unknown', (text) => {
    expect(resolve(text)).toEqual({ kind: 'unknown' });
  });

  it('with an unknown ZIP code is at the city, with a warning', () => {
    const expected =
      'city: Chicago, IL 60601 (ZIP code 60999 is unknown. The center of Chicago, IL is used.)';
    expect(placeOf('Chicago, IL 60999')).toBe(expected);
    expect(placeOf('Chicago 60999')).toBe(expected);
  });

  it('with a ZIP code of another city in the state is at the ZIP code, with a warning', () => {
    const expected =
      'zip: Chicago, IL 60632 (ZIP code 60632 is in Chicago, IL, not in Joliet. The ZIP code is used.)';
    expect(placeOf('Joliet, IL 60632')).toBe(expected);
    expect(placeOf('Joliet 60632')).toBe(expected);
  });

  it('with a ZIP code of another state is ambiguous', () => {
    expect(candidatesOf('Chicago, IL 46402')).toEqual(['Gary, IN 46402', 'Chicago, IL 60601']);
    expect(candidatesOf('Joliet 46402')[0]).toBe('Gary, IN 46402');
    expect(candidatesOf('Nowhere, IL 46402')).toEqual(['Gary, IN 46402']);
  });
});

describe('a bare city', () => {
  it.each([
    ...['Chicago IL', 'Houston TX', 'Los Angeles CA', 'Atlanta GA', 'Memphis TN', 'Savannah GA', 'Miami FL'],
    ...[
      'Boston MA',
      'Dallas TX',
      'Portland OR',
      'Columbus OH',
      'Kansas City MO',
      'Jackson MS',
      'Richmond VA',
    ],
    ...['Newark NJ', 'Elizabeth NJ', 'Oakland CA', 'Long Beach CA', 'Ontario CA', 'Fontana CA', 'Norfolk VA'],
    ...[
      'Tacoma WA',
      'Rochester NY',
      'Phoenix AZ',
      'Nashville TN',
      'Augusta GA',
      'Washington DC',
      'New York NY',
    ],
  ])('that is clearly the largest of its name is found: %s', (cityAndState) => {
    const [city, state] = [cityAndState.slice(0, -3), cityAndState.slice(-2)];
    expect(resolve(city)).toMatchObject({ kind: 'place', place: { city, state }, warnings: [] });
    expect(resolve(cityAndState)).toEqual(resolve(city));
  });

  it.each([
    ['Springfield', ['Springfield, MA 01103', 'Springfield, IL 62701', 'Springfield, MO 65802']],
    ['Charleston', ['Charleston, WV 25301', 'Charleston, SC 29401']],
    ['Aurora', ['Aurora, CO 80010', 'Aurora, IL 60505']],
    ['Wilmington', ['Wilmington, DE 19801', 'Wilmington, NC 28403', 'Wilmington, CA 90744']],
    ['Peoria', ['Peoria, IL 61601', 'Peoria, AZ 85345']],
    ['Indiana', ['Indiana, PA 15701']],
  ])('that is not has candidates, largest first: %s', (city, first) => {
    const candidates = candidatesOf(city);
    expect(candidates.slice(0, first.length)).toEqual(first);
    expect(candidates.length).toBeLessThanOrEqual(10);
  });

  it('Arlington is in Virginia or Texas', () => {
    expect(
      candidatesOf('Arlington')
        .slice(0, 2)
        .map((text) => text.slice(0, 13)),
    ).toEqual(['Arlington, VA', 'Arlington, TX']);
  });

  it('has candidates that can be resolved', () => {
    for (const city of ['Springfield', 'Wilmington', 'Union City', 'Commerce', 'Garden City', 'Hollywood']) {
      for (const candidate of candidatesOf(city)) {
        expect(placeOf(candidate.trim())).toMatch(`: ${candidate}`);
      }
    }
  });
});

describe('a bare airport code', () => {
  it.each([
    ['ORD', ['Chicago, IL 60601', 'Ord, NE 68862']],
    ['ord', ['Chicago, IL 60601', 'Ord, NE 68862']],
    ['DAY', ['Dayton, OH 45402', 'Day, FL 32013']],
    ['SUN', ['Hailey, ID 83333', 'Sun, LA 70463', 'Sun, CA ']],
    ['LAX', ['Los Angeles, CA 90012']],
    ['JFK', ['New York, NY 10001']],
  ])('%s is ambiguous: %j', (text, candidates) => {
    expect(candidatesOf(text)).toEqual(expect.arrayContaining(candidates));
    expect(candidatesOf(text)[0]).toBe(candidates[0]);
  });

  it.each([
    ['Ord, NE', 'city: Ord, NE 68862'],
    ['Ord NE 68862', 'zip: Ord, NE 68862'],
    ['68862', 'zip: Ord, NE 68862'],
    ['Ada, OK', 'city: Ada, OK 74820'],
    ['Eek', 'city: Eek, AK 99578'],
    ['NYC', 'city: New York, NY 10001'],
    ['LA', 'city: Los Angeles, CA 90012'],
    ['US ORD', 'locode: Chicago, IL 60601'],
  ])('%s is a place', (text, expected) => {
    expect(placeOf(text)).toBe(expected);
  });

  it('that is an alias of a terminal is the terminal', () => {
    const shared = { ...pierT, aliases: ['LAX'] };
    const withAlias = { places, terminals: buildEmbeddedDirectory([shared]) };
    expect(resolvePlace(withAlias, 'LAX')).toMatchObject({
      kind: 'terminal',
      terminal: { name: shared.name },
    });
  });
});

describe('a terminal', () => {
  const found = (terminal: Terminal) => ({ kind: 'terminal', terminal, warnings: [] });

  it('is found by its exact name, before any city', () => {
    expect(resolve('Pier T Terminal')).toEqual(found(pierT));
    const withChicago = { places, terminals: buildEmbeddedDirectory([chicagoTerminal]) };
    expect(resolvePlace(withChicago, 'Chicago')).toEqual(found(chicagoTerminal));
    expect(resolvePlace(withChicago, 'chicago')).toMatchObject({ kind: 'place' });
  });

  it.each(['pier t terminal', 'PIER-T TERMINAL', 'TTI', 'tti'])('is also found as %j', (text) => {
    expect(resolve(text)).toEqual(found(pierT));
  });

  it('is ambiguous by a shared alias', () => {
    expect(candidatesOf('twin')).toEqual(['Pier 400, CA 90731', 'Pier T Terminal, CA 90802']);
  });

  it.each(['Total Términals', 'total terminals', 'TOTAL-TÉRMINALS'])(
    'is found by a former name as %j, with a warning',
    (text) => {
      const renamed = { ...pierT, formerNames: ['Total Términals'] };
      expect(resolvePlace({ places, terminals: buildEmbeddedDirectory([renamed, pier400]) }, text)).toEqual({
        kind: 'terminal',
        terminal: renamed,
        warnings: ['Terminal "Total Términals" was renamed to "Pier T Terminal". Use the new name.'],
      });
    },
  );

  it('of the shipped catalogue is found by its name', () => {
    const catalogue = { places, terminals: buildEmbeddedDirectory(loadTerminals()) };
    for (const known of loadTerminals())
      expect(resolvePlace(catalogue, known.name)).toMatchObject({
        kind: 'terminal',
        terminal: { name: known.name },
      });
  });
});

describe('any text', () => {
  const anyWord = fc.constantFrom(
    'Chicago',
    'St.',
    'Port of',
    'USLAX',
    'New York',
    'CA',
    '60632',
    ',',
    '-',
    '__proto__',
  );
  const anyText = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.string({ unit: 'grapheme' }),
    fc.array(anyWord, { maxLength: 8 }).map((words) => words.join(' ')),
  );

  it('has a deterministic result with complete candidates and places', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const resolved = resolve(text);
        expect(resolve(text)).toEqual(resolved);
        if (resolved.kind === 'place') expect(resolved.place.state).toMatch(/^[A-Z]{2}$/);
        if (resolved.kind === 'ambiguous') {
          expect(resolved.candidates.length).toBeGreaterThan(0);
          expect(resolved.candidates.length).toBeLessThanOrEqual(10);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('of 10 KB is unknown without being read, and a place in 10 KB of spaces is found', () => {
    const untouchable = new Proxy(sources, {
      get: () => {
        throw new Error('looked up');
      },
    });
    for (const text of [
      'Chicago, '.repeat(1200),
      'a'.repeat(10_240),
      '1'.repeat(10_240),
      '"\\*'.repeat(3500),
    ])
      expect(resolvePlace(untouchable, text)).toEqual({ kind: 'unknown' });
    const blanks = ' '.repeat(5_000);
    expect(placeOf(`${blanks}Chicago, IL${blanks}`)).toBe('city: Chicago, IL 60601');
  });
});
