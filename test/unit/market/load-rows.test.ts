import { describe, expect, it, jest } from '@jest/globals';
import type { DieselLookup } from '../../../shared/costs/diesel/diesel-lookup.ts';
import { costOfRoadMove } from '../../../shared/costs/model/road-cost-model.ts';
import { wageUsdAt } from '../../../shared/costs/model/truck-operating-cost.ts';
import { createEmbeddedGeocoder } from '../../../shared/geography/places/embedded-geocoder.ts';
import type { RoadDistance } from '../../../shared/geography/roads/road-distance.ts';
import {
  contributorHash,
  kindOfSlot,
  type MarketCell,
  slotOf,
} from '../../../shared/market/cells/market-cell.ts';
import { loadId, loadIntake, loadPlacer } from '../../../shared/market/importing/place-load.ts';
import { readLoads } from '../../../shared/market/importing/publish-market.ts';
import { LOAD_FILE, type LoadRow, readLoadRow } from '../../../shared/market/importing/read-load-row.ts';
import { organizationOwner } from '../../../shared/market/loads/load-owner.ts';
import { laneCost } from '../../../shared/market/loads/market-lane.ts';
import { kindOf, laneKeys, pricedKind } from '../../../shared/market/loads/market-levels.ts';
import { type LoadRecord, loadsFromBytes, loadsToBytes } from '../../../shared/market/loads/week-loads.ts';
import type { MarketStore } from '../../../shared/market/store/dynamodb-market-store.ts';
import { csvRow } from '../../../shared/platform/files/csv-rows.ts';
import { weekNumber } from '../../../shared/platform/time/utc-calendar.ts';
import { cellFaultText, readSheet } from '../../../shared/sheets/read-sheet.ts';
import { loadTerminals } from '../../../shared/terminals/catalogue/embedded-terminals.ts';
import { stableTerminalId } from '../../../shared/terminals/catalogue/terminal.ts';
import { buildEmbeddedDirectory } from '../../../shared/terminals/search/embedded-terminal-directory.ts';
import { laneAt } from './small-market.ts';

/** A terminal in California, whose freight market is Los Angeles. */
const TERMINAL = loadTerminals().find(({ city, type }) => city === 'Long Beach' && type === 'marine');
if (TERMINAL === undefined) throw new Error('The catalogue has no marine terminal in Long Beach.');

