import { afterEach, describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { searchWithFallback } from '../../../functions/search-terminals/compose-search.ts';
import { logOutput } from '../../../shared/platform/logging/log.ts';
import { loadTerminals } from '../../../shared/terminals/catalogue/embedded-terminals.ts';
import type { Terminal } from '../../../shared/terminals/catalogue/terminal.ts';
import {
  type TerminalRecord,
  toListedTerminal,
} from '../../../shared/terminals/catalogue/terminal-record.ts';
import { buildEmbeddedDirectory } from '../../../shared/terminals/search/embedded-terminal-directory.ts';
import { buildEmbeddedSearch } from '../../../shared/terminals/search/embedded-terminal-search.ts';
import { buildNearestTerminals } from '../../../shared/terminals/search/nearest-terminals.ts';
import { readSearch } from '../../../shared/terminals/search/read-search.ts';
import { searchTerminals } from '../../../shared/terminals/search/terminal-document.ts';
import { terminalRecord } from '../../contract/terminals/terminals-under-test.ts';

const TERMINALS = loadTerminals();

describe('reading a terminal search', () => {
  const NO_PARAMETER = 'At least one search parameter is required';
  const PLACE_WITH_POINT = 'Cannot use city/state/zip filters with geospatial search (lat/lng)';
  const LAT = 'lat must be a number from -90 to 90, such as 33.7490';
  const LNG = 'lng must be a number from -180 to 180, such as -84.3880';
  const HALF = 'lat and lng must be used together';
  const RADIUS = 'radius must be a number of miles above 0, such as 50';
  const LIMIT = 'limit must be a whole number from 1 to 100';
  const PAGE = 'page must be a whole number from 1';
  const TYPE = 'type must be one of marine, rail, intermodal';
  const STATE = 'state must be a 2-letter US state code, such as CA';
  const ZIP = 'zip must be 5 digits or ZIP+4, such as 90731 or 90731-1234';
  const point = { latitude: 33.749, longitude: -84.388 };
  const all = { type: 'rail', city: 'b', state: 'NJ', zip: '07201' };

  it.each<[string, Record<string, string>, object]>([
    ['text that is only punctuation', { query: '!!!' }, { text: '!!!' }],
    ['state in any case', { state: 'nJ' }, { state: 'NJ' }],
    ['nine digits', { zip: '072011234' }, { zip: '07201' }],
    ['a point', { lat: '33.7490', lng: '-84.3880' }, { near: { ...point, radiusMiles: 50 } }],
    ['a radius', { lat: '33.749', lng: '-84.388', radius: '0.5' }, { near: { ...point, radiusMiles: 0.5 } }],
    ['the corner', { lat: '-90', lng: '180' }, { near: { latitude: -90, longitude: 180, radiusMiles: 50 } }],
    [
      'every decimal notation of JavaScript',
      { lat: '.5', lng: '-1.2e1', radius: '1e9', limit: '2e1', page: '3.0' },
      { near: { latitude: 0.5, longitude: -12, radiusMiles: 1_000_000_000 }, limit: 20, page: 3 },
    ],
    [
      'a page',
      { query: 'a', limit: '100', page: '9007199254740991' },
      { text: 'a', limit: 100, page: 9_007_199_254_740_991 },
    ],
    ['unknown parameters', { query: 'a', sort: 'name', __proto__x: '1' }, { text: 'a' }],
  ])('accepts %s', (_, query, expected) => {
    expect(readSearch(query)).toEqual({ ok: true, body: { limit: 10, page: 1, ...expected } });
  });

  it.each<[string, Record<string, string>, string]>([
    ['nothing', {}, NO_PARAMETER],
    ['only limit, page and radius', { limit: '5', page: '2', radius: '10' }, NO_PARAMETER],
    ['a point with city', { lat: '33', lng: '-84', city: 'Atlanta' }, PLACE_WITH_POINT],
    ['lat without lng', { lat: '33' }, HALF],
    ['lat above 90', { lat: '90.0001', lng: '0' }, LAT],
    ['lng above 180', { lat: '0', lng: '180.5' }, LNG],
    ['radius 0', { lat: '0', lng: '0', radius: '0' }, RADIUS],
    ['a bad radius with no point', { query: 'a', radius: 'wide' }, RADIUS],
    ['a query of 301 characters', { query: 'x'.repeat(301) }, 'query must have at most 300 characters'],
    ['a city of many marks', { city: '\u0301'.repeat(9_000) }, 'city must have at most 300 characters'],
    ['a query with a control character', { query: 'pier\u0000' }, 'query must not have control characters'],
    ['a city with a line feed', { city: 'Long\nBeach' }, 'city must not have control characters'],
    ['limit 0', { query: 'a', limit: '0' }, LIMIT],
    ['page 0', { query: 'a', page: '0' }, PAGE],
    ['a hexadecimal number', { query: 'a', limit: '0x10' }, LIMIT],
    ['an unknown state', { state: 'XX' }, STATE],
    ['half a ZIP+4', { zip: '07201-12' }, ZIP],
    ['several faults at once', { type: 'air', state: 'XX', limit: '0' }, `${TYPE}; ${STATE}; ${LIMIT}`],
  ])('rejects %s', (_, query, message) => {
    expect(readSearch(query)).toMatchObject({ ok: false, rejection: { kind: 'invalid', message } });
  });

  it('returns a search or an error for every query, and never throws', () => {
    const parameter = fc.constantFrom('query', ...Object.keys(all), 'lat', 'lng', 'radius', 'limit', 'page');
    const known = fc.constantFrom('rail', 'NJ', '07201');
    const value = fc.oneof(fc.string({ minLength: 1 }), fc.double().map(String), known);
    fc.assert(
      fc.property(fc.dictionary(parameter, value), (query) => {
        const read = readSearch(query);
        if (read.ok) expect(read.body).toMatchObject({ limit: expect.any(Number), page: expect.any(Number) });
        else expect(read.rejection.message).not.toBe('');
      }),
    );
  });
});

describe('a page of terminals', () => {
  it('has terminals with all fields of the interface', async () => {
    const query = { text: 'port elizabeth', limit: 1, page: 1 };
    const { status, data } = await searchTerminals(buildEmbeddedSearch(TERMINALS), query);
    expect(status).toBe('success');
    expect(data).toEqual([
      {
        name: 'APM Elizabeth Terminal',
        geolocation: [40.66, -74.14889],
        type: 'marine',
        address: '5080 McLester Street',
        city: 'Elizabeth',
        state: 'NJ',
        zip: '07207',
        aliases: expect.arrayContaining(['Port Elizabeth']),
        group: 'Port of New York and New Jersey',
        portCity: 'New York',
        smdgCode: 'APMT',
        locode: 'USNYC',
        codes: { smdg: ['APMT'], firms: ['E425'], locode: ['USNYC'] },
        services: ['container'],
        principal: true,
        port: 'USNYC',
        hours: expect.any(String),
      },
    ]);
  });

  it.each([
    [0, 10, 1, 0],
    [10, 10, 1, 1],
    [11, 10, 1, 2],
    [11, 1, 99, 11],
  ])('of %i hits by %i is page %i of %i', async (totalHits, limit, page, totalPages) => {
    const search = { search: async () => ({ terminals: [], totalHits }) };
    const { pagination } = await searchTerminals(search, { limit, page });
    expect(pagination).toEqual({ currentPage: page, totalPages, totalHits, hitsPerPage: limit });
  });
});

describe('the directory of terminals', () => {
  const directory = buildEmbeddedDirectory(TERMINALS);

  it('finds every terminal by its exact name, and by no other', () => {
    for (const terminal of TERMINALS)
      expect(directory.byName(terminal.name)).toEqual({ terminal, warnings: [] });
    const others = ['apm elizabeth terminal', 'APM Elizabeth Terminal ', 'Port Elizabeth', '', '__proto__'];
    expect(others.map((name) => directory.byName(name))).toEqual(others.map(() => undefined));
  });

  it.each([
    ['apm elizabeth terminal', 'APM Elizabeth Terminal'],
    ['Mahr Terminal', 'Maher Terminals'],
    ['LBCT', 'Long Beach Container Terminal'],
    ['Barbors Cut', 'Barbours Cut Container Terminal'],
    ['BNSF Corwith (Chicago)', 'BNSF Corwith'],
    ['UP Global 4', 'UP Global IV'],
    ['!!!', undefined],
    ['qqq zzz', undefined],
    ['x'.repeat(1_000_000), undefined],
  ])('suggests the most similar name first, or none: case %#', (wrong, right) => {
    expect(directory.suggest(wrong, 3)[0]).toBe(right);
  });

  it('suggests at most the given number of distinct, existing names', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), fc.nat(5), (wrong, count) => {
        const suggested = directory.suggest(wrong, count);
        expect(suggested.length).toBeLessThanOrEqual(count);
        expect(new Set(suggested).size).toBe(suggested.length);
        for (const name of suggested) expect(directory.byName(name)?.terminal.name).toBe(name);
      }),
    );
  });
});

