import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { greatCircleMiles } from '../../../../shared/geography/places/great-circle.ts';
import { STATE_BOUNDS } from '../../../../shared/geography/places/state-bounds.ts';
import { US_STATES } from '../../../../shared/geography/places/us-states.ts';
import { foldText } from '../../../../shared/platform/text/text-folding.ts';
import { loadTerminals } from '../../../../shared/terminals/catalogue/embedded-terminals.ts';
import { readGateHours } from '../../../../shared/terminals/catalogue/gate-hours.ts';
import { portByLocode } from '../../../../shared/terminals/catalogue/ports.ts';
import {
  TERMINAL_SERVICES,
  TERMINAL_TYPES,
  type Terminal,
} from '../../../../shared/terminals/catalogue/terminal.ts';

const TERMINALS = loadTerminals();

const tidy = v.pipe(
  v.string(),
  v.check((text) => text === text.trim() && !text.includes('  ')),
);
const filled = v.pipe(tidy, v.nonEmpty());
const rowSchema = v.strictObject({
  name: filled,
  aliases: v.array(filled),
  group: filled,
  type: v.picklist(TERMINAL_TYPES),
  address: tidy,
  city: filled,
  portCity: tidy,
  portState: v.exactOptional(v.picklist([...US_STATES.keys()])),
  state: v.picklist([...US_STATES.keys()]),
  zip: v.pipe(v.string(), v.regex(/^\d{5}$/)),
  latitude: v.number(),
  longitude: v.number(),
  precision: v.picklist(['gate', 'facility', 'city']),
  smdgCode: v.pipe(v.string(), v.regex(/^[A-Z0-9]*$/)),
  locode: v.pipe(v.string(), v.regex(/^([A-Z]{5})?$/)),
  services: v.pipe(v.array(v.picklist(TERMINAL_SERVICES)), v.nonEmpty()),
  principal: v.boolean(),
  port: v.pipe(v.string(), v.regex(/^([A-Z]{5})?$/)),
  hours: v.pipe(
    v.string(),
    v.check((hours) => hours === '' || readGateHours(hours) !== undefined),
  ),
  source: filled,
  verified: v.boolean(),
});

const names = (terminals: readonly Terminal[]) => terminals.map(({ name }) => name);
const where = (isWrong: (terminal: Terminal) => boolean) => names(TERMINALS.filter(isWrong));
const repeated = (texts: readonly string[]) => texts.filter((text, index) => texts.indexOf(text) !== index);

function tally(key: (terminal: Terminal) => string): string {
  const counts = new Map<string, number>();
  for (const terminal of TERMINALS) counts.set(key(terminal), (counts.get(key(terminal)) ?? 0) + 1);
  return [...counts].map(([value, count]) => `${count} ${value}`).join(', ');
}

