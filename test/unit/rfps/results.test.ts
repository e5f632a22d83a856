import { beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import * as v from 'valibot';
import { createContractRateIds } from '../../../shared/contracts/rate/contract-rate-id.ts';
import { dieselFor } from '../../../shared/costs/diesel/diesel-lookup.ts';
import { usd } from '../../../shared/costs/model/cents.ts';
import { BUNDLED_RATES } from '../../../shared/costs/trailers/published-rates.ts';
import { createEmbeddedGeocoder } from '../../../shared/geography/places/embedded-geocoder.ts';
import { NO_MARKET } from '../../../shared/market/store/published-market.ts';
import { CsvReader } from '../../../shared/platform/files/csv-rows.ts';
import { readWorkbook } from '../../../shared/platform/files/xlsx-rows.ts';
import { priceRequest } from '../../../shared/quotes/record/manual-price.ts';
import type { PricingStrategy } from '../../../shared/quotes/strategy/pricing-strategy.ts';
import { DEFAULT_STRATEGY, UNSET_STRATEGY } from '../../../shared/quotes/strategy/pricing-strategy.ts';
import { type LaneDocument, listLanesAnswer } from '../../../shared/rfps/documents/lane-document.ts';
import { readLaneFile } from '../../../shared/rfps/files/read-lane-rows.ts';
import { CUSTOMER_COLUMNS } from '../../../shared/rfps/files/results-file.ts';
import { rfpResultsKey } from '../../../shared/rfps/files/rfp-file-key.ts';
import {
  annualCents,
  chunkOf,
  LANES_PER_CHUNK,
  type LaneDraft,
} from '../../../shared/rfps/lanes/lane-draft.ts';
import {
  type LaneResult,
  type LaneSummary,
  type LaneTerms,
  summarizeLane,
} from '../../../shared/rfps/lanes/lane-result.ts';
import { readLane } from '../../../shared/rfps/lanes/read-lane.ts';
import {
  LANE_ORDERS,
  type ListLanesPorts,
  listLanesUseCase,
} from '../../../shared/rfps/listing/list-lanes.ts';
import { listRfpsUseCase } from '../../../shared/rfps/listing/list-rfps.ts';
import { readResultsUseCase } from '../../../shared/rfps/listing/read-results.ts';
import { madeRatesAnswer, makeContractRatesUseCase } from '../../../shared/rfps/make-contract-rates.ts';
import { priceLanes } from '../../../shared/rfps/pricing/price-lanes.ts';
import { priceLane } from '../../../shared/rfps/pricing/view-lanes.ts';
import {
  type EarlierVersion,
  type ResultsContent,
  resultsContent,
  type StoredRfp,
} from '../../../shared/rfps/record/stored-rfp.ts';
import { writeResultsUseCase } from '../../../shared/rfps/write-results.ts';
import { loadTerminals } from '../../../shared/terminals/catalogue/embedded-terminals.ts';
import { buildEmbeddedDirectory } from '../../../shared/terminals/search/embedded-terminal-directory.ts';
import { createInMemoryContractRates } from '../../support/in-memory-contract-rates.ts';
import { createInMemoryObjects, type InMemoryObjects } from '../../support/in-memory-objects.ts';
import { matchedCustomer, NO_CUSTOMERS } from '../../support/named-customer.ts';
import { CALLER, quotingUnderTest } from '../quotes/quoting-under-test.ts';
import { CREATED_AT, storedRfp } from './stored-rfp.ts';

type Query = Readonly<Record<string, string>>;

const ORIGINS = ['USLAX', 'Port of Savannah', 'Chicago, IL', 'Cañon City, CO', 'Nowhere, TX'] as const;
const DESTINATIONS = ['Phoenix, AZ', 'Atlanta, GA', '60632', 'Honolulu, HI'] as const;

/** 120 lanes, of which some fail. */
const DRAFTS = Array.from({ length: 120 }, (_, at) =>
  readLane(
    {
      lane_id: at % 3 === 0 ? '=1+1' : `L${at}`,
      origin: ORIGINS[at % ORIGINS.length],
      destination: DESTINATIONS[at % DESTINATIONS.length],
      ...(at % 7 === 0 ? {} : { weekly_volume: 1 + (at % 5) }),
      ...(at % 11 === 0 ? { special_requirements: ['prepull', { name: 'storage', quantity: 2.5 }] } : {}),
      ...(at % 13 === 5
        ? { stops: ['Barstow, CA', '85001'], weight_lbs: 46_000, commodity: 'Tiles; mugs' }
        : {}),
    },
    { equipment: 'container_40', requirements: [] },
  ),
);
let results: readonly LaneResult[];
beforeAll(async () => {
  const { ports } = quotingUnderTest({ now: CREATED_AT });
  const terminals = await ports.terminals.current();
  results = await priceLanes(
    {
      ...{ ...ports, terminals, dieselFor, rates: BUNDLED_RATES, published: NO_MARKET },
      lanes: { read: async (_owner, all) => all.map(() => ({ market: {}, own: {} })) },
    },
    DRAFTS,
    { account: CALLER, customer: matchedCustomer(''), asOf: CREATED_AT, strategy: UNSET_STRATEGY },
  );
});

/** Strategy 2 has another margin than strategy 0. */
const STRATEGIES: Readonly<Record<number, PricingStrategy>> = {
  0: UNSET_STRATEGY,
  2: { ...DEFAULT_STRATEGY, version: 2, margins: [{ fromMiles: 0, percent: 41, floorCents: 0 }] },
};
/** Terms by revision. */
const TERMS: Readonly<Record<number, ReadonlyMap<number, LaneTerms>>> = {
  0: new Map(),
  1: new Map([
    [1, { excluded: true }],
    [63, { outcome: 'won', reason: 'Price' }],
  ]),
};
/** An RFP in its second version: by strategy 2; version 1 was priced by strategy 0 and a margin of 10%. */
const RFP: StoredRfp = storedRfp({
  ...{ lanes: DRAFTS.length, version: 2, termsRevision: 1 },
  pricing: { asOf: CREATED_AT.toISOString(), strategyVersion: 2 },
});
const EARLIER: EarlierVersion = { ...storedRfp({ lanes: DRAFTS.length }), version: 1, marginPercent: 10 };
const { rfpId } = RFP;

/** A lane with its result, from lists that begin again after their end. */
function laneAt(index: number): { readonly draft: LaneDraft; readonly result: LaneResult } {
  const [draft, result] = [DRAFTS[index % DRAFTS.length], results[index % results.length]];
  if (draft === undefined || result === undefined) throw new Error(`no lane ${index}`);
  return { draft, result };
}

/** The price of a lane in a version, from its parts. */
function expectedLane(index: number, { version }: Pick<StoredRfp, 'version'>) {
  const { draft, result } = laneAt(index);
  const [revision, strategyVersion, margin] = version === 2 ? [1, 2, undefined] : [0, 0, 10];
  const terms = TERMS[revision]?.get(index) ?? {};
  const strategy = STRATEGIES[strategyVersion] ?? UNSET_STRATEGY;
  const price = priceLane(result, { strategy, marginPercent: margin }, draft.price);
  return { draft, terms, result, price, summary: summarizeLane(draft, price, terms) };
}

/** Summaries by chunk. */
function summariesOf(version: number): ReadonlyMap<number, readonly LaneSummary[]> {
  const all = DRAFTS.map((_, index) => expectedLane(index, { version }).summary);
  const ofChunk = (chunk: number) => all.slice(chunk * LANES_PER_CHUNK, (chunk + 1) * LANES_PER_CHUNK);
  return new Map([0, 1, 2].map((chunk) => [chunk, ofChunk(chunk)]));
}

interface Store {
  readonly rfp?: StoredRfp;
  /** Chunks with results; all if left out. */
  readonly priced?: readonly number[];
  /** Whether items are erased after the head was read. */
  readonly erased?: boolean;
}

/** Ports with one RFP. `read` collects the indexes of lanes that are read. */
const portsOf = (
  { rfp = RFP, priced = [0, 1, 2], erased = false }: Store = {},
  read: number[] = [],
): ListLanesPorts => ({
  strategies: {
    version: async (_orgId, _mode, version) => {
      const strategy = STRATEGIES[version];
      return strategy && { ...strategy, updatedAt: '' };
    },
  },
  rfps: {
    read: async ({ orgId }, id) => (orgId === CALLER.orgId && id === rfp.rfpId ? rfp : undefined),
    earlierVersion: async (_account, _rfpId, version) => (version === 1 ? EARLIER : undefined),
    summaries: async (_account, _rfpId, version) =>
      new Map([...summariesOf(version)].filter(([chunk]) => priced.includes(chunk))),
    lanes: async (_account, { termsRevision }, indexes) => {
      read.push(...indexes);
      const found = indexes.filter(
        (index) => index < DRAFTS.length && !erased && priced.includes(chunkOf(index).chunk),
      );
      const terms = TERMS[termsRevision];
      return new Map(found.map((index) => [index, { ...laneAt(index), terms: terms?.get(index) ?? {} }]));
    },
  },
});

const NOT_FOUND = { rejection: { kind: 'not-found', code: 'RFP_NOT_FOUND' } };
const invalid = (field: string) => ({ rejection: { kind: 'invalid', details: { errors: [{ field }] } } });

describe('a list of RFPs', () => {
  const first = storedRfp({});

  it.each<[string, Query]>([
    ['customer', { customer: 'x'.repeat(401) }],
    ['created_from', { created_from: '2026-10-02', created_to: '2026-10-01' }],
    ['cursor', { cursor: `${first.rfpId}x` }],
    ['limit', { limit: '101' }],
  ])('rejects an invalid %s (case %#)', async (field, query) => {
    const list = listRfpsUseCase({ list: () => Promise.reject(new Error('was read')) });
    expect(await list(query, CALLER)).toMatchObject(invalid(field));
  });
});

describe('the lanes of an RFP', () => {
  const list = async (query: Query, ports = portsOf()) => {
    const answer = await listLanesUseCase(ports)(rfpId, query, CALLER);
    if (!answer.ok) throw new Error(JSON.stringify(answer.rejection));
    return v.parse(listLanesAnswer, answer.body);
  };

  /** The lanes of all pages. */
  async function allLanes(query: Query): Promise<readonly LaneDocument[]> {
    const lanes: LaneDocument[] = [];
    let cursor: string | null = '';
    do {
      const page: v.InferOutput<typeof listLanesAnswer> = await list({ ...query, ...(cursor && { cursor }) });
      lanes.push(...page.lanes);
      cursor = page.pagination.next_cursor;
    } while (cursor !== null);
    return lanes;
  }

  it('are on all pages together those of the filter, in the order, with the prices of the version', async () => {
    const query = fc.record(
      {
        status: fc.constantFrom('priced', 'failed'),
        min_confidence: fc.integer({ min: 0, max: 60 }).map(String),
        max_confidence: fc.integer({ min: 60, max: 100 }).map(String),
        origin: fc.constantFrom('savannah', 'CANON', 'nowhere', 'x'),
        sort: fc.constantFrom(...LANE_ORDERS),
        version: fc.constantFrom('1', '2'),
        limit: fc.integer({ min: 7, max: 200 }).map(String),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(query, async (given) => {
        const lanes = await allLanes(given);
        const version = { version: Number(given.version ?? 2) };
        const wanted = (given.origin ?? '').toLowerCase();
        const meant = DRAFTS.map((_, index) => ({ index, ...expectedLane(index, version) })).filter(
          ({ summary: { status, confidence, origin } }) =>
            (given.status ?? status) === status &&
            confidence >= Number(given.min_confidence ?? 0) &&
            confidence <= Number(given.max_confidence ?? 100) &&
            origin.replace('ñ', 'n').toLowerCase().includes(wanted),
        );
        const sortValue = ({ summary }: (typeof meant)[number]) =>
          ({
            index: 0,
            spend: summary.weeklyCents,
            confidence: summary.confidence,
            lowest_confidence: -summary.confidence,
          })[given.sort ?? 'index'];
        const sorted = meant.toSorted(
          (one, other) => sortValue(other) - sortValue(one) || one.index - other.index,
        );
        expect(lanes.map(({ index }) => index)).toEqual(sorted.map(({ index }) => index));
        for (const [at, { draft, price, result, terms, summary }] of sorted.entries()) {
          const lane = lanes[at];
          expect(lane?.pricing?.total_rate).toBe(price.price && usd(price.price.totalCents));
          expect(lane?.pricing?.weekly_spend ?? 0).toBe(usd(summary.weeklyCents));
          expect(lane).toMatchObject({
            ...{ lane_id: draft.laneId, origin: draft.origin, weekly_volume: draft.weeklyVolume ?? null },
            ...{ price: draft.price && priceRequest(draft.price), excluded: terms.excluded === true },
            simulated: false,
            ...{ outcome: terms.outcome ?? null, outcome_reason: terms.reason ?? '' },
          });
          const { origin, analysis, warnings } = {
            analysis: null,
            warnings: [],
            origin: undefined,
            ...result,
          };
          expect([lane?.route?.origin, lane?.analysis, lane?.warnings]).toEqual([origin, analysis, warnings]);
          expect(lane?.error).toEqual(result.status === 'failed' ? result.error : undefined);
        }
      }),
      { numRuns: 40 },
    );
  });

  it('are read only for the page, and while pricing only those with results', async () => {
    const read: number[] = [];
    const ports = portsOf({ rfp: { ...RFP, remaining: 1 }, priced: [0, 2] }, read);
    const { lanes } = await list({ limit: '60' }, ports);
    expect(lanes.map(({ index }) => index)).toEqual(read);
    expect(read).toHaveLength(60);
    expect(read.slice(49, 52)).toEqual([49, 100, 101]);
  });

  it.each<[Query, string]>([
    [{ max_confidence: '101' }, 'max_confidence'],
    [{ min_confidence: '50', max_confidence: '49' }, 'min_confidence'],
    [{ sort: 'rate' }, 'sort'],
    [{ version: '3' }, 'version'],
    [{ cursor: 'abc' }, 'cursor'],
    [{ limit: '0' }, 'limit'],
  ])('reject the query %j', async (query, field) => {
    expect(await listLanesUseCase(portsOf())(rfpId, query, CALLER)).toMatchObject(invalid(field));
  });

  it('are not found of an RFP that is deleted meanwhile', async () => {
    const ports = portsOf({ erased: true });
    let reads = 0;
    const rfps = { ...ports.rfps, read: async () => (reads++ === 0 ? RFP : undefined) };
    expect(await listLanesUseCase({ ...ports, rfps })(rfpId, {}, CALLER)).toMatchObject(NOT_FOUND);
  });

  it('leave out corrected lanes until they have their new price', async () => {
    const ports = portsOf({ rfp: { ...RFP, remaining: 1 } });
    const lanes: ListLanesPorts['rfps']['lanes'] = async (account, version, indexes) =>
      new Map([...(await ports.rfps.lanes(account, version, indexes))].filter(([index]) => index !== 1));
    const listed = await list({ limit: '3' }, { ...ports, rfps: { ...ports.rfps, lanes } });
    expect(listed.lanes.map(({ index }) => index)).toEqual([0, 2]);
    expect(listed.pagination.next_cursor).not.toBeNull();
  });
});

describe('contract rates made from lanes', () => {
  it('have a warning if a rate of the same lane has other terms on the same days', async () => {
    const ports = portsOf();
    const terminals = { current: async () => buildEmbeddedDirectory(loadTerminals()) };
    const lanes: ListLanesPorts['rfps']['lanes'] = async (account, version, indexes) => {
      const price = { set: 'total_rate', value: 9_000, reason: '' } as const;
      const found = await ports.rfps.lanes(account, version, indexes);
      return new Map(
        [...found].map(([index, lane]) => [
          index,
          { ...lane, draft: { ...lane.draft, price: index === 20 ? price : null } },
        ]),
      );
    };
    const make = makeContractRatesUseCase({
      ...{ ...ports, terminals, places: createEmbeddedGeocoder(), customers: NO_CUSTOMERS },
      rfps: { ...ports.rfps, lanes, terms: () => Promise.reject(new Error('indexes are given')) },
      ...{ rates: createInMemoryContractRates(), newRateId: createContractRateIds(), now: () => CREATED_AT },
    });
    // Lanes 0, 20 and 40 are the same; 20 has another price.
    const body = { lanes: [0, 40, 20, 6], effective_from: '2027-01-01' };
    const answer = await make(rfpId, body, CALLER);
    if (!answer.ok) throw new Error(JSON.stringify(answer.rejection));
    const { rates, warnings } = v.parse(madeRatesAnswer, answer.body);
    const idOf = new Map(rates.map(({ index, rate_id }) => [index, rate_id]));
    expect([...idOf.keys()]).toEqual([0, 40, 20, 6]);
    const warning = (index: number, other: number) => ({
      index,
      message: `Rate ${idOf.get(other)} has the same lane and other terms from 2027-01-01.`,
    });
    expect(warnings).toEqual([warning(20, 0), warning(20, 40)]);
  });
});

const inUsd = (cents: number | undefined) => (cents === undefined ? '' : String(usd(cents)));

/** Checks that a file has the lanes in order, with the input and the prices of a version. */
function expectRows(text: string, version: number): void {
  const reader = new CsvReader();
  expect(text.startsWith('\uFEFF')).toBe(true);
  const [header = [], ...lines] = [...reader.read(text.slice(1)), ...reader.end()].map(({ cells }) => cells);
  expect(lines).toHaveLength(DRAFTS.length);
  for (const [index, cells] of lines.entries()) {
    const { draft, result, price, summary, terms } = expectedLane(index, { version });
    expect(Object.fromEntries(header.map((name, at) => [name, cells[at] ?? '']))).toMatchObject({
      ...{ lane_id: draft.laneId, origin: draft.origin, destination: draft.destination },
      ...{ equipment_type: 'container_40', weekly_volume: String(draft.weeklyVolume ?? '') },
      status: result.status,
      ...(result.status === 'failed'
        ? {
            error_code: result.error.code,
            error_message: result.error.message,
            market_rate: '',
            warnings: '',
          }
        : {
            ...{ resolved_origin: result.origin.name, resolved_destination: result.destination.name },
            ...{ distance: String(result.analysis.distance), warnings: result.warnings.join(' ') },
            market_rate: String(result.analysis.suggested_rate),
            market_min: String(result.analysis.rate_range.min),
            market_max: String(result.analysis.rate_range.max),
            confidence: String(result.analysis.confidence_score),
          }),
      base_rate: inUsd(price.price?.baseRateCents),
      fuel_surcharge: inUsd(price.price?.fuelSurchargeCents),
      accessorial_charges: inUsd(price.price?.accessorialsCents),
      total_rate: inUsd(price.price?.totalCents),
      weekly_spend: inUsd(price.price && summary.weeklyCents),
      annual_spend: inUsd(price.price && annualCents(price.price.totalCents, draft.weeklyVolume ?? 0)),
      ...{ outcome: terms.outcome ?? '', outcome_reason: terms.reason ?? '' },
      excluded: terms.excluded ? 'yes' : '',
    });
  }
}

describe('the file of results', () => {
  type ReadRfps = ReturnType<typeof portsOf>;

  const readWith = async (ports: ReadRfps, query: Query = {}) => {
    const requested: ResultsContent[] = [];
    const answer = await readResultsUseCase({
      ...{ rfps: ports.rfps, views: ports },
      requests: { requestResults: async (_account, _rfpId, content) => void requested.push(content) },
      objects: { tagOf: async () => undefined },
      signed: { get: () => Promise.reject(new Error('there is no file')) },
      now: () => CREATED_AT,
    })(rfpId, query, CALLER);
    return { ...answer, requested };
  };
  const read = (query: Query, store: Store = {}) => readWith(portsOf(store), query);
  const fileOf = async (query: Query, store: Store = {}) => {
    const answer = await read(query, store);
    if (!answer.ok || !('csv' in answer.body)) throw new Error(JSON.stringify(answer));
    return answer.body.csv;
  };
  const WRITTEN = {
    rejection: { kind: 'conflict', code: 'RFP_NOT_READY', message: expect.stringContaining('written') },
    headers: { 'Retry-After': '3' },
  };

  it.each([1, 2])('of version %i has the lanes in order, with the prices of the version', async (version) => {
    expectRows(await fileOf({ version: String(version) }), version);
  });

  it('can be read as a file of lanes, which gives the same lanes', async () => {
    const { rows } = readLaneFile(Buffer.from(await fileOf({})));
    const lanes = rows.map(({ item }) => readLane(item, { equipment: 'container_20', requirements: [] }));
    expect(lanes).toEqual(DRAFTS);
  });

  it('of more bytes than a response has is requested', async () => {
    // Quotation marks are doubled in the file, and escaped in the response.
    const quotes = '"'.repeat(2_000);
    const wide = (lanes: number, cells: readonly string[]): ReadRfps => {
      const ports = portsOf({ rfp: { ...RFP, lanes, columns: ['Note'] } });
      const { draft, result } = laneAt(0);
      const all = async (...[, , indexes]: Parameters<typeof ports.rfps.lanes>) =>
        new Map(indexes.map((index) => [index, { draft: { ...draft, cells }, result, terms: {} }]));
      return { ...ports, rfps: { ...ports.rfps, lanes: all } };
    };
    expect(await readWith(wide(1_000, [quotes]))).toMatchObject(WRITTEN);
    for (const small of [wide(500, [quotes]), wide(1_000, ['short'])])
      expect(await readWith(small)).toMatchObject({ ok: true, body: { csv: expect.any(String) } });
  });

  it.each([
    { state: 'open', remaining: 1, lanes: 120 },
    { state: 'open', remaining: 1, lanes: 1_001 },
    { state: 'awaiting_upload', remaining: 0, lanes: 0 },
    { state: 'failed', remaining: 0, lanes: 0 },
  ] as const)('does not exist, and is not requested, in the state %j', async (changed) => {
    const answer = await read({}, { rfp: { ...RFP, ...changed } });
    expect(answer).toMatchObject({
      rejection: { kind: 'conflict', code: 'RFP_NOT_READY', details: { rfp_id: rfpId } },
      requested: [],
    });
    expect(answer).not.toHaveProperty('headers');
  });

  it('is not found of an RFP that is deleted meanwhile; unknown versions are rejected', async () => {
    expect(await read({}, { erased: true })).toMatchObject(NOT_FOUND);
    for (const version of ['0', '3', 'x']) expect(await read({ version })).toMatchObject(invalid('version'));
  });
});

describe('the results for the customer', () => {
  const LIMITS = { rows: 1_000, columns: 50, cells: 100_000, uncompressedBytes: 10_000_000 };
  const account = { orgId: CALLER.orgId, mode: CALLER.mode };
  const written = async (format?: 'xlsx') => {
    const objects = createInMemoryObjects();
    const content = resultsContent({ ...RFP, for: 'customer', ...(format && { format }) });
    const results = { account, rfpId, results: content };
    expect(await writeResultsUseCase({ ...portsOf(), objects })(results)).toMatchObject({
      outcome: 'written',
    });
    return [...objects.all.values()][0]?.bytes ?? new Uint8Array();
  };
  const rowsOf = (csv: string) => {
    const reader = new CsvReader();
    return [...reader.read(csv.slice(1)), ...reader.end()].map(({ cells }) => cells);
  };
  const INPUT = [
    'lane_id',
    'origin',
    'destination',
    'equipment_type',
    'weekly_volume',
    'special_requirements',
    'stops',
    'weight_lbs',
    'commodity',
  ];

  it('have prices and dates, and neither costs nor margins nor words of the service', async () => {
    const [header = [], ...lines] = rowsOf(Buffer.from(await written()).toString());
    expect(header).toEqual([...INPUT, ...CUSTOMER_COLUMNS]);
    expect(lines).toHaveLength(DRAFTS.length);
    for (const [index, cells] of lines.entries()) {
      const { draft, result, price, terms } = expectedLane(index, { version: 2 });
      const [equipment, base, fuel, total, transit, until, remark = ''] = cells.slice(INPUT.length);
      expect([cells[0], equipment]).toEqual([draft.laneId, '40 ft container']);
      const isPriced = result.status === 'priced' && !terms.excluded;
      expect([base, fuel, total]).toEqual(
        isPriced
          ? [price.price?.baseRateCents, price.price?.fuelSurchargeCents, price.price?.totalCents].map(inUsd)
          : ['', '', ''],
      );
      expect([transit, until].map((text) => text !== '')).toEqual([isPriced, isPriced]);
      if (terms.excluded) expect(remark).toBe('Not offered.');
      else if (!isPriced) expect(remark).toMatch(/^No price/);
      expect(remark).not.toMatch(/[A-Z]+_[A-Z]|margin|market|confidence|UN\/LOCODE/);
    }
  });

  it('are the same as a workbook, with numbers and dates', async () => {
    const csv = rowsOf(Buffer.from(await written()).toString());
    const [sheet] = await readWorkbook(await written('xlsx'), LIMITS);
    expect(sheet?.name).toBe('Lanes');
    const filled = sheet?.rows.map(({ cells }) => csv[0]?.map((_, at) => cells[at] ?? ''));
    expect(filled).toEqual(csv);
  });
});

describe('a file of results in the bucket', () => {
  const account = { orgId: CALLER.orgId, mode: CALLER.mode };
  const keyOf = (content: ResultsContent) => rfpResultsKey(account, rfpId, content);
  const write = (content: ResultsContent, objects: InMemoryObjects, ports = portsOf()) =>
    writeResultsUseCase({ ...ports, objects })({ account, rfpId, results: content });

  it('is written once with the rows of its version, and again if it has expired', async () => {
    const objects = createInMemoryObjects();
    for (const content of [RFP, { version: 1, termsRevision: 0 }]) {
      expect(await write(content, objects)).toEqual({ outcome: 'written', lanes: DRAFTS.length });
      expectRows(objects.text(keyOf(content)), content.version);
    }
    expect(await write(RFP, objects)).toEqual({ outcome: 'written-before' });
    await objects.remove(keyOf(RFP));
    expect(await write(RFP, objects)).toMatchObject({ outcome: 'written' });
  });

  it('has all lanes in order if they are more than memory has at a time', async () => {
    const count = 5_003;
    const ports = portsOf({ rfp: { ...RFP, lanes: count } });
    const sizes: number[] = [];
    const lanes: typeof ports.rfps.lanes = async (...[, , indexes]) => {
      sizes.push(indexes.length);
      return new Map(
        indexes.map((index) => {
          const { draft, result } = laneAt(index);
          return [index, { draft: { ...draft, laneId: `L${index}` }, result, terms: {} }];
        }),
      );
    };
    const objects = createInMemoryObjects();
    const many = { ...ports, rfps: { ...ports.rfps, lanes } };
    expect(await write(RFP, objects, many)).toEqual({ outcome: 'written', lanes: count });
    expect(sizes).toEqual([2_500, 2_500, 3]);
    const ids = [...new CsvReader().read(objects.text(keyOf(RFP)).slice(1))].map(({ cells }) => cells[0]);
    expect(ids).toEqual(['lane_id', ...Array.from({ length: count }, (_, at) => `L${at}`)]);
  });

  it('is not written if the results have other terms, the version does not exist, or lanes lack a result', async () => {
    const objects = createInMemoryObjects();
    for (const content of [
      { version: 2, termsRevision: 0 },
      { version: 1, termsRevision: 1 },
      { version: 3, termsRevision: 0 },
    ]) {
      expect(await write(content, objects)).toEqual({ outcome: 'obsolete' });
    }
    await expect(write(RFP, objects, portsOf({ priced: [0, 2] }))).rejects.toThrow('lacks results');
    expect([...objects.all]).toEqual([]);
  });

  it('does not remain if the RFP is deleted before or while it is written', async () => {
    const objects = createInMemoryObjects();
    const ports = portsOf();
    let reads = 0;
    const readUntil = (last: number) => ({
      ...ports,
      rfps: { ...ports.rfps, read: async () => (++reads > last ? undefined : RFP) },
    });
    expect(await write(RFP, objects, readUntil(1))).toEqual({ outcome: 'obsolete' });
    expect([...objects.all]).toEqual([]);
    // A run was killed between the file and its check.
    objects.put(keyOf(RFP), 'lanes');
    expect(await write(RFP, objects, readUntil(0))).toEqual({ outcome: 'obsolete' });
    expect([...objects.all]).toEqual([]);
  });
});
