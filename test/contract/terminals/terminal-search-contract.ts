import { beforeAll, describe, expect, it } from '@jest/globals';
import { loadTerminals } from '../../../shared/terminals/catalogue/embedded-terminals.ts';
import {
  type TerminalRecord,
  toListedTerminal,
} from '../../../shared/terminals/catalogue/terminal-record.ts';
import type { TerminalQuery, TerminalSearch } from '../../../shared/terminals/search/terminal-search.ts';
import { terminalRecord } from './terminals-under-test.ts';

/** Prepares the adapter under test to search exactly these rows of the table. */
export type TerminalSearchFactory = (rows: readonly TerminalRecord[]) => Promise<TerminalSearch>;

const CATALOGUE = loadTerminals().map(({ id, ...terminal }) => terminalRecord(terminal.name, terminal));

type Example = readonly [query: Partial<TerminalQuery>, totalHits: number, first: readonly string[]];

const LONG_BEACH = [
  'International Transportation Service',
  'Long Beach Container Terminal',
  'Pacific Container Terminal',
  'SSA Terminals Pier A',
  'SSA Terminals Pier C',
  'Total Terminals International',
  'UP ICTF',
];
const NEW_YORK = [
  'APM Elizabeth Terminal',
  'Maher Terminals',
  'Port Liberty Bayonne',
  'Port Liberty New York',
  'Port Newark Container Terminal',
  'Red Hook Container Terminal',
  'Red Hook Newark',
];
const ST_LOUIS = ['BNSF St. Louis', 'CSX East St. Louis', 'NS St. Louis', 'UP Dupo'];
const HAWAII = ['Hilo Harbor', 'Kahului Harbor', 'Kawaihae Harbor', 'Matson Honolulu', 'Nawiliwili Harbor'];