describe('renamed and closed terminals', () => {
  const until = '2026-03-01T12:00:00.000Z';
  const renamed = (name: string, formers: readonly string[], change: Partial<TerminalRecord> = {}) =>
    terminalRecord(name, { formerNames: formers.map((former) => ({ name: former, until })), ...change });
  const LIST = [
    terminalRecord('Harbor One'),
    renamed('Global Pier', ['Seaside Dock', 'Seaside Wharf']),
    terminalRecord('Old Yard', { status: 'closed' }),
    renamed('Shut Ramp', ['Gone Ramp'], { status: 'closed' }),
  ].map(toListedTerminal);
  const directory = buildEmbeddedDirectory(LIST);

  it.each([
    ['Harbor One', 'Harbor One', []],
    ['Global Pier', 'Global Pier', []],
    ['Seaside Dock', 'Global Pier', [/"Seaside Dock" was renamed to "Global Pier"/]],
    ['Old Yard', 'Old Yard', [/"Old Yard" is closed/]],
    ['Gone Ramp', 'Shut Ramp', [/"Gone Ramp" was renamed to "Shut Ramp"/, /"Shut Ramp" is closed/]],
  ])('are found by the name %s, with warnings', (asked, name, warnings) => {
    const known = directory.byName(asked);
    expect(known?.terminal.name).toBe(name);
    expect(known?.warnings).toEqual(warnings.map((warning) => expect.stringMatching(warning)));
  });

  it('are suggested while open', () => {
    expect(directory.suggest('Seeside Dock', 3)).toEqual(['Global Pier']);
    expect(directory.suggest('Old Yrd', 3)).toEqual([]);
  });
});

