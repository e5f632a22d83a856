import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { UNSET_TARIFF } from '../../../shared/costs/accessorials/own-tariff.ts';
import { requirementNamesFor } from '../../../shared/costs/accessorials/requirement-names.ts';
import { dieselFor } from '../../../shared/costs/diesel/diesel-lookup.ts';
import { EQUIPMENT_TYPES } from '../../../shared/costs/equipment/equipment-type.ts';
import { usd } from '../../../shared/costs/model/cents.ts';
import { BUNDLED_RATES } from '../../../shared/costs/trailers/published-rates.ts';
import { cellOf } from '../../../shared/market/cells/market-cell.ts';
import { LANE_LEVELS, laneKeys, pricedKind } from '../../../shared/market/loads/market-levels.ts';
import type { LaneReader } from '../../../shared/market/published/lane-market.ts';
import { NO_MARKET } from '../../../shared/market/store/published-market.ts';
import { weekNumber } from '../../../shared/platform/time/utc-calendar.ts';
import { chargeWarnings } from '../../../shared/quotes/pricing/added-charges.ts';
import { applyStrategy } from '../../../shared/quotes/pricing/apply-strategy.ts';
import { priceQuoteUseCase } from '../../../shared/quotes/pricing/price-quote.ts';
import { createQuoteIds } from '../../../shared/quotes/record/stored-quote.ts';
import { UNSET_STRATEGY } from '../../../shared/quotes/strategy/pricing-strategy.ts';
import { priceLanesUseCase } from '../../../shared/rates/price-lanes.ts';
import { readLanes } from '../../../shared/rates/read-lanes.ts';
import { describeLaneView } from '../../../shared/rfps/documents/lane-document.ts';
import { resultsFile } from '../../../shared/rfps/files/results-file.ts';
import { MAX_BODY_LANES } from '../../../shared/rfps/lanes/lane-draft.ts';
import { MAX_REASON_LENGTH, summarizeLane } from '../../../shared/rfps/lanes/lane-result.ts';
import { MAX_LANE_ID_LENGTH, readLane } from '../../../shared/rfps/lanes/read-lane.ts';
import { MAX_LANES_LIMIT } from '../../../shared/rfps/listing/list-lanes.ts';
import { priceLanes } from '../../../shared/rfps/pricing/price-lanes.ts';
import { type LaneView, priceLane } from '../../../shared/rfps/pricing/view-lanes.ts';
import { loadTerminals } from '../../../shared/terminals/catalogue/embedded-terminals.ts';
import { matchedCustomer } from '../../support/named-customer.ts';
import { ownEntry } from '../../support/own-tariffs.ts';
import { pricingRule } from '../../support/pricing-rules.ts';
import { createInMemoryLedger } from '../accounts/usage/in-memory-account-ledger.ts';
import { CALLER, quotingUnderTest } from '../quotes/quoting-under-test.ts';

const NOW = new Date('2026-10-07T17:00:00Z');
const STRATEGY = {
  ...UNSET_STRATEGY,
  rounding: { toCents: 1, mode: 'nearest' as const },
  portFees: true,
  rules: [
    pricingRule('short', { maxMiles: 300 }, { margin: { percent: 31, floorCents: 0 } }),
    pricingRule('Georgia', { destination: { key: 'state:GA', text: 'GA' } }, { fuel: 'included' }),
  ],
};

/** Own loads on some lanes, at a price of each lane's own, so that a market of another lane would be noticed. */
const lanes: LaneReader = {
  read: async (_owner, wanted) =>
    wanted.map((lane) => {
      const [first = 0, second = 0] = createHash('sha256')
        .update(JSON.stringify(laneKeys({ ...lane, miles: 0 })))
        .digest();
      if (first % 3 === 0) return { market: {}, own: {} };
      const loads = Array.from({ length: 20 }, (_, at) => ({
        week: weekNumber('2026-10-05') - at,
        kind: pricedKind({ miles: 50 }),
        residual: second / 512,
        contributor: 'us',
      }));
      return { market: {}, own: Object.fromEntries(LANE_LEVELS.map((level) => [level, cellOf(loads)])) };
    }),
};
const { ports: quotePorts } = quotingUnderTest({ strategy: STRATEGY, now: NOW });
const ports = { ...quotePorts, lanes };

