import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Terminal } from '../../../shared/terminals/catalogue/terminal.ts';
import type { TerminalQuery, TerminalSearch } from '../../../shared/terminals/search/terminal-search.ts';
import { CITY_OF_A_STATE_NAME, FEW, HOSTILE } from './few-terminals.ts';
import { naiveSearch } from './naive-search.ts';
import { randomQuery } from './random-query.ts';
import { seededRandom, syntheticTerminals } from './synthetic-terminals.ts';

/** Prepares the adapter under test to search exactly these terminals. */
export type TerminalSearchFactory = (terminals: readonly Terminal[]) => Promise<TerminalSearch>;

/** The behavior of every TerminalSearch, for any engine (interface specification 4.4). */
export function describeTerminalSearch(engine: string, create: TerminalSearchFactory): void {
  describe(`terminal search: ${engine}`, () => {
    let few: TerminalSearch;
    beforeAll(async () => {
      few = await create(FEW);
    });

    const names = async (query: Partial<TerminalQuery>) =>
      (await few.search({ limit: 10, page: 1, ...query })).terminals.map(({ name }) => name);

    it('puts an exact name or alias first, then whole words, then prefixes', async () => {
      expect(await names({ text: 'port elizabeth' })).toEqual([
        'Elizabeth Gate',
        'Annex of Port Elizabeth',
        'Portal Elizabethan',
      ]);
    });

    it.each([
      ['state code', 'nj', ['Elizabeth Gate', 'Harbor Yard']],
      ['full state name', 'New Jersey', ['Elizabeth Gate', 'Harbor Yard']],
      ['the city of the port', 'los angeles', ['West Pier']],
      ['type', 'intermodal', ['Portal Elizabethan']],
      ['ZIP', '07201', ['Harbor Yard']],
      ['beginning of a ZIP', '0720', ['Harbor Yard']],
      ['accents left out', 'rio', ['San Juan Río']],
      ['accents put in', 'Sán', ['San Juan Río', 'West Pier']],
      ['punctuation', 'pe 1', ['Elizabeth Gate']],
      ['full-width letters', 'ＨＡＲＢＯＲ', ['Harbor Yard']],
      ['the beginning of a word in another script', 'ПО', ['Harbor Yard']],
      ['words of different fields', 'harbor jersey marine', ['Harbor Yard']],
      ['one word that nothing has', 'elizabeth zzz', []],
      ['the middle of a word', 'lizabeth', []],
    ])('text finds by %s', async (_, text, expected) => {
      expect(await names({ text })).toEqual(expected);
    });

    it.each([
      ['kansas', ['Argentine', 'Knoche', 'Voltz']],
      ['rail kansas', ['Argentine', 'Knoche', 'Voltz']],
      ['kansas c', ['Knoche', 'Voltz']],
      ['Kansas Cit', ['Knoche', 'Voltz']],
      ['kansas city', ['Knoche', 'Voltz']],
      ['kansas city kansas', []],
      ['kansas rail', ['Argentine']],
    ])('%j, which can be a state or become a city, finds %j', async (text, expected) => {
      const search = await create(CITY_OF_A_STATE_NAME);
      const { terminals } = await search.search({ text, limit: 10, page: 1 });
      expect(terminals.map(({ name }) => name)).toEqual(expected);
    });

    it('searches the address only with a city, state, ZIP code or point', async () => {
      const point = { latitude: 30, longitude: -95, radiusMiles: 1 };
      expect(await names({ text: 'calcutta' })).toEqual([]);
      expect(await names({ text: 'calcutta', type: 'marine' })).toEqual([]);
      for (const filter of [{ city: 'elizabeth' }, { state: 'NJ' }, { zip: '07201' }, { near: point }]) {
        expect(await names({ text: 'calcutta', ...filter })).toEqual(['Harbor Yard']);
      }
    });

    it('finds a city by any part of it, and by the city of the port', async () => {
      expect(await names({ city: 'PEDR' })).toEqual(['West Pier']);
      expect(await names({ city: 'los angeles' })).toEqual(['West Pier']);
      expect(await names({ city: 'san' })).toEqual(['San Juan Río', 'West Pier']);
      expect(await names({ city: '---' })).toEqual([]);
    });

    it('combines filters with AND', async () => {
      expect(await names({ state: 'NJ', city: 'eliz', type: 'marine' })).toEqual([
        'Elizabeth Gate',
        'Harbor Yard',
      ]);
      expect(await names({ state: 'NJ', type: 'rail' })).toEqual([]);
      expect(await names({ text: 'elizabeth', type: 'rail' })).toEqual(['Annex of Port Elizabeth']);
    });

    it('sorts by distance from a point, also across the antimeridian and the pole, then by name', async () => {
      const around = (latitude: number, longitude: number, radiusMiles: number) =>
        names({ near: { latitude, longitude, radiusMiles } });
      expect(await around(10, 180, 50)).toEqual(['Date Line West', 'Date Line East']);
      expect(await around(90, 77, 50)).toEqual(['North Pole A', 'North Pole B']);
      expect(await around(30, -95, 1)).toEqual(
        FEW.slice(0, 4)
          .map(({ name }) => name)
          .sort(),
      );
      expect(await around(0, 0, 1)).toEqual([]);
      expect(await around(33.7, -118, 1e9)).toHaveLength(FEW.length);
    });

    it('pages with exact totals, and returns an empty page past the last one', async () => {
      const page = (number: number) => few.search({ type: 'marine', limit: 3, page: number });
      const pages = await Promise.all([page(1), page(2), page(3), page(4), page(9_007_199_254_740_991)]);
      expect(pages.map(({ terminals }) => terminals.length)).toEqual([3, 3, 2, 0, 0]);
      expect(new Set(pages.map(({ totalHits }) => totalHits))).toEqual(new Set([8]));
    });

    it.each(HOSTILE.map((text) => [JSON.stringify(text).slice(0, 30), text]))(
      'takes %s for text that nothing has',
      async (_, text) => {
        expect(await few.search({ text, limit: 10, page: 1 })).toEqual({ terminals: [], totalHits: 0 });
        expect(await few.search({ city: text, limit: 10, page: 1 })).toEqual({ terminals: [], totalHits: 0 });
      },
    );

    it('returns no hits without terminals', async () => {
      const none = await create([]);
      expect(await none.search({ text: 'port', limit: 10, page: 1 })).toEqual({
        terminals: [],
        totalHits: 0,
      });
    });

    it('returns the same as a naive scan for 10,000 random queries: names, order, totals', async () => {
      const random = seededRandom(20_250_716);
      const terminals = syntheticTerminals(300, random);
      const search = await create(terminals);
      let withHits = 0;
      for (let count = 0; count < 10_000; count += 1) {
        const query = randomQuery(random, terminals);
        const expected = naiveSearch(terminals, query);
        const actual = await search.search(query);
        if (expected.totalHits > 0) withHits += 1;
        const brief = (page: typeof actual) => [page.totalHits, ...page.terminals.map(({ name }) => name)];
        if (brief(actual).join() !== brief(expected).join()) {
          expect({ query, found: brief(actual) }).toEqual({ query, found: brief(expected) });
        }
      }
      expect(withHits).toBeGreaterThan(8000);
    });
  });
}