describe('a row of an import file', () => {
  const COLUMNS =
    'date, origin, destination_city, destination_state, destination_zip, equipment, rate, fuel_included, contributor';
  const HEADER = COLUMNS.split(', ');
  const ROW = ['2026-03-02', 'Pier T', 'Ontario', 'ca', '91761', '40HC', '$1,234.50', 'TRUE', ''];
  const TODAY = '2026-10-07';
  /** The only row of a file. */
  function read(cells: readonly string[], header: readonly string[] = HEADER) {
    const file = Buffer.from([header, cells].map((row) => csvRow(row)).join('\n'));
    const { rows, style } = readSheet(file, LOAD_FILE, { bytes: 1e6, rows: 10 });
    const [row] = rows;
    if (row === undefined) throw new Error('the file has no row');
    const found = readLoadRow(row, { style, today: TODAY });
    return 'fault' in found ? { fault: cellFaultText(found.fault) } : found;
  }

  it('is read with its dollars, thousands separators and letters of any case', () => {
    expect(read(ROW)).toEqual({
      row: {
        date: '2026-03-02',
        origin: 'Pier T',
        destination: 'Ontario, CA 91761',
        equipment: '40HC',
        rate: 1234.5,
        fuelIncluded: true,
        contributor: '',
      },
    });
  });

  it.each([
    ['a day that is none', 0, '2026-02-30', 'date "2026-02-30" is not a date'],
    ['a day that has not come', 0, '2026-10-08', 'is in the future'],
    ['a day before 2000', 0, '1999-12-31', 'date "1999-12-31" is before 2000-01-01'],
    ['a rate of zero', 6, '0', 'not above 0'],
    ['no rate', 6, 'n/a', 'rate is empty'],
    ['a rate that is not a number', 6, 'call', 'not an amount'],
    ['a separator where none belongs', 6, '12,34.50', 'not an amount'],
    ['a rate a mile', 6, '2.15/mi', 'rate "2.15/mi" is not the amount of a move'],
    ['a cent above the highest rate', 6, '100000.01', 'rate "100000.01" is above the limit for a move'],
    ['tenths of a cent', 6, '900.1234', 'rate "900.1234" has more than 2 decimals'],
    ['what can be thousands', 6, '1.250', 'rate "1.250" can be 1250 or 1.250'],
    ['fuel that is inside and extra', 7, 'incl. - tolls extra', 'is neither yes nor no'],
    ['fuel neither yes nor no', 7, 'perhaps', 'fuel_included "perhaps" is neither yes nor no'],
    ['no origin', 1, '', 'origin is empty'],
    ['no equipment', 5, 'TBD', 'equipment is empty'],
    ['an origin that goes on and on', 1, '\u0327\u0301'.repeat(4_000), 'origin is too long'],
    ['a city that goes on and on', 2, 'x'.repeat(201), 'destination is too long'],
    ['a city with a control character', 2, 'Onta\u0007rio', 'destination must not have control'],
    ['a state that is none', 3, 'Kalifornien', 'destination_state "Kalifornien" is not a state'],
    ['a state of Canada', 3, 'ON', 'destination_state "ON" is outside the United States'],
    ['an equipment with a line feed', 5, '40\nHC', 'equipment must not have control characters'],
    ['a contributor that goes on and on', 8, 'x'.repeat(101), 'contributor is too long'],
  ])('is rejected with its reason for %s', (_, column, value, reason) => {
    expect(read(ROW.with(column, value))).toEqual({ fault: expect.stringContaining(reason) });
  });

  it.each([
    ['the day of the import', 0, TODAY, { date: TODAY }],
    ['the first day', 0, '2000-01-01', { date: '2000-01-01' }],
    ['the highest rate', 6, '100,000.00', { rate: 100_000 }],
    ['a rate without cents after a dollar sign and a space', 6, '$ 900', { rate: 900 }],
    ['spaces around a cell', 1, ' Pier T ', { origin: 'Pier T' }],
    ['a load without fuel', 7, 'False', { fuelIncluded: false }],
    ['a load with fuel', 7, 'yes', { fuelIncluded: true }],
    ['a load that does not say whether fuel is inside', 7, ' ', { fuelIncluded: null }],
    ['spaces in the name of a contributor', 8, ' Acme \u00a0 Drayage ', { contributor: 'Acme Drayage' }],
    ['the longest name of a contributor', 8, 'x'.repeat(100), { contributor: 'x'.repeat(100) }],
    ['the longest cell', 1, 'x'.repeat(200), { origin: 'x'.repeat(200) }],
  ])('is read with %s', (_, column, value, change) => {
    expect(read(ROW.with(column, value))).toMatchObject({ row: change });
  });

  it.each([
    [['Line Haul', 'Fuel Surcharge'], ['900', '120'], { rate: 900, fuelIncluded: false }],
    [['Freight Chg (fuel not incl)', 'Fuel %'], ['900', '20%'], { rate: 900, fuelIncluded: false }],
    [['Rate (fuel excluded)', 'Paid'], ['900', 'x'], { rate: 900, fuelIncluded: false }],
    [['All-in rate', 'Note'], ['900', 'x'], { rate: 900, fuelIncluded: true }],
    [['Total paid', 'Fuel'], ['1020', '120'], { rate: 1020, fuelIncluded: true }],
    [['Total paid', 'Note'], ['1020', 'x'], { rate: 1020, fuelIncluded: null }],
    [['Total paid', 'Note'], ['1020', 'fuel in'], { rate: 1020, fuelIncluded: true }],
    [['Total paid', 'Note'], ['1020', 'fuel stop in Amarillo'], { rate: 1020, fuelIncluded: null }],
    [['Carrier pay', 'Fuel'], ['900', ''], { rate: 900, fuelIncluded: null }],
    [['Carrier pay', 'Fuel included'], ['900', 'not incl'], { rate: 900, fuelIncluded: false }],
  ])('under %j has its rate, and fuel as the columns say', (names, values, change) => {
    const [header, cells] = [HEADER.slice(0, 6), ROW.slice(0, 6)];
    expect(read([...cells, ...values], [...header, ...names])).toMatchObject({ row: change });
  });

  it.each(['Cancelled', 'VOID', 'TONU'])('is rejected with the status %s', (status) => {
    expect(read([...ROW, status], [...HEADER, 'Load status'])).toEqual({
      fault: `Load status "${status}" is no load that was hauled`,
    });
    expect(read([...ROW, 'Delivered'], [...HEADER, 'Load status'])).toEqual(read(ROW));
  });

  it.each([
    'TONU - paid',
    'Cancelled by shipper',
    'cancel fee',
    'truck ordered, not used',
    'dry run',
    'Void',
  ])('is rejected with a note that begins as "%s"', (note) => {
    expect(read([...ROW, note], [...HEADER, 'Remarks'])).toEqual({
      fault: `Remarks "${note}" is no load that was hauled`,
    });
  });

  it.each([
    'avoid tolls',
    'Credit terms net 30',
    'credit hold released',
    'cancel fee waived - hauled',
    'do not cancel appt',
  ])('is read with the note "%s"', (note) => {
    expect(read([...ROW, note], [...HEADER, 'Remarks'])).toEqual(read(ROW));
  });

  it('says of an end that it is only a city, if the ends of other rows have states', () => {
    const bareIn = (...origins: readonly string[]) => {
      const lines = origins.map((origin) => `2026-03-02,"${origin}",85001,Van,900`);
      const file = Buffer.from(['Date,From,To,Trailer,Rate', ...lines].join('\n'));
      const { rows, style } = readSheet(file, LOAD_FILE, { bytes: 1e6, rows: 10 });
      return rows
        .map((row) => readLoadRow(row, { style, today: TODAY }))
        .map((read) => 'row' in read && read.row.bare);
    };
    expect(bareIn('Macon, GA', 'Columbus', 'Boise, ID')).toEqual([undefined, ['origin'], undefined]);
    expect(bareIn('Macon', 'Columbus')).toEqual([undefined, undefined]);
  });

  it('without places is none', () => {
    expect(read(ROW.with(1, '').with(2, '').with(3, '').with(4, ''))).toEqual({ skipped: true });
  });
});