const price = async (items: readonly unknown[], run: object = {}, roadDistances = ports.roadDistances) =>
  priceLanes(
    {
      ...{
        places: ports.places,
        roadDistances,
        dieselFor,
        rates: BUNDLED_RATES,
        published: NO_MARKET,
        lanes,
      },
      terminals: await ports.terminals.current(),
    },
    items.map((item) => readLane(item, { equipment: 'container_40', requirements: [] })),
    { account: CALLER, customer: matchedCustomer(''), asOf: NOW, strategy: STRATEGY, ...run },
  );

const TERMINALS = loadTerminals().map(({ name }) => name);
const CITIES = ['Phoenix, AZ', 'Ontario, CA', 'Dallas, TX', 'Atlanta, GA', 'Boise, ID', 'Worcester, MA'];
const OTHERS = ['USLAX', '60632', '91761', 'Savannah, GA', 'Honolulu, HI', 'Springfield', 'Nowhere, TX'];
const place = fc.oneof(fc.constantFrom(...TERMINALS), fc.constantFrom(...CITIES, ...OTHERS));
const lane = fc.record(
  {
    origin: place,
    destination: place,
    equipment_type: fc.constantFrom(...EQUIPMENT_TYPES, 'sledge'),
    special_requirements: fc.subarray(
      [...['hazmat', 'prepull', 'chassis split', 'guaranteed', 'no such'], { name: 'storage', quantity: 5 }],
      { maxLength: 2 },
    ),
    stops: fc.oneof(
      { weight: 3, arbitrary: fc.constant([]) },
      fc.subarray([...CITIES, 'Nowhere, TX'], { maxLength: 2 }),
    ),
    weight_lbs: fc.constantFrom(null, 20_000, 48_000),
    weekly_volume: fc.integer({ min: 1, max: 50 }),
  },
  { requiredKeys: ['origin', 'destination'] },
);

/** Runs of 50 lanes, of which more than half have a price: in the long form more than 2,000 prices. */
const RUNS = { numRuns: 10 };
const RATE_RUNS = { numRuns: 4 };