/** Queries on the catalogue, each with the number of hits and the first ones in order. */
const EXAMPLES: readonly Example[] = [
  // Name or own city, then the port.
  [{ text: 'long beach' }, 13, LONG_BEACH],
  [{ text: 'LONG BEACH, CA' }, 13, LONG_BEACH],
  [{ text: 'los angeles' }, 11, ['BNSF Hobart', 'Everport Los Angeles', 'TraPac Los Angeles', 'UP LATC']],
  [
    { text: 'port of tacoma' },
    5,
    ['Husky Terminal', 'Pierce County Terminal', 'Washington United Terminals'],
  ],
  [{ text: 'hampton roads' }, 3, ['Norfolk International Terminals', 'Portsmouth Marine Terminal']],
  // Exact names and aliases, then words, then beginnings of words.
  [{ text: 'port elizabeth' }, 2, ['APM Elizabeth Terminal', 'Maher Terminals']],
  [{ text: 'elizab' }, 3, ['APM Elizabeth Terminal', 'Maher Terminals', 'NS E-Rail']],
  [{ text: 'louis' }, 12, ['BNSF St. Louis', 'CSX East St. Louis', 'NS St. Louis', 'UP Dupo']],
  [{ text: 'norfolk' }, 42, ['Norfolk International Terminals', 'NS Norfolk', 'CSX Portsmouth']],
  [{ text: 'pier t' }, 11, ['Total Terminals International', 'APM Terminals Pier 400']],
  [{ text: 't-18' }, 2, ['Terminal 18 Seattle', 'NS Taylor']],
  [{ text: 'lbct' }, 1, ['Long Beach Container Terminal']],
  [{ text: 'elwood ramp' }, 1, ['BNSF Logistics Park Chicago']],
  [{ text: 'hobart yard la' }, 1, ['BNSF Hobart']],
  [{ text: 'harrisburg ramp' }, 2, ['NS Harrisburg', 'NS Rutherford']],
  [{ text: 'howland hook' }, 1, ['Port Liberty New York']],
  [{ text: 'global ii' }, 1, ['UP Global II']],
  [{ text: 'global 4' }, 1, ['UP Global IV']],
  [{ text: 'logistics park chicago' }, 1, ['BNSF Logistics Park Chicago']],
  [{ text: 'bnsf san bern' }, 1, ['BNSF San Bernardino']],
  [{ text: 'csx chicago' }, 2, ['CSX 59th Street', 'CSX Bedford Park']],
  [{ text: 'kahului' }, 1, ['Kahului Harbor']],
  [{ text: 'port of vancouver' }, 1, ['Port of Vancouver USA']],
  // Official names and codes.
  [{ text: 'TraPac Container Terminal' }, 2, ['TraPac Los Angeles', 'TraPac Oakland']],
  [{ text: 'Maher Container Terminal' }, 1, ['Maher Terminals']],
  [{ text: 'Port of Alaska Terminal Anchorage' }, 1, ['Port of Alaska Terminal']],
  [{ text: 'W185' }, 1, ['APM Terminals Pier 400']],
  [
    { text: 'w18' },
    3,
    ['APM Terminals Pier 400', 'Long Beach Container Terminal', 'Pacific Container Terminal'],
  ],
  [{ text: 'EAGLE' }, 1, ['Fenix Marine Services']],
  [{ text: 'APMT' }, 3, ['APM Elizabeth Terminal', 'APM Terminals Mobile', 'APM Terminals Pier 400']],
  [{ text: 'USNTD' }, 1, ['Port of Hueneme Terminal']],
  [{ text: 'USEWR' }, 7, NEW_YORK],
  [{ text: 'USSJU' }, 3, ['Isla Grande Terminal', 'Luis Ayala Colon Terminal', 'Puerto Rico Terminals']],
  ...['USLGB', 'US LGB', 'us-lgb'].map(
    (text) => [{ text }, 6, ['International Transportation Service']] as const,
  ),
  [{ text: "Jacintoport Int'l" }, 1, ['Jacintoport International']],
  [{ text: 'Jacintoport Int\u2019l' }, 1, ['Jacintoport International']],
  [{ text: '60632' }, 1, ['BNSF Corwith']],
  [{ text: '0711' }, 2, ['Port Newark Container Terminal', 'Red Hook Newark']],
  // Folding.
  [{ text: 'luis ayala colón' }, 1, ['Luis Ayala Colon Terminal']],
  [{ text: 'ＨＵＳＫＹ' }, 1, ['Husky Terminal']],
  [{ text: 'st louis' }, 4, ST_LOUIS],
  [{ text: 'SAINT LOUIS' }, 4, ST_LOUIS],
  [{ text: 'mount pleasant' }, 1, ['Wando Welch Terminal']],
  // States by their full name.
  [{ text: 'hawaii marine' }, 7, HAWAII],
  [{ text: 'norfolk southern georgia' }, 3, ['NS Austell', 'NS Inman', 'NS Savannah']],
  [{ text: 'north carolina' }, 6, ['CSX Carolina Connector', 'CSX Charlotte', 'Charlotte Inland Port']],
  [{ text: 'new york' }, 16, ['CSX Buffalo', 'CSX Syracuse', 'NS Buffalo', 'NS Mechanicville']],
  [{ text: 'kansas' }, 11, ['BNSF Logistics Park Kansas City', 'UP Kansas City', 'CPKC Bensenville']],
  [{ text: 'kansas cit' }, 11, ['BNSF Logistics Park Kansas City', 'CPKC Bensenville', 'CPKC Jackson']],
  [{ text: 'virginia inland' }, 1, ['Virginia Inland Port']],
  // The address only with a place.
  [{ text: 'mclester' }, 0, []],
  [{ text: 'mclester', state: 'NJ' }, 1, ['APM Elizabeth Terminal']],
  // Nothing.
  [{ text: 'elizabeth zzz' }, 0, []],
  [{ text: 'lizabeth' }, 0, []],
  [{ text: '!!!' }, 0, []],
  [{ text: '*' }, 0, []],
  [{ text: '"}},{"match_all":{}}' }, 0, []],
  [{ text: 'x'.repeat(300) }, 0, []],
  [{ city: '---' }, 0, []],
  [{ city: '*' }, 0, []],
  // Filters.
  [{ city: 'los angeles', type: 'marine' }, 6, ['APM Terminals Pier 400', 'Everport Los Angeles']],
  [{ city: 'PEDR' }, 2, ['Fenix Marine Services', 'West Basin Container Terminal']],
  [{ city: 'ft lauderdale' }, 6, ['Crowley Port Everglades', 'FEC Fort Lauderdale']],
  [{ state: 'NJ', city: 'eliz', type: 'marine' }, 2, ['APM Elizabeth Terminal', 'Maher Terminals']],
  [{ zip: '90731' }, 5, ['APM Terminals Pier 400', 'Everport Los Angeles', 'Fenix Marine Services']],
  [
    { type: 'rail', state: 'GA' },
    5,
    ['CSX Fairburn', 'CSX Savannah', 'NS Austell', 'NS Inman', 'NS Savannah'],
  ],
  [
    { near: { latitude: 33.749, longitude: -84.388, radiusMiles: 25 } },
    3,
    ['NS Inman', 'NS Austell', 'CSX Fairburn'],
  ],
  [
    { near: { latitude: 33.77, longitude: -118.19, radiusMiles: 5 }, text: 'terminal' },
    9,
    ['Long Beach Container Terminal', 'SSA Terminals Pier C', 'Pacific Container Terminal'],
  ],
  [{ near: { latitude: 0, longitude: 0, radiusMiles: 1 } }, 0, []],
  [
    { near: { latitude: 21.3, longitude: -157.9, radiusMiles: 1e9 }, limit: 1 },
    CATALOGUE.length,
    ['Pasha Honolulu Pier 51'],
  ],
  // Pages.
  [{ type: 'marine', limit: 2, page: 2 }, 95, ['APM Terminals Mobile', 'APM Terminals Pier 400']],
  [{ type: 'marine', page: 99 }, 95, []],
  [{ type: 'marine', limit: 100, page: 9_007_199_254_740_991 }, 95, []],
];

/** The behavior of every TerminalSearch, by examples. */
export function describeTerminalSearch(engine: string, create: TerminalSearchFactory): void {
  describe(`terminal search: ${engine}`, () => {
    let search: TerminalSearch;
    beforeAll(async () => {
      search = await create(CATALOGUE);
    });

    it.each(EXAMPLES)('%j has %d hits, first %j', async (query, totalHits, first) => {
      const found = await search.search({ limit: 10, page: 1, ...query });
      expect([found.totalHits, ...found.terminals.slice(0, first.length).map(({ name }) => name)]).toEqual([
        totalHits,
        ...first,
      ]);
    });

    it('returns terminals with all fields', async () => {
      const { terminals } = await search.search({ text: 'maher', limit: 1, page: 1 });
      const row = CATALOGUE.find(({ name }) => name === 'Maher Terminals');
      expect(terminals).toEqual(row && [toListedTerminal(row)]);
    });

    it('finds a terminal by a former name, and no closed terminal', async () => {
      const until = '2026-03-01T12:00:00.000Z';
      const few = await create([
        terminalRecord('New Wharf', { formerNames: [{ name: 'Olde Wharf', until }] }),
        terminalRecord('Shut Wharf', { status: 'closed' }),
      ]);
      const { terminals } = await few.search({ text: 'wharf', limit: 10, page: 1 });
      expect(terminals.map(({ name, aliases }) => [name, aliases])).toEqual([['New Wharf', ['Olde Wharf']]]);
    });
  });
}