/** A row as it is read. */
const ROW: LoadRow = {
  date: '2026-03-04',
  origin: TERMINAL.name,
  destination: 'Ontario, CA 91761',
  equipment: '40HC',
  rate: 512.345,
  fuelIncluded: true,
  contributor: 'Acme',
};

describe('the id of a load', () => {
  it.each<Partial<LoadRow>>([
    { date: '2026-03-05' },
    { origin: 'Pier 300' },
    { destination: 'Fontana, CA 91761' },
    { destination: 'Ontario, CA 91762' },
    { equipment: 'container_20' },
    { rate: 512.36 },
    { fuelIncluded: false },
    { fuelIncluded: null },
    { equipment: 'van' },
    { contributor: 'company b' },
  ])('differs if the row differs by %j', (change) => {
    expect(loadId({ ...ROW, ...change })).not.toBe(loadId(ROW));
  });

  it.each<Partial<LoadRow>>([
    { origin: ` ${TERMINAL.name.toUpperCase().replace(' ', '  ')} ` },
    { destination: 'ONTARIO,  ca 91761' },
    { equipment: 'container_40hc' },
    { contributor: 'ACME' },
  ])('is the same for a row with the spelling %j', (change) => {
    expect(loadId({ ...ROW, ...change })).toBe(loadId(ROW));
  });
});

const road = (miles: number): RoadDistance => ({ routable: true, miles, source: 'test road', warnings: [] });
/** Diesel is dearer in California, and in the week of the row. */
const dieselFor: DieselLookup = (state, day) => ({
  region: 'test',
  week: day,
  pricePerGallon: (state === 'CA' ? 5 : 3) + (day === '2026-03-02' ? 1 : 0),
});
/** Real terminals and places, with one road distance. */
const portsWith = (between: () => Promise<RoadDistance> = async () => road(55.44)) => ({
  terminals: buildEmbeddedDirectory(loadTerminals()),
  places: createEmbeddedGeocoder(),
  roadDistances: { between },
  dieselFor,
});

const LANE = {
  terminal: stableTerminalId(TERMINAL),
  terminalType: 'marine',
  originState: 'CA',
  freightMarket: 'los-angeles',
  destinationState: 'CA',
  zip3: '917',
  miles: 55.4,
  wage: wageUsdAt(TERMINAL),
} as const;
const { wage: _wage, ...WITHOUT_WAGE } = LANE;