describe('lanes of an RFP', () => {
  it('have the charges of the own tariff on the first day of pickup', async () => {
    const fee = (cents: number, change: object) =>
      ownEntry({ name: 'prepull', charge: { cents }, ...change });
    const accessorials = [
      fee(10_00, { to: '2027-12-31' }),
      fee(20_00, { from: '2028-01-01' }),
      ownEntry({ name: 'chassis', enabled: false }),
    ];
    const strategy = { ...STRATEGY, tariff: { version: 1, updatedAt: '', accessorials } };
    const items = ['prepull', 'chassis'].map((name) => ({
      ...{ origin: 'USLAX', destination: 'Phoenix, AZ', special_requirements: [name] },
    }));
    const prices = async (run: object) =>
      (await price(items, { strategy, ...run })).map((result) => {
        if (result.status === 'failed') return result.error.code;
        const charges = applyStrategy(result.move, strategy).accessorials;
        return charges.find(({ name }) => name === 'prepull')?.amountCents;
      });
    expect(await prices({})).toEqual([10_00, 'LANE_INVALID']);
    expect(await prices({ contractStart: '2028-01-01' })).toEqual([20_00, 'LANE_INVALID']);
    expect(await prices({ contractStart: '2025-01-01' })).toEqual([10_00, 'LANE_INVALID']);
  });

  it('have the rules of the strategy, for the customer of the RFP, the lane and the first day of pickup', async () => {
    const rules = [
      pricingRule('Acme', { customer: 'ACME' }),
      pricingRule('port', { origin: { key: 'port:USLAX', text: 'USLAX' }, maxMiles: 1_000 }),
      pricingRule('Monday, a month ahead', { weekdays: ['monday'], minLeadDays: 28 }),
    ];
    const strategy = { ...STRATEGY, rules };
    const items = [
      { origin: 'USLAX', destination: 'Phoenix, AZ' },
      { origin: 'Garden City Terminal', destination: 'Atlanta, GA' },
    ];
    const names = async (run: object) =>
      (await price(items, { strategy, ...run })).map(
        (result) => result.status === 'priced' && applyStrategy(result.move, strategy).rule?.name,
      );
    expect(await names({})).toEqual(['port', undefined]);
    expect(await names({ customer: matchedCustomer('Acme') })).toEqual(['Acme', 'Acme']);
    expect(await names({ contractStart: '2026-11-09' })).toEqual(['port', 'Monday, a month ahead']);
    expect(await names({ contractStart: '2026-10-12' })).toEqual(['port', undefined]);
  });

  it('have the price of a quote for the same lane, day and strategy, or are rejected for the same reason', async () => {
    const priceQuote = priceQuoteUseCase(ports);
    const newId = createQuoteIds();
    let priced = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(lane, { minLength: 50, maxLength: 50 }), async (items) => {
        const results = await price(items);
        expect(results).toHaveLength(items.length);
        for (const [index, item] of items.entries()) {
          const draft = quotingUnderTest().draftOf({
            ...{ equipment_type: 'container_40', ...item, pickup_date: '2026-10-09' },
          });
          const quote = await priceQuote(draft, CALLER, newId(NOW));
          const result = results[index];
          if (!quote.ok) {
            const code = quote.rejection.code ?? 'LANE_INVALID';
            expect(result).toMatchObject({ status: 'failed', error: { code } });
            continue;
          }
          if (result?.status !== 'priced') throw new Error(JSON.stringify({ item, result }));
          priced += 1;
          const { price: quoted, cost, miles } = quote.body.quote;
          expect(applyStrategy(result.move, STRATEGY)).toEqual(quoted);
          expect(result.warnings).toEqual(
            expect.arrayContaining([...chargeWarnings(quote.body.quote.fields, quote.body.quote)]),
          );
          expect(result.stops.map(({ name }) => name)).toEqual(
            quote.body.quote.lane.via.map(({ name }) => name),
          );
          expect(result.analysis).toMatchObject({
            suggested_rate: usd(cost.linehaulCents + cost.fuelCents),
            confidence_score: cost.confidence,
            distance: miles,
          });
        }
      }),
      RUNS,
    );
    expect(priced).toBeGreaterThan(15 * RUNS.numRuns);
  });

  it('have the analysis of rates from the same terminal', async () => {
    const ledger = createInMemoryLedger();
    ledger.setOrganization(CALLER.orgId, { billing: true, usageLimit: 1_000_000 });
    const { mapRoutes: _, ...withoutMap } = ports;
    const rates = priceLanesUseCase({
      ...{ ...withoutMap, geocoder: ports.places, ledger, now: () => NOW },
      roadRoutes: { route: () => undefined },
      tariffs: { read: async () => UNSET_TARIFF },
    });
    let compared = 0;
    const drayage = fc.record({ origin: fc.constantFrom(...TERMINALS), city: fc.constantFrom(...CITIES) });
    await fc.assert(
      fc.asyncProperty(fc.array(drayage, { minLength: 50, maxLength: 50 }), async (wanted) => {
        const results = await price(wanted.map(({ origin, city }) => ({ origin, destination: city })));
        for (const [index, { origin, city }] of wanted.entries()) {
          const [destinationCity, destinationState] = city.split(', ');
          const drafts = readLanes([{ originTerminal: origin, destinationCity, destinationState }]);
          const rate = drafts.ok ? await rates(drafts.body, CALLER) : drafts;
          const result = results[index];
          if (!rate.ok || 'replayed' in rate || result?.status !== 'priced') {
            expect([rate.ok, result?.status]).toEqual([false, 'failed']);
            continue;
          }
          const [row] = rate.body.data;
          expect(result.origin.name).toBe(row?.origin.terminal);
          expect(result.analysis).toMatchObject({
            suggested_rate: row?.analysis.suggestedRate,
            rate_per_mile: row?.analysis.ratePerMile,
            distance: row?.analysis.distance,
            rate_range: row?.analysis.rateRange,
            trend: row?.analysis.trend,
            activity: row?.analysis.activity,
          });
          compared += 1;
        }
      }),
      RATE_RUNS,
    );
    expect(compared).toBeGreaterThan(15 * RATE_RUNS.numRuns);
  });

  it('have what is to be known of the name of the customer as warnings', async () => {
    const customer = { ...matchedCustomer('Acme'), warnings: ['Two meanings.'], similarity: ['Like Acmee.'] };
    const [priced] = await price([{ origin: 'USLAX', destination: 'Phoenix, AZ' }], { customer });
    expect(priced).toMatchObject({ warnings: expect.arrayContaining(['Two meanings.', 'Like Acmee.']) });
  });

  it('have an error of the service only if a part of it fails', async () => {
    const items = [{ origin: 'USLAX', destination: 'Phoenix, AZ' }, { origin: 7 }, 'lane', null];
    const codes = async (roadDistances = ports.roadDistances) =>
      (await price(items, {}, roadDistances)).map((result) => 'error' in result && result.error.code);
    const invalid = Array(3).fill('LANE_INVALID');
    expect(await codes()).toEqual([false, ...invalid]);
    const noRoads = { between: () => Promise.reject(new Error('no roads')) };
    expect(await codes(noRoads)).toEqual(['INTERNAL_ERROR', ...invalid]);
  });
});

