import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UNSET_TARIFF } from '../../../../shared/costs/accessorials/own-tariff.ts';
import { EQUIPMENT_TYPES } from '../../../../shared/costs/equipment/equipment-type.ts';
import { usd } from '../../../../shared/costs/model/cents.ts';
import { cellOf } from '../../../../shared/market/cells/merge-cells.ts';
import { LANE_LEVELS, laneKeys, pricedKind } from '../../../../shared/market/loads/market-levels.ts';
import type { LaneReader } from '../../../../shared/market/published/lane-market.ts';
import { NO_MARKET } from '../../../../shared/market/published/published-market.ts';
import { weekNumber } from '../../../../shared/platform/time/utc-week.ts';
import { applyStrategy } from '../../../../shared/quotes/pricing/apply-strategy.ts';
import { priceQuoteUseCase } from '../../../../shared/quotes/pricing/price-quote.ts';
import { createQuoteIds } from '../../../../shared/quotes/record/quote-id.ts';
import { UNSET_STRATEGY } from '../../../../shared/quotes/strategy/strategy-store.ts';
import { priceLanesUseCase } from '../../../../shared/rates/price-lanes.ts';
import { readLanes } from '../../../../shared/rates/read-lanes.ts';
import { withMargin } from '../../../../shared/rfps/lanes/lane-result.ts';
import { readLane } from '../../../../shared/rfps/lanes/read-lane.ts';
import { priceLanes } from '../../../../shared/rfps/pricing/price-lanes.ts';
import { numberOfCases } from '../../../support/number-of-cases.ts';
import { ownEntry } from '../../../support/own-tariffs.ts';
import { pricingRule } from '../../../support/pricing-rules.ts';
import { createInMemoryLedger } from '../../accounts/usage/in-memory-account-ledger.ts';
import { CALLER, quotingUnderTest } from '../../quotes/quoting-under-test.ts';

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
        kind: pricedKind(50),
        residual: second / 512,
        contributor: 'us',
      }));
      return { market: {}, own: Object.fromEntries(LANE_LEVELS.map((level) => [level, cellOf(loads)])) };
    }),
};
const { ports: quotePorts } = quotingUnderTest({ strategy: STRATEGY, now: NOW });
const ports = { ...quotePorts, lanes };
const dieselFor = await ports.diesel.current();
const newId = createQuoteIds();

const DEFAULTS = { equipment: 'container_40', requirements: [] } as const;
const price = async (items: readonly unknown[], run: object = {}) =>
  priceLanes(
    {
      terminals: await ports.terminals.current(),
      places: ports.places,
      roadDistances: ports.roadDistances,
      dieselFor,
      published: NO_MARKET,
      lanes,
    },
    items.map((item) => readLane(item, DEFAULTS)),
    { account: CALLER, customer: '', asOf: NOW, strategy: STRATEGY, ...run },
  );

const TERMINALS = (await ports.terminals.current()).all().map(({ name }) => name);
const CITIES = ['Phoenix, AZ', 'Ontario, CA', 'Dallas, TX', 'Atlanta, GA', 'Boise, ID', 'Worcester, MA'];
const place = fc.oneof(
  fc.constantFrom(...TERMINALS),
  fc.constantFrom(
    ...CITIES,
    'USLAX',
    '60632',
    '91761',
    'Savannah, GA',
    'Honolulu, HI',
    'Springfield',
    'Nowhere, TX',
  ),
);
const lane = fc.record(
  {
    origin: place,
    destination: place,
    equipment_type: fc.constantFrom(...EQUIPMENT_TYPES, 'sledge'),
    special_requirements: fc.subarray(['hazmat', 'prepull', 'chassis split', 'guaranteed', 'no such'], {
      maxLength: 2,
    }),
    weekly_volume: fc.integer({ min: 1, max: 50 }),
  },
  { requiredKeys: ['origin', 'destination'] },
);

/** Runs of 50 lanes, of which more than half have a price: in the long form more than 2,000 prices. */
const RUNS = { numRuns: numberOfCases(10, 80) };
const RATE_RUNS = { numRuns: numberOfCases(4, 80) };
const fiftyLanes = fc.array(lane, { minLength: 50, maxLength: 50 });

