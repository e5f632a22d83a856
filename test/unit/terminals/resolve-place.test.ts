import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createEmbeddedGeocoder } from '../../../shared/geography/places/embedded-geocoder.ts';
import { loadTerminals } from '../../../shared/terminals/catalogue/embedded-terminals.ts';
import type { ListedTerminal } from '../../../shared/terminals/catalogue/terminal.ts';
import { findTerminalsByDescription } from '../../../shared/terminals/resolution/find-terminals-by-text.ts';
import { resolvePlace } from '../../../shared/terminals/resolution/resolve-place.ts';
import { buildEmbeddedDirectory } from '../../../shared/terminals/search/embedded-terminal-directory.ts';

const [SOME] = loadTerminals();
const terminal = (
  name: string,
  aliases: readonly string[],
  city: string,
  zip: string,
  formerNames: readonly string[] = [],
): ListedTerminal => {
  if (SOME === undefined) throw new Error('no terminal');
  const blank = { group: '', address: '', smdgCode: '', locode: '', port: '', state: 'CA' };
  return {
    ...SOME,
    ...blank,
    name,
    aliases,
    city,
    portCity: city,
    zip,
    ...(formerNames[0] && { formerNames }),
  };
};
const pierT = terminal('Pier T Terminal', ['TTI', 'Port of Long Beach', 'Twin'], 'Long Beach', '90802');
const pier400 = terminal('Pier 400', ['Port of LA', 'Twin'], 'San Pedro', '90731');

const places = createEmbeddedGeocoder();
const sourcesOf = (...terminals: readonly ListedTerminal[]) => ({
  places,
  terminals: buildEmbeddedDirectory(terminals),
});
const sources = sourcesOf(pierT, pier400);
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

describe('a text for a place', () => {
  const unknownZip = 'ZIP code 60999 is unknown. The center of Chicago, IL is used.';
  const otherCity = 'ZIP code 60632 is in Chicago, IL, not in Joliet. The ZIP code is used.';

  it.each([
    ['Chicago', 'city: Chicago, IL 60601'],
    ['  chicago ,  il  ', 'city: Chicago, IL 60601'],
    ['Chicago IL', 'city: Chicago, IL 60601'],
    ['CHICAGO ILLINOIS', 'city: Chicago, IL 60601'],
    ['Chicago, IL, USA', 'city: Chicago, IL 60601'],
    ['60632', 'zip: Chicago, IL 60632'],
    ['606321234', 'zip: Chicago, IL 60632'],
    ['Chicago, IL 60632', 'zip: Chicago, IL 60632'],
    ['Chicago, IL, 60632-1234', 'zip: Chicago, IL 60632'],
    ['60632 Chicago', 'zip: Chicago, IL 60632'],
    ['IL 60632', 'zip: Chicago, IL 60632'],
    ['Los Angeles, CA 91335', 'zip: Los Angeles, CA 91335'],
    ['Charleston West Virginia', 'city: Charleston, WV 25301'],
    ['Washington, D.C.', 'city: Washington, DC 20001'],
    ['New York New York', 'city: New York, NY 10001'],
    ['us lax', 'locode: Los Angeles, CA 90012'],
    ['PR-SJU', 'locode: San Juan, PR 00901'],
    ['APO AE 09001', 'zip: APO, AE 09001'],
    ['Port of LA', { kind: 'terminal', terminal: pier400, warnings: [] }],
    ['Fort Washington PA', 'city: Fort Washington, PA 19034'],
    ['Chicago, IL 60999', `city: Chicago, IL 60601 (${unknownZip})`],
    ['Chicago 60999', `city: Chicago, IL 60601 (${unknownZip})`],
    ['Joliet, IL 60632', `zip: Chicago, IL 60632 (${otherCity})`],
    ['Ord, NE', 'city: Ord, NE 68862'],
    ['Eek', 'city: Eek, AK 99578'],
    ['NYC', 'city: New York, NY 10001'],
  ])('%j is found', (text, expected) => {
    expect(placeOf(text)).toEqual(expected);
  });

  it.each([...['Xanadu Sound', 'IL', 'US', '99999', '9063', 'Xanadu Sound 99999', '東京', '', ' ', ',']])(
    '%j is unknown',
    (text) => {
      expect(resolve(text)).toMatchObject({ kind: 'unknown', suggestions: [] });
    },
  );

  it.each([
    ['Chicago, IL 46402', ['Gary, IN 46402', 'Chicago, IL 60601']],
    ['Joliet 46402', ['Gary, IN 46402']],
    ['Nowhere, IL 46402', ['Gary, IN 46402']],
    ['Springfield', ['Springfield, MA 01103', 'Springfield, MO 65802', 'Springfield, IL 62701']],
    ['Charleston', ['Charleston, SC 29401', 'Charleston, WV 25301']],
    ['Wilmington', ['Wilmington, DE 19801', 'Wilmington, NC 28403']],
    // Airport codes.
    ['ord', ['Chicago, IL 60601', 'Ord, NE 68862']],
    ['sun', ['Hailey, ID 83333', 'Sun, LA 70463', 'Sun, CA ']],
    ['twin', ['Pier 400, CA 90731', 'Pier T Terminal, CA 90802']],
  ])('%j is ambiguous, with the largest first', (text, candidates) => {
    expect(candidatesOf(text).slice(0, candidates.length)).toEqual(candidates);
    expect(candidatesOf(text).length).toBeLessThanOrEqual(10);
  });

  it('has candidates that can be resolved', () => {
    for (const city of ['Springfield', 'Wilmington', 'Union City', 'Commerce', 'Garden City', 'Hollywood']) {
      for (const candidate of candidatesOf(city)) {
        expect(placeOf(candidate.trim())).toMatch(`: ${candidate}`);
      }
    }
  });

  it('is the city that is clearly the largest of its name', () => {
    const cities =
      'Chicago IL,Houston TX,Los Angeles CA,Atlanta GA,Memphis TN,Savannah GA,Miami FL,Boston MA,Dallas TX,' +
      'Portland OR,Columbus OH,Kansas City MO,Jackson MS,Richmond VA,Newark NJ,Elizabeth NJ,Oakland CA,' +
      'Long Beach CA,Ontario CA,Fontana CA,Norfolk VA,Tacoma WA,Rochester NY,Phoenix AZ,Nashville TN,Augusta GA,' +
      'Washington DC,New York NY';
    for (const cityAndState of cities.split(',')) {
      const [city, state] = [cityAndState.slice(0, -3), cityAndState.slice(-2)];
      const [bare, inState] = [resolve(city), resolve(cityAndState)];
      expect(bare).toMatchObject({ kind: 'place', place: { city, state } });
      expect({ ...bare, warnings: [], namesakes: undefined }).toEqual(inState);
    }
  });
});