describe('the largest answer', () => {
  /** Lambda's limit of a response, which has the body as a JSON string (docs.aws.amazon.com, "Lambda quotas", 2026). */
  const LAMBDA_BYTES = 6 * 1024 * 1024;
  /** A text of characters of three bytes. */
  const wide = (length: number, last = '') => `${'\u6F22'.repeat(length - last.length)}${last}`;

  /** Invalid lanes with long texts, and lanes with all requirements that their equipment allows. */
  const WIDE_LANES: readonly Record<string, unknown>[] = [
    ...TERMINALS.toSorted((one, other) => other.length - one.length)
      .slice(0, 5)
      .flatMap((origin) =>
        EQUIPMENT_TYPES.flatMap((equipment_type) =>
          [[], ...requirementNamesFor(equipment_type).map((name) => [name])].map((special_requirements) => ({
            ...{ lane_id: wide(MAX_LANE_ID_LENGTH), origin, destination: 'Worcester, MA', equipment_type },
            ...{ weekly_volume: 9_999.99, special_requirements },
          })),
        ),
      ),
    { lane_id: wide(100), origin: wide(200), destination: wide(200) },
    ...[(at: number) => at, (at: number) => wide(60, String(at))].map((requirement) => ({
      ...{ lane_id: '\u0001'.repeat(101), origin: wide(201), destination: wide(201), weekly_volume: -1 },
      equipment_type: 'x',
      special_requirements: Array.from({ length: 50 }, (_, at) => requirement(at)),
    })),
  ];

  let views: readonly LaneView[];
  beforeAll(async () => {
    const results = await price(WIDE_LANES, { strategy: UNSET_STRATEGY });
    const terms = {
      ...({ excluded: true, outcome: 'lost' } as const),
      reason: '価'.repeat(MAX_REASON_LENGTH),
    };
    views = results.map((result, index) => {
      const draft = readLane(WIDE_LANES[index], { equipment: 'container_40', requirements: [] });
      const priced = priceLane(result, { strategy: UNSET_STRATEGY, marginPercent: undefined }, draft.price);
      const { weeklyCents } = summarizeLane(draft, priced, terms);
      return { index, draft, terms, priced, weeklyCents, validUntil: '2026-12-31' };
    });
  });

  // A response has the text as a JSON string. In November 2026: 6.9 kB for a failed lane, 2.7 kB for a priced one.
  it.each<[string, (view: LaneView) => string, number, number]>([
    [
      'a page of lanes',
      (view) => JSON.stringify(describeLaneView(view, { columns: undefined })),
      MAX_LANES_LIMIT,
      LAMBDA_BYTES / 2,
    ],
    ['a file of results', (view) => resultsFile([view]), MAX_BODY_LANES, LAMBDA_BYTES],
  ])('of %s fits into a response of Lambda', (_, textOf, most, limit) => {
    const largest = (status: string) =>
      Math.max(
        ...views
          .filter(({ priced }) => priced.result.status === status)
          .map((view) => Buffer.byteLength(JSON.stringify(textOf(view)))),
      );
    expect(largest('priced')).toBeGreaterThan(500);
    for (const status of ['priced', 'failed']) expect(largest(status) * most).toBeLessThan(limit);
  });
});