describe('a row of loads', () => {
  function placerUnderTest(distance: RoadDistance = road(55.44)) {
    const between = jest.fn(async () => distance);
    const place = loadPlacer(portsWith(between));
    return { place: (change: Partial<LoadRow> = {}) => place({ ...ROW, ...change }), between };
  }

  it('gets the lane of its terminal and ZIP area, tenths of a mile, cents, and the cost of its week', async () => {
    const placed = await placerUnderTest().place();
    expect(placed).toEqual({
      placed: {
        load: {
          ...LANE,
          day: '2026-03-04',
          equipment: 'container_40hc',
          rateCents: 51_235,
          fuelIncluded: true,
          contributor: 'Acme',
        },
        week: 2_930,
        linehaulCents: 49_033,
        fuelCents: 9_569,
        residual: expect.closeTo(Math.log((51_235 - 9_569) / 49_033), 10),
      },
    });
  });

  it('has no terminal if its origin is a place, which counts as a port', async () => {
    const load = { terminal: undefined, terminalType: 'marine', originState: 'CA' };
    expect(await placerUnderTest().place({ origin: 'Fontana, CA' })).toMatchObject({ placed: { load } });
  });

  it.each([
    [
      'an origin that nothing resembles',
      { origin: 'qqqqxyz' },
      /^origin "qqqqxyz" is not a known terminal or place$/,
    ],
    [
      'a misspelled origin, with the most similar terminal',
      { origin: `${TERMINAL.name.slice(0, -1)}zz` },
      /^origin ".*zz" is not a known terminal or place\. Did you mean "[^"]+"/,
    ],
    [
      'an origin that several places have, with at most three of them',
      { origin: 'Springfield' },
      /^origin "Springfield" is ambiguous: [^;]+, [A-Z]{2}[^;]*; [^;]+, [A-Z]{2}[^;]*; [^;]+, [A-Z]{2}[^;]*$/,
    ],
    [
      'an origin without the state that others have',
      { origin: 'Columbus', bare: ['origin'] },
      /^origin "Columbus" is a city in AR, .*: add the state$/,
    ],
    [
      'a destination that does not exist',
      { destination: 'Nowhereville, CA' },
      /^destination "Nowhereville, CA" is not a known terminal or place/,
    ],
    [
      'a destination whose ZIP code is in another state',
      { destination: 'Ontario, CA 85001' },
      /^destination "Ontario, CA 85001" does not fit its ZIP code: 85001 is in Phoenix, AZ$/,
    ],
    [
      'a domestic container',
      { equipment: '48 ft container' },
      /^equipment "48 ft container" is neither a container nor a trailer type$/,
    ],
  ] as const)('is rejected for %s', async (_, change, fault) => {
    const rejected = { fault: expect.stringMatching(fault), of: Object.keys(change)[0] };
    expect(await placerUnderTest().place(change)).toEqual(rejected);
    expect(await loadIntake(portsWith(), 'operator')({ ...ROW, ...change })).toEqual(rejected);
  });

  it('is rejected if no road leads to its destination', async () => {
    const { place } = placerUnderTest({ routable: false });
    expect(await place()).toEqual({
      fault: `no road route leads from ${TERMINAL.name} to Ontario, CA 91761`,
      of: 'destination',
    });
  });

  it('is rejected if its rate is more than five times, or less than a fifth of, what the move costs', async () => {
    const { place } = placerUnderTest();
    const cost = laneCost({ ...LANE }, weekNumber(ROW.date), dieselFor);
    const cents = cost.linehaulCents + cost.fuelCents;
    expect(await place({ rate: (5 * cents) / 100 })).toHaveProperty('placed');
    expect(await place({ rate: Math.ceil(cents / 5) / 100 })).toHaveProperty('placed');
    const tooHigh = (5 * cents + 1) / 100;
    expect(await place({ rate: tooHigh })).toEqual({
      fault: `rate ${tooHigh} is more than 5 times off what the move costs, $${(cents / 100).toFixed(0)} for 55.4 miles`,
      of: 'rate',
    });
    expect(await place({ rate: (Math.ceil(cents / 5) - 1) / 100 })).toHaveProperty('fault');
  });

  it.each([
    ['dryvan', "53' Van"],
    ['reefer', 'Reefer'],
    ['flatbed', 'flat bed'],
  ] as const)(
    'of a %s has the cost of this trailer, from any place or terminal',
    async (equipment, written) => {
      const { place } = placerUnderTest(road(612.34));
      const { linehaulCents, fuelCents } = costOfRoadMove({ equipment, miles: 612.3, dieselPrice: 6 });
      const placed = await place({ origin: 'Fontana, CA 92335', equipment: written, rate: 2_500 });
      expect(placed).toMatchObject({
        placed: {
          load: {
            ...WITHOUT_WAGE,
            ...{ freightMarket: 'road-los-angeles', terminal: undefined, miles: 612.3, trailer: equipment },
            ...{ originZip3: '923', destinationMarket: 'los-angeles', equipment, fuelIncluded: true },
          },
          week: 2_930,
          residual: expect.closeTo(Math.log((250_000 - fuelCents) / linehaulCents), 10),
        },
      });
      expect(await place({ equipment, rate: 2_500 })).toMatchObject({
        placed: { load: { terminal: undefined } },
      });
      const limit = 5 * (linehaulCents + fuelCents);
      expect(await place({ equipment, rate: limit / 100 })).toHaveProperty('placed');
      expect(await place({ equipment, rate: (limit + 1) / 100 })).toEqual({
        fault: expect.stringContaining(
          `off what the move costs, $${(limit / 500).toFixed(0)} for 612.3 miles`,
        ),
        of: 'rate',
      });
    },
  );

  it('that does not say whether fuel is inside is compared with the whole cost, and not learned from', async () => {
    const cost = laneCost({ ...LANE }, weekNumber(ROW.date), dieselFor);
    const whole = cost.linehaulCents + cost.fuelCents;
    const { place } = placerUnderTest();
    expect(await place({ fuelIncluded: null })).toEqual({
      placed: expect.objectContaining({ residual: expect.closeTo(Math.log(51_235 / whole), 10) }),
    });
    expect(await place({ fuelIncluded: null, rate: (5 * whole + 1) / 100 })).toHaveProperty('fault');
    const trailer = costOfRoadMove({
      ...{ equipment: 'reefer', miles: LANE.miles, dieselPrice: 6 },
    });
    expect(await place({ fuelIncluded: null, equipment: 'reefer' })).toMatchObject({
      placed: {
        residual: expect.closeTo(Math.log(51_235 / (trailer.linehaulCents + trailer.fuelCents)), 10),
      },
    });
  });

  it('that prices do not use is stored apart, with its equipment and miles', async () => {
    const intake = loadIntake(portsWith(), organizationOwner('org_1', 'live'));
    const change = { origin: 'Fontana, CA 92335', equipment: 'reefer', fuelIncluded: null };
    const result = await intake({ ...ROW, ...change });
    if ('fault' in result) throw new Error(result.fault);
    const { freightMarket, load, week } = result.accepted;
    expect([freightMarket, week]).toEqual(['unlearned-los-angeles', 2_930]);
    expect(kindOfSlot(load.slot)).toBe(kindOf(55.4, false, 'reefer'));
    const stored = loadsFromBytes(loadsToBytes(new Map([[load.id, load]])));
    expect(stored.get(load.id)).toEqual(load);
    expect(load.lane).toEqual({
      ...{ terminal: undefined, terminalType: 'marine', originState: 'CA', originZip3: '923' },
      ...{ destinationState: 'CA', zip3: '917', destinationMarket: 'los-angeles' },
    });
    expect(load.contributor).toBe(contributorHash('org_1#live'));
  });

  it('becomes one load of its freight market and week, of the contributor that it counts for', async () => {
    const accept = async (owner: Parameters<typeof loadIntake>[1], change: Partial<LoadRow> = {}) => {
      const result = await loadIntake(portsWith(), owner)({ ...ROW, ...change });
      if ('fault' in result) throw new Error(result.fault);
      return result.accepted;
    };
    const { freightMarket, miles: _, wage: __, ...lane } = LANE;
    expect(await accept('operator', { contributor: ' ACME  Drayage ', fuelIncluded: false })).toEqual({
      freightMarket,
      week: weekNumber('2026-03-04'),
      load: {
        id: loadId({ ...ROW, contributor: 'acme drayage', fuelIncluded: false }),
        lane,
        slot: slotOf(kindOf(55.4, false, 'container_40hc'), Math.log(51_235 / 49_033)),
        contributor: contributorHash('acme drayage'),
        count: 1,
      },
    });
    const unnamed = await accept('operator', { contributor: '' });
    expect(unnamed.load.contributor).toBe(contributorHash('operator'));
    // An organization is one contributor, whatever names its file has.
    const owner = organizationOwner('org_1', 'live');
    for (const contributor of ['', 'one', 'two']) {
      expect((await accept(owner, { contributor })).load.contributor).toBe(contributorHash(owner));
    }
  });
});

