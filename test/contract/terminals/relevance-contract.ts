import { beforeAll, describe, expect, it } from '@jest/globals';
import { loadTerminals } from '../../../shared/terminals/catalogue/embedded-terminals.ts';
import type { TerminalQuery, TerminalSearch } from '../../../shared/terminals/search/terminal-search.ts';
import type { TerminalSearchFactory } from './terminal-search-contract.ts';

/** Typical texts and their expected first hits, for any engine. */
export function describeRelevance(engine: string, create: TerminalSearchFactory): void {
  describe(`typical texts on the real catalogue: ${engine}`, () => {
    let search: TerminalSearch;
    beforeAll(async () => {
      search = await create(loadTerminals());
    });

    async function find(query: Partial<TerminalQuery>) {
      const { terminals } = await search.search({ limit: 100, page: 1, ...query });
      return terminals;
    }

    it.each([
      ['port elizabeth', 'APM Elizabeth Terminal'],
      ['PORT ELIZABETH', 'APM Elizabeth Terminal'],
      ['apm elizabeth', 'APM Elizabeth Terminal'],
      ['elizab', 'APM Elizabeth Terminal'],
      ['maher', 'Maher Terminals'],
      ['pnct', 'Port Newark Container Terminal'],
      ['gct bayonne', 'Port Liberty Bayonne'],
      ['howland hook', 'Port Liberty New York'],
      ['red hook', 'Red Hook Container Terminal'],
      ['lbct', 'Long Beach Container Terminal'],
      ['pier t', 'Total Terminals International'],
      ['pier 400', 'APM Terminals Pier 400'],
      ['port of la', 'APM Terminals Pier 400'],
      ['yti', 'Yusen Terminals'],
      ['t-18', 'Terminal 18 Seattle'],
      ['t18', 'Terminal 18 Seattle'],
      ['washington united', 'Washington United Terminals'],
      ['oict', 'Oakland International Container Terminal'],
      ['barbours', 'Barbours Cut Container Terminal'],
      ['garden city', 'Garden City Terminal'],
      ['wando', 'Wando Welch Terminal'],
      ['nit', 'Norfolk International Terminals'],
      ['norfolk', 'Norfolk International Terminals'],
      ['pomtoc', 'Port of Miami Terminal'],
      ['conley', 'Conley Container Terminal'],
      ['luis ayala colón', 'Luis Ayala Colon Terminal'],
      ['ictf', 'UP ICTF'],
      ['global 4', 'UP Global IV'],
      ['logistics park chicago', 'BNSF Logistics Park Chicago'],
      ['bnsf san bern', 'BNSF San Bernardino'],
      ['corwith', 'BNSF Corwith'],
      ['csx chicago', 'CSX 59th Street'],
      ['norfolk southern georgia', 'NS Austell'],
      ['virginia inland', 'Virginia Inland Port'],
      ['60632', 'BNSF Corwith'],
      ['new mexico santa teresa', 'UP Santa Teresa'],
      ['santa teresa', 'UP Santa Teresa'],
      ['fenix', 'Fenix Marine Services'],
      ['trapac', 'TraPac Los Angeles'],
      ['wbct', 'West Basin Container Terminal'],
      ['its', 'International Transportation Service'],
      ['everport oak', 'Everport Oakland'],
      ['husky', 'Husky Terminal'],
      ['bayport', 'Bayport Container Terminal'],
      ['leatherman', 'Hugh K. Leatherman Terminal'],
      ['seagirt', 'Seagirt Marine Terminal'],
      ['packer avenue', 'Packer Avenue Marine Terminal'],
      ['napoleon', 'Napoleon Avenue Container Terminal'],
      ['apm mobile', 'APM Terminals Mobile'],
      ['hobart', 'BNSF Hobart'],
      ['alliance', 'BNSF Alliance'],
      ['lpkc', 'BNSF Logistics Park Kansas City'],
      ['cicero', 'BNSF Cicero'],
      ['bedford park', 'CSX Bedford Park'],
      ['fairburn', 'CSX Fairburn'],
      ['carolina connector', 'CSX Carolina Connector'],
      ['rickenbacker', 'NS Rickenbacker'],
      ['croxton', 'NS Croxton'],
      ['e-rail', 'NS E-Rail'],
      ['global ii', 'UP Global II'],
      ['latc', 'UP LATC'],
      ['dallas intermodal', 'UP Dallas Intermodal Terminal'],
      ['bensenville', 'CPKC Bensenville'],
      ['cn harvey', 'CN Harvey'],
      ['07114', 'Port Newark Container Terminal'],
      ['hawaii marine', 'Matson Honolulu'],
      ['alaska railroad', 'Alaska Railroad Anchorage'],
      ['galveston', 'Port of Galveston Terminal'],
    ])('%s finds %s first', async (text, first) => {
      const [found] = await find({ text });
      expect(found?.name).toBe(first);
    });

    const names = async (text: string) => (await find({ text })).map(({ name }) => name);

    it.each([
      ['USLAX', 'Port of Los Angeles', 'USLAX'],
      ['uslgb', 'port of long beach', 'USLGB'],
      ['USEWR', 'port of new york and new jersey', 'USNYC'],
      ['USORF', 'hampton roads', 'USORF'],
      ['USSJU', 'port of san juan', 'PRSJU'],
      ['USGUM', 'port of guam', 'GUGUM'],
      ['USMIA', 'portmiami', 'USMIA'],
    ])('%s and %s find every terminal of %s', async (code, name, port) => {
      const own = loadTerminals().filter((terminal) => terminal.port === port);
      expect(own).not.toEqual([]);
      for (const text of [code, name])
        expect(await names(text)).toEqual(expect.arrayContaining(own.map((one) => one.name)));
      expect((await find({ text: code })).map((one) => one.port)).toEqual(own.map(() => port));
    });

    it('ports with a name in common are found by their own names only', async () => {
      expect((await find({ text: 'port of los angeles' })).map((one) => one.port)).not.toContain('USLGB');
      expect((await find({ text: 'port of tacoma' })).map((one) => one.port)).not.toContain('USSEA');
    });

    it.each([
      ['st louis', 'saint louis', 'St. Louis'],
      ['ft worth', 'fort worth', 'Alliance'],
      ['mt pleasant', 'mount pleasant', 'Wando'],
      ['ft lauderdale', 'Fort Lauderdale', 'Everglades'],
      ['st paul', 'SAINT PAUL', 'St. Paul'],
    ])('%s finds what %s finds', async (short, long, part) => {
      const found = await names(short);
      expect(found).toEqual(await names(long));
      expect(found.some((name) => name.includes(part))).toBe(true);
      expect(await find({ city: short })).toEqual(await find({ city: long }));
    });

    it.each([
      ['north carolina', 'NC'],
      ['south carolina', 'SC'],
      ['Virginia', 'VA'],
      ['rail new jersey', 'NJ'],
      ['new york', 'NY'],
      ['washington', 'WA'],
      ['marine PUERTO RICO', 'PR'],
    ])('%s means the state: its terminals come before all others', async (text, state) => {
      const states = (await find({ text })).map((terminal) => terminal.state);
      const type = /rail|marine/.exec(text)?.[0];
      const own = loadTerminals().filter((one) => one.state === state && (type ?? one.type) === one.type);
      expect(own).not.toEqual([]);
      expect(states.slice(0, own.length)).toEqual(own.map(() => state));
      expect(states.slice(own.length)).not.toContain(state);
    });

    it('a state is its complete name in sequence: North Charleston in South Carolina is not North Carolina', async () => {
      expect(await names('north carolina')).not.toContain('North Charleston Terminal');
      for (const text of ['kansas', 'kansas c', 'kansas ci', 'kansas cit', 'kansas city'])
        expect(await names(text)).toEqual(expect.arrayContaining(['NS Kansas City']));
      expect(await names('virginia')).toEqual(expect.arrayContaining(['Virginia Inland Port']));
    });

    it('marine terminals of Los Angeles are those of its port, San Pedro and Terminal Island included', async () => {
      const found = await find({ type: 'marine', city: 'Los Angeles' });
      expect(found.map(({ city }) => city)).toEqual(
        expect.arrayContaining(['San Pedro', 'Terminal Island', 'Wilmington']),
      );
      expect(new Set(found.map(({ locode }) => locode))).toEqual(new Set(['USLAX']));
    });

    it('25 miles around Atlanta are its ramps', async () => {
      const found = await find({ near: { latitude: 33.749, longitude: -84.388, radiusMiles: 25 } });
      expect(found.map(({ name }) => name)).toEqual(['NS Inman', 'NS Austell', 'CSX Fairburn']);
    });

    it('a street is found only with a state', async () => {
      expect(await find({ text: 'mclester' })).toEqual([]);
      const [found] = await find({ text: 'mclester', state: 'NJ' });
      expect(found?.name).toBe('APM Elizabeth Terminal');
    });
  });
}