describe('the nearest terminals', () => {
  const LONG_BEACH = { latitude: 33.77, longitude: -118.19 };
  const isPrincipal = ({ principal }: Terminal) => principal;

  it('are within the radius, nearest first', () => {
    const found = buildNearestTerminals(TERMINALS).within(LONG_BEACH, 3, isPrincipal);
    expect(found.map(({ terminal: { name }, miles }) => [name, miles.toFixed(1)])).toEqual([
      ['Long Beach Container Terminal', '1.5'],
      ['International Transportation Service', '1.8'],
      ['Pacific Container Terminal', '1.9'],
      ['SSA Terminals Pier A', '2.4'],
      ['Total Terminals International', '2.7'],
    ]);
  });

  it('are open ones', () => {
    const [first] = buildNearestTerminals(TERMINALS).within(LONG_BEACH, 60, isPrincipal);
    expect(first?.terminal).toMatchObject({ state: 'CA', port: 'USLGB' });
    const nearest = buildNearestTerminals(
      TERMINALS.map((one) => ({ ...one, closed: one.name === first?.terminal.name })),
    );
    expect(nearest.within(LONG_BEACH, 60, isPrincipal)).not.toContainEqual(first);
    expect(nearest.all()).toHaveLength(TERMINALS.length - 1);
    expect(nearest.all()).not.toContain(first?.terminal);
  });
});

describe('search with a fallback', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('uses the scan after a failure, and asks the domain again after 10 seconds', async () => {
    const lines = [jest.spyOn(logOutput, 'warn'), jest.spyOn(logOutput, 'info')];
    for (const line of lines) line.mockReturnValue();
    const state = { now: 1_000, works: true, asked: 0 };
    const primary = {
      search: async () => {
        state.asked += 1;
        if (!state.works) throw new Error('broken');
        return { terminals: [], totalHits: 1 };
      },
    };
    const scan = { search: async () => ({ terminals: [], totalHits: 2 }) };
    const search = searchWithFallback(primary, { current: async () => scan }, () => state.now);
    const hits = async (now: number) => {
      state.now = now;
      return (await search.search({ text: 'pier', limit: 10, page: 1 })).totalHits;
    };

    expect(await hits(0)).toBe(1);
    state.works = false;
    expect([await hits(0), await hits(9_999), state.asked]).toEqual([2, 2, 2]);
    state.works = true;
    expect([await hits(10_000), await hits(10_000), state.asked]).toEqual([1, 1, 4]);
    const codes = lines.map((line) => JSON.stringify(line.mock.calls).match(/TERMINAL_SEARCH_\w+/g));
    expect(codes).toEqual([['TERMINAL_SEARCH_FELL_BACK'], ['TERMINAL_SEARCH_RECOVERED']]);
  });
});