describe('a terminal', () => {
  const found = (terminal: ListedTerminal, ...warnings: string[]) => ({
    kind: 'terminal',
    terminal,
    warnings,
  });

  it('is found by its exact name, before any city', () => {
    const chicago = terminal('Chicago', [], 'Long Beach', '90802');
    expect(resolvePlace(sourcesOf(chicago), 'Chicago')).toEqual(found(chicago));
    expect(resolvePlace(sourcesOf(chicago), 'chicago')).toMatchObject({ kind: 'place' });
    const lax = { ...pierT, aliases: ['LAX'] };
    expect(resolvePlace(sourcesOf(lax), 'LAX')).toEqual(found(lax));
  });

  it.each(['Pier T Terminal', 'pier t terminal', 'PIER-T TERMINAL', 'TTI', 'tti'])(
    'is found as %j',
    (text) => {
      expect(resolve(text)).toEqual(found(pierT));
    },
  );

  it.each(['Total Términals', 'total terminals', 'TOTAL-TÉRMINALS'])(
    'is found by a former name as %j, with a warning, also in a description',
    (text) => {
      const renamed = terminal('Global Pier', [], 'Long Beach', '90802', ['Total Términals']);
      const warning = 'Terminal "Total Términals" was renamed to "Global Pier". Use the new name.';
      const where = sourcesOf(renamed, pier400);
      expect(resolvePlace(where, text)).toEqual(found(renamed, warning));
      expect(resolvePlace(where, 'global pier')).toEqual(found(renamed));
      const described = findTerminalsByDescription(where.terminals, `CA ${text} terminal`);
      expect(described).toMatchObject([{ terminal: { name: 'Global Pier' }, warnings: [warning] }]);
    },
  );

  it('of the shipped catalogue is found by its name', () => {
    const catalogue = sourcesOf(...loadTerminals());
    for (const known of loadTerminals())
      expect(resolvePlace(catalogue, known.name)).toMatchObject({
        kind: 'terminal',
        terminal: { name: known.name },
      });
  });
});

describe('any text', () => {
  const WORDS = ['Chicago', 'St.', 'Port of', 'USLAX', 'New York', 'CA', '60632', ',', '-', '__proto__'];
  const anyText = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.string({ unit: 'grapheme' }),
    fc.array(fc.constantFrom(...WORDS), { maxLength: 8 }).map((words) => words.join(' ')),
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
      expect(resolvePlace(untouchable, text)).toMatchObject({ kind: 'unknown', suggestions: [] });
    const blanks = ' '.repeat(5_000);
    expect(placeOf(`${blanks}Chicago, IL${blanks}`)).toBe('city: Chicago, IL 60601');
  });
});