describe('lanes of an RFP', () => {
  it('have the charges of the own tariff on the first day of pickup, and its terminals', async () => {
    const fee = (cents: number, change: object) =>
      ownEntry({ name: 'prepull', charge: { cents }, ...change });
    const tariff = {
      version: 1,
      updatedAt: '',
      accessorials: [
        fee(10_00, { to: '2027-12-31' }),
        fee(20_00, { from: '2028-01-01' }),
        ownEntry({ name: 'chassis', enabled: false }),
      ],
    };
    const strategy = { ...STRATEGY, tariff };
    const items = ['prepull', 'chassis'].map((name) => ({
      ...{ origin: 'USLAX', destination: 'Phoenix, AZ', special_requirements: [name] },
    }));
    const prices = async (run: object) =>
      (await price(items, { strategy, ...run })).map((result) =>
        result.status === 'priced'
          ? applyStrategy(result.move, strategy).accessorials.find(({ name }) => name === 'prepull')
              ?.amountCents
          : result.error.code,
      );
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
    expect(await names({ customer: 'Acme' })).toEqual(['Acme', 'Acme']);
    expect(await names({ contractStart: '2026-11-09' })).toEqual(['port', 'Monday, a month ahead']);
    expect(await names({ contractStart: '2026-10-12' })).toEqual(['port', undefined]);
  });

  it('have the price of a quote for the same lane, day and strategy, or are rejected for the same reason', async () => {
    const priceQuote = priceQuoteUseCase(ports);
    let priced = 0;
    await fc.assert(
      fc.asyncProperty(fiftyLanes, async (items) => {
        const results = await price(items);
        expect(results).toHaveLength(items.length);
        for (const [index, item] of items.entries()) {
          const draft = quotingUnderTest().draftOf({
            equipment_type: 'container_40',
            ...item,
            pickup_date: '2026-10-09',
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
          const own = applyStrategy(result.move, STRATEGY);
          const { price: quoted, cost, miles } = quote.body.quote;
          expect(own).toEqual(quoted);
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

  it('have warnings about the terminal that no change of margins makes wrong', async () => {
    const pricedWith = async (percent: number) => {
      const items = [{ origin: 'USLAX', destination: 'Phoenix, AZ' }];
      const [result] = await price(items, { strategy: withMargin(STRATEGY, percent) });
      if (result?.status !== 'priced') throw new Error(JSON.stringify(result));
      return { name: result.origin.name, warnings: result.warnings };
    };
    const { name, warnings } = await pricedWith(10);
    expect(await pricedWith(60)).toEqual({ name, warnings });
    expect(warnings).toContain(
      `6 terminals of Port of Los Angeles were compared. ${name} had the lower median of the totals. A change of margins keeps this terminal.`,
    );
    expect(String(warnings)).not.toMatch(/\$|The quote|"terminals"/);
  });

  it('have the analysis of rates from the same terminal', async () => {
    const ledger = createInMemoryLedger();
    ledger.setOrganization(CALLER.orgId, { billing: true, usageLimit: 1_000_000 });
    const { mapRoutes: _, ...withoutMap } = ports;
    const rates = priceLanesUseCase({
      ...withoutMap,
      geocoder: ports.places,
      roadRoutes: { route: () => undefined },
      tariffs: { read: async () => UNSET_TARIFF },
      ledger,
      now: () => NOW,
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
          const [{ analysis } = { analysis: undefined }] = rate.body.data;
          expect(result.origin.name).toBe(rate.body.data[0]?.origin.terminal);
          expect(result.analysis).toMatchObject({
            suggested_rate: analysis?.suggestedRate,
            rate_per_mile: analysis?.ratePerMile,
            distance: analysis?.distance,
            rate_range: analysis?.rateRange,
            trend: analysis?.trend,
            activity: analysis?.activity,
          });
          compared += 1;
        }
      }),
      RATE_RUNS,
    );
    expect(compared).toBeGreaterThan(15 * RATE_RUNS.numRuns);
  });

  it('have an error of the service only if a part of it fails', async () => {
    const items = [{ origin: 'USLAX', destination: 'Phoenix, AZ' }, { origin: 7 }, 'lane', null];
    const codes = (await price(items)).map((result) => (result.status === 'failed' ? result.error.code : ''));
    expect(codes).toEqual(['', 'LANE_INVALID', 'LANE_INVALID', 'LANE_INVALID']);
    const failing = await priceLanes(
      {
        terminals: await ports.terminals.current(),
        places: ports.places,
        roadDistances: { between: () => Promise.reject(new Error('no roads')) },
        dieselFor,
        published: NO_MARKET,
        lanes,
      },
      items.map((item) => readLane(item, DEFAULTS)),
      { account: CALLER, customer: '', asOf: NOW, strategy: STRATEGY },
    );
    expect(failing.map((result) => result.status === 'failed' && result.error.code)).toEqual([
      'INTERNAL_ERROR',
      'LANE_INVALID',
      'LANE_INVALID',
      'LANE_INVALID',
    ]);
  });
});