describe('the catalogue of terminals', () => {
  it('has the required terminals', () => {
    console.log(
      [
        `${TERMINALS.length} terminals: ${tally(({ type }) => type)}`,
        `coordinates: ${tally(({ precision }) => precision)}`,
        `name and address: ${tally(({ verified }) => (verified ? 'verified' : 'unverified'))}`,
      ].join('\n'),
    );
    expect(TERMINALS.length).toBeGreaterThanOrEqual(60);
    for (const type of TERMINAL_TYPES)
      expect(names(TERMINALS.filter((row) => row.type === type))).not.toEqual([]);
  });

  it('has every row in the shape of a terminal, with a source', () => {
    const wrong = TERMINALS.flatMap((row) => {
      const parsed = v.safeParse(rowSchema, row);
      return parsed.success ? [] : [`${row.name}: ${v.summarize(parsed.issues)}`];
    });
    expect(wrong).toEqual([]);
  });

  it('has distinct names, also after folding', () => {
    expect(repeated(TERMINALS.map(({ name }) => foldText(name)))).toEqual([]);
  });

  it('has no alias that equals the name of a terminal, and no duplicate alias', () => {
    const folded = new Set(TERMINALS.map(({ name }) => foldText(name)));
    expect(
      TERMINALS.flatMap(({ aliases }) => aliases.filter((alias) => folded.has(foldText(alias)))),
    ).toEqual([]);
    expect(where(({ aliases }) => repeated(aliases.map(foldText)).length > 0)).toEqual([]);
  });

  it('has coordinates and ZIP codes in the state of the address', () => {
    expect(
      where(({ state, zip, latitude, longitude }) => {
        const facts = STATE_BOUNDS[state];
        if (facts === undefined) return true;
        const [south, north, west, east] = facts.box;
        const inside = latitude >= south && latitude <= north && longitude >= west && longitude <= east;
        return !inside || !facts.zips.test(zip);
      }),
    ).toEqual([]);
  });

  it('marks a coordinate that is only the center of its ZIP code', () => {
    expect(
      where(({ source, precision }) => source.includes('centre of the ZIP') !== (precision === 'city')),
    ).toEqual([]);
  });

  it('has the ramps of Salt Lake City at their addresses: 6199 West is about 0.9 miles west of 5500 West', () => {
    const [bnsf, up] = ['BNSF Salt Lake City', 'UP Salt Lake City'].map((name) =>
      TERMINALS.find((row) => row.name === name),
    );
    if (bnsf === undefined || up === undefined) throw new Error('no ramps');
    const west = greatCircleMiles(up, { latitude: up.latitude, longitude: bnsf.longitude });
    expect(bnsf.longitude).toBeLessThan(up.longitude);
    expect(west).toBeGreaterThan(0.7);
    expect(west).toBeLessThan(1.2);
  });

  it('has no verified facts or street addresses from general knowledge only', () => {
    const known = TERMINALS.filter(({ source }) => source.startsWith('General knowledge'));
    expect(known).not.toEqual([]);
    expect(names(known.filter(({ verified, address }) => verified || address !== ''))).toEqual([]);
  });

  it('has a port city only where it differs from the city', () => {
    expect(where(({ city, portCity }) => foldText(city) === foldText(portCity))).toEqual([]);
    expect(
      where(
        ({ portState, portCity, state }) =>
          portState !== undefined && (portCity === '' || portState === state),
      ),
    ).toEqual([]);
  });

  it('has principal terminals that are marine and handle containers, and no port for a ramp', () => {
    const handles = ({ services }: Terminal) =>
      services.includes('container') || services.includes('domestic');
    expect(where((one) => one.principal && (one.type !== 'marine' || !handles(one)))).toEqual([]);
    expect(where(({ principal, port }) => principal && portByLocode(port)?.locode !== port)).toEqual([]);
    expect(where(({ type, port }) => type !== 'marine' && port !== '')).toEqual([]);
  });

  it('has no domestic, breakbulk or project terminal as principal terminal of a port with international service', () => {
    const never = [
      'Matson Oakland',
      'SSA Terminals Pier C',
      'Red Hook Container Terminal',
      'Jacintoport International',
      'Portsmouth Marine Terminal',
      'Seaboard Marine Terminal',
      'Dundalk Marine Terminal',
      'Tioga Marine Terminal',
      'TOTE Tacoma',
      'TOTE Jacksonville',
    ];
    expect(where(({ name, principal }) => never.includes(name) && !principal)).toHaveLength(never.length);
  });

  it('has one distinct SMDG code for each terminal with facts from SMDG', () => {
    const fromSmdg = TERMINALS.filter(({ source }) => source.startsWith('SMDG TFL 2025-07-16'));
    expect(names(fromSmdg.filter(({ smdgCode, locode }) => smdgCode === '' || locode === ''))).toEqual([]);
    expect(repeated(fromSmdg.map(({ locode, smdgCode }) => `${locode} ${smdgCode}`))).toEqual([]);
  });
});