describe('the loads that the market is fitted to', () => {
  const WEEK = 2_900;
  const SPAN = { from: WEEK - 10, to: WEEK };
  type Store = Pick<MarketStore, 'loadsBetween'>;

  const load = (id: number, contributor = 1): LoadRecord => ({
    id,
    lane: laneAt(0),
    slot: slotOf(pricedKind({ miles: 45 }), 0.01 * (id % 20)),
    contributor,
    count: 1,
  });
  const loadsOf = (loads: readonly LoadRecord[]) => new Map(loads.map((one) => [one.id, one]));

  /** A store of one week's loads of the operator, `ids` of each freight market, and of an organization. */
  const storeOf = (ids: Readonly<Record<string, readonly number[]>>): Store => ({
    loadsBetween: async function* (freightMarket) {
      const own = (ids[freightMarket] ?? []).map((id) => load(id));
      yield { week: WEEK, owner: 'operator', loads: loadsOf(own) };
      yield { week: WEEK, owner: 'org_kept_apart#live', loads: loadsOf([load(7_000_001)]) };
    },
  });

  /** The cell of a freight market, by the contributors of its weeks. */
  const portOf = (contributors: Readonly<Record<number, readonly number[]>>): MarketCell => ({
    weeks: new Map(
      Object.entries(contributors).map(([week, of]) => [
        Number(week),
        { loads: new Map([[0, 1]]), operators: new Map(), contributors: of },
      ]),
    ),
  });

  /** Freight markets with three contributors in the week. */
  const portsOf = (...names: readonly string[]) =>
    new Map(names.map((freightMarket) => [freightMarket, portOf({ [WEEK]: [1, 2, 3] })]));
  const upTo = (count: number, from = 0): readonly number[] =>
    Array.from({ length: count }, (_, position) => from + position);

  it('are those that are shared, and the same in whatever order they are kept', async () => {
    const there = { west: upTo(50, 100), east: upTo(50) };
    const one = await readLoads(storeOf(there), portsOf('west', 'east'), new Map(), SPAN);
    const turned = { west: there.west.toReversed(), east: there.east.toReversed() };
    const other = await readLoads(storeOf(turned), portsOf('east', 'west'), new Map(), SPAN);
    expect(one).toHaveLength(100);
    expect(other).toEqual(one);
    const sharing = new Map([['org_kept_apart#live', true]]);
    const shared = await readLoads(storeOf({ west: [1, 2] }), portsOf('west'), sharing, SPAN);
    expect(shared).toHaveLength(3);
  });

  it('have their lane, freight market, kind, and residual', async () => {
    const read = await readLoads(storeOf({ west: [3] }), portsOf('west'), new Map(), SPAN);
    const { lane } = laneKeys({ ...laneAt(0), freightMarket: 'west' });
    expect(read).toEqual([
      expect.objectContaining({
        ...{ lane, freightMarket: 'west', week: WEEK, kind: pricedKind({ miles: 45 }), count: 1 },
        residual: expect.closeTo(0.03),
      }),
    ]);
  });

  it('are a sample if there are very many: those with the smallest ids', async () => {
    const names = ['west', 'east', 'south'];
    const there = Object.fromEntries(names.map((name, position) => [name, upTo(2_000, 2_000 * position)]));
    const read = await readLoads(storeOf(there), portsOf(...names.toReversed()), new Map(), SPAN);
    const ofMarket = (name: string) => read.filter(({ freightMarket }) => freightMarket === name).length;
    expect(names.map(ofMarket)).toEqual([2_000, 1_000, 0]);
  });

  it('are those of weeks that three contributors have loads in, in their freight market', async () => {
    const weeks = {
      [WEEK - 4]: [1],
      [WEEK - 3]: [],
      [WEEK - 2]: [1, 2, 3, 4],
      [WEEK - 1]: [3, 4],
      [WEEK]: [3],
    };
    const store: Store = {
      loadsBetween: async function* () {
        for (const [week, contributors] of Object.entries(weeks)) {
          const loads = contributors.map((contributor, id) => load(id, contributor));
          yield { week: Number(week), owner: 'operator', loads: loadsOf(loads) };
        }
      },
    };
    const read = await readLoads(store, new Map([['west', portOf(weeks)]]), new Map(), SPAN);
    expect(read.map(({ week }) => week - WEEK)).toEqual([-2, -2, -2, -2]);
  });

  it("leave others' loads out of a week that only the operator's own serve", async () => {
    const store: Store = {
      loadsBetween: async function* () {
        const loads = loadsOf([load(1, contributorHash('operator')), load(2, 7)]);
        yield { week: WEEK, owner: 'operator', loads };
      },
    };
    const read = await readLoads(store, new Map([['west', portOf({ [WEEK]: [] })]]), new Map(), SPAN);
    expect(read).toHaveLength(1);
  });
});
