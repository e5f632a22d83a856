import { describe, expect, it } from '@jest/globals';
import type { ContractRate } from '../../../shared/contracts/rate/contract-rate.ts';
import type { PeggedFuel } from '../../../shared/contracts/rate/fuel-terms.ts';
import type { OwnAccessorial } from '../../../shared/costs/accessorials/own-tariff.ts';
import type { PricingRule } from '../../../shared/quotes/strategy/pricing-strategy.ts';
import { DEFAULT_STRATEGY } from '../../../shared/quotes/strategy/pricing-strategy.ts';
import { loadTerminals } from '../../../shared/terminals/catalogue/embedded-terminals.ts';
import { stableTerminalId } from '../../../shared/terminals/catalogue/terminal.ts';
import { ownEntry } from '../../support/own-tariffs.ts';
import { pricingRule } from '../../support/pricing-rules.ts';
import { SERVED } from '../../support/pricing-strategies.ts';
import { contractRate } from '../contracts/contract-rates.ts';
import { CALLER, quotingUnderTest, REQUEST } from './quoting-under-test.ts';

const PHOENIX = { key: 'city:AZ phoenix', text: 'Phoenix, AZ' } as const;
const withRates = (...contracts: readonly ContractRate[]) => quotingUnderTest({ contracts });

const PEGGED: PeggedFuel = {
  ...{ method: 'peg', pegMills: 1_250, milesPerGallonHundredths: 600, region: null, miles: 'one_way' },
};

const TIERS = [
  { fromVolume: 5, amount: 45_050 },
  { fromVolume: 10, amount: 42_000 },
];

const WITHOUT_VOLUME =
  'The contract rate has volume tiers. Without weekly_volume, its amount below the first tier applies.';

/** The geography of one terminal. */
function terminalNamed(name: string) {
  const terminal = loadTerminals().find((one) => one.name === name);
  if (terminal === undefined) throw new Error(`${name} is not a terminal`);
  return { key: `terminal:${stableTerminalId(terminal)}`, text: name } as const;
}

describe('a quote by a contract rate', () => {
  it('has the amount of the rate as base rate, without margin and rounding', async () => {
    const rate = contractRate({ amount: 12_345 });
    const { quote, event } = await withRates(rate).quote();

    expect(quote.pricing).toMatchObject({ base_rate: 123.45, fuel_surcharge: 0 });
    expect(quote.rate_source).toEqual({
      ...{ type: 'contract', pricing_type: 'auto' },
      contract_rate_id: rate.rateId,
      version: 1,
      reason: 'The rate is the only match.',
    });
    const { market, margin } = quote;
    const rateOfMarket = market?.rate ?? 0;
    expect(margin?.cost).toBe(rateOfMarket);
    // Below the market.
    expect(margin?.percent).toBeLessThan(0);
    expect(margin?.amount).toBeCloseTo(123.45 - rateOfMarket, 2);
    expect(market?.spread?.amount).toBeCloseTo(123.45 - rateOfMarket, 2);
    expect(event).toMatchObject({
      baseRate: rateOfMarket,
      customerRate: 123.45,
      margin: margin?.percent,
      fscIncluded: true,
      fscAmount: 0,
    });
  });

  it('has the fuel of its terms', async () => {
    const spot = (await quotingUnderTest().quote()).quote;
    const market = (await withRates(contractRate({ fuel: 'market' })).quote()).quote;
    expect(market.pricing).toMatchObject({ base_rate: 500, fuel_surcharge: spot.pricing.fuel_surcharge });
    expect(market.margin?.cost).toBe(spot.margin?.cost);

    const { diesel_price } = spot.pricing.fuel ?? {};
    expect(market.pricing.fuel).toEqual(spot.pricing.fuel);
    const { quote, event } = await withRates(contractRate({ fuel: PEGGED })).quote();
    expect(event.dieselPrice).toBe(diesel_price);
    expect(quote.pricing.fuel_surcharge).toBeCloseTo(
      ((event.dieselPrice - 1.25) / 6) * quote.route.distance,
      1,
    );
  });

  it('uses the diesel price of its own region in the week of the pickup, also in the event', async () => {
    const fuel = { ...PEGGED, region: 'US', miles: 'round_trip' } as const;
    const under = quotingUnderTest({
      contracts: [contractRate({ fuel })],
      now: new Date('2026-09-23T17:00:00Z'),
    });
    const { quote, event } = await under.quote({ pickup_date: '2026-09-30' });
    // The next week, as the EIA published it: the clock of the test is behind the prices.
    const used = { diesel_price: 6.382, diesel_region: 'U.S.', diesel_date: '2026-09-28' };
    expect(quote.pricing.fuel).toEqual(used);
    expect(event).toMatchObject({ dieselPrice: 6.382, dieselRegion: 'U.S.', fscIncluded: false });
    const { distance } = quote.route;
    expect(quote.pricing.fuel_surcharge).toBeCloseTo(((6.382 - 1.25) / 6) * 2 * distance, 1);
    expect(quote.pricing.total_rate).toBe(quote.pricing.base_rate + quote.pricing.fuel_surcharge);
    const market = (await under.quote({ pricing_type: 'spot', pickup_date: '2026-09-30' })).quote;
    expect(market.pricing.fuel).toMatchObject({ diesel_date: '2026-09-21' });
  });

  it('uses no diesel price for fuel that is included or fixed', async () => {
    const spot = (await quotingUnderTest().quote()).event;
    for (const [fuel, surcharge] of [
      ['included', 0],
      [{ method: 'percent', percentHundredths: 1_800 }, 90],
      [{ method: 'per_mile', perMile: 0, miles: 'one_way' }, 0],
    ] as const) {
      const { quote, event } = await withRates(contractRate({ fuel })).quote();
      expect(quote.pricing).toMatchObject({ fuel_surcharge: surcharge, fuel: null });
      // Receivers of events have a price in any case: that of the market.
      expect(event).toMatchObject({ dieselPrice: spot.dieselPrice, dieselRegion: spot.dieselRegion });
      expect(event.fscIncluded).toBe(fuel === 'included');
    }
  });

  it('warns of the market cost only if the rate depends on it', async () => {
    const noMarket = /^No rates of vans or flatbeds are published/;
    const oldDiesel = /^Diesel price is from/;
    const warningsBy = async (terms: Partial<ContractRate>) => {
      const now = new Date('2099-03-09T12:00:00Z');
      const rate = contractRate({ equipment: 'dryvan', effectiveFrom: '2020-01-01', ...terms });
      const { quote } = await quotingUnderTest({ contracts: [rate], now }).quote({
        equipment_type: 'dryvan',
        pickup_date: '2099-03-12',
      });
      expect(quote.rate_source?.type).toBe('contract');
      const has = (pattern: RegExp) => quote.warnings.some((warning) => pattern.test(warning));
      return { market: has(noMarket), diesel: has(oldDiesel) };
    };
    const percent = { method: 'percent', percentHundredths: 1_800 } as const;

    expect(await warningsBy({ fuel: 'included' })).toEqual({ market: false, diesel: false });
    expect(await warningsBy({ fuel: 'market' })).toEqual({ market: false, diesel: true });
    expect(await warningsBy({ fuel: PEGGED })).toEqual({ market: false, diesel: true });
    expect(await warningsBy({ fuel: percent })).toEqual({ market: false, diesel: false });
    expect(await warningsBy({ rateType: 'percent_of_market', amount: 9_500, fuel: 'included' })).toEqual({
      ...{ market: true, diesel: false },
    });
  });

  it('of another terminal of the port than that with the lower median is named in a warning', async () => {
    const { quote: spot } = await quotingUnderTest().quote({ origin: 'USLGB' });
    const other = spot.terminals?.at(-1)?.name ?? '';
    const under = withRates(contractRate({ origin: terminalNamed(other), amount: 5_000_000 }));
    const warning = `Contract rates apply at ${other}. To use one, name the terminal in the request.`;
    const { quote } = await under.quote({ origin: 'USLGB' });
    expect(quote.rate_source).toMatchObject({ type: 'market' });
    expect(quote.terminals?.at(-1)).toMatchObject({ name: other, total_rate: 50_000 });
    expect(quote.warnings).toContain(warning);

    const named = (await under.quote({ origin: other })).quote;
    expect(named.rate_source?.type).toBe('contract');
    expect(named.warnings).not.toContain(warning);
    const wanted = (await under.quote({ origin: 'USLGB', pricing_type: 'contract' })).quote;
    expect(wanted.terminals?.map(({ name }) => name)).toEqual([other]);
  });

  it('matches rates of the port that a trailer load names', async () => {
    const contracts = [contractRate({ equipment: 'dryvan', origin: { key: 'port:USLAX', text: 'USLAX' } })];
    const { quote } = await quotingUnderTest({ contracts }).quote({
      origin: 'USLAX',
      equipment_type: 'dryvan',
    });
    expect(quote.rate_source?.type).toBe('contract');
  });

  it('is left out of previews of a strategy, which cannot change it', async () => {
    const under = withRates(contractRate());
    await under.quote();
    await under.quote({ pricing_type: 'spot' });
    expect(under.kept.map(({ detail }) => 'pricedMove' in Object(detail))).toEqual([false, true]);
  });
});

describe('a quote by a contract rate with volume tiers', () => {
  it('without a volume has the amount of the rate, and a warning', async () => {
    for (const volume of [undefined, null, '']) {
      const { quote } = await withRates(contractRate({ tiers: TIERS })).quote({ weekly_volume: volume });
      expect(quote).toMatchObject({ weekly_volume: null, pricing: { base_rate: 500 } });
      expect(quote.rate_source).not.toHaveProperty('tier');
      expect(quote.warnings).toContain(WITHOUT_VOLUME);
    }
  });

  it('states the amount of a tier in the unit of the rate', async () => {
    const perMile = { rateType: 'per_mile', tiers: [{ fromVolume: 2, amount: 28_555 }] } as const;
    const { quote } = await withRates(contractRate(perMile)).quote({ weekly_volume: 2 });
    expect(quote.rate_source?.tier).toEqual({ from_volume: 2, amount: 2.8555 });
    expect(quote.pricing.base_rate).toBeCloseTo(2.8555 * quote.route.distance, 2);
  });

  it('prices each terminal by the tier of its own rate', async () => {
    const portWide = contractRate({ origin: { key: 'port:USLGB', text: 'USLGB' }, tiers: TIERS });
    const { quote } = await withRates(portWide).quote({ origin: 'USLGB', weekly_volume: 7 });
    expect(new Set(quote.terminals?.map(({ total_rate }) => total_rate))).toEqual(new Set([450.5]));
  });
});

describe('the type of pricing', () => {
  it('spot ignores contract rates and reads none', async () => {
    const under = withRates(contractRate());
    const contracts = {
      shapes: () => Promise.reject(new Error('read')),
      find: () => Promise.reject(new Error('read')),
    };
    Object.assign(under.ports, { contracts });
    expect((await under.quote({ pricing_type: 'spot' })).quote.rate_source).toMatchObject({ type: 'market' });
  });

  it('contract needs a match', async () => {
    const rejection = await withRates(contractRate({ equipment: 'dryvan' })).rejection({
      pricing_type: 'contract',
      customer: 'Acme',
    });
    expect(rejection).toMatchObject({
      kind: 'invalid',
      code: 'CONTRACT_RATE_NOT_FOUND',
      details: { customer: 'Acme', equipment_type: 'container_40', pickup_date: '2026-10-09' },
    });
    const { quote } = await withRates(contractRate()).quote({ pricing_type: 'contract' });
    expect(quote.rate_source?.type).toBe('contract');
  });

  it('auto without a match has the price of spot, to the cent', async () => {
    const others = [
      contractRate({ equipment: 'dryvan' }),
      contractRate({ customer: 'Acme' }),
      contractRate({ effectiveTo: '2026-10-08' }),
      contractRate({ destination: { key: 'state:TX', text: 'TX' } }),
    ];
    const spot = (await quotingUnderTest().quote({ pricing_type: 'spot' })).quote;
    const { quote } = await withRates(...others).quote();
    const wanted = { ...spot, rate_source: { ...spot.rate_source, pricing_type: 'auto' } };
    expect({ ...quote, quote_id: '' }).toEqual({ ...wanted, quote_id: '' });
  });
});

const withRules = (...rules: readonly PricingRule[]) => quotingUnderTest({ strategy: { rules } });

describe('a quote with rules', () => {
  it('compares stops, equipment, miles, the weekday of the pickup and the lead time', async () => {
    const rule = pricingRule('rule', {
      ...{ origin: { key: 'state:CA', text: 'CA' }, destination: PHOENIX, equipment: ['container_40'] },
      ...{ minMiles: 300, maxMiles: 600, weekdays: ['friday'], minLeadDays: 2, maxLeadDays: 2 },
    });
    // The request does not name this ZIP code of the city.
    const other = pricingRule('other', { destination: { key: 'zip:85003', text: '85003' } });
    const { quote } = await withRules(other, rule).quote();
    expect(quote.pricing_rule?.name).toBe('rule');
  });

  it('counts lead time from the day at the origin', async () => {
    // 18:00 on October 7 in California.
    const now = new Date('2026-10-08T01:00:00Z');
    const rules = [pricingRule('one day', { minLeadDays: 1, maxLeadDays: 1 })];
    const { quote } = await quotingUnderTest({ strategy: { rules }, now }).quote({
      pickup_date: '2026-10-08',
    });
    expect(quote.pricing_rule?.name).toBe('one day');
  });

  it('has the rule of its own terminal: other terminals of the port can have others', async () => {
    const { quote: plain } = await quotingUnderTest().quote({ origin: 'USLGB' });
    const ruleOf = (name: string, percent: number) =>
      pricingRule(name, { origin: terminalNamed(name) }, { margin: { percent, floorCents: 0 } });
    const names = (plain.terminals ?? []).map(({ name }) => name);
    expect(names.length).toBeGreaterThan(2);
    const rules = names.map((name, at) => ruleOf(name, 100 + 10 * (names.length - at)));
    const { quote } = await withRules(...rules).quote({ origin: 'USLGB' });
    const totals = (quote.terminals ?? []).map(({ total_rate }) => total_rate);
    expect(new Set(totals).size).toBe(names.length);
    expect(quote.pricing.total_rate).toBe(totals[Math.floor((totals.length - 1) / 2)]);
    expect(quote.pricing_rule?.name).toBe(quote.route.origin.name);
  });
});

const tariff = (...accessorials: readonly OwnAccessorial[]) => ({ version: 1, updatedAt: '', accessorials });

describe('a quote with an own tariff', () => {
  const own = ownEntry({ name: 'port_congestion', title: 'Port congestion', charge: { cents: 85_50 } });
  const requested = { special_requirements: ['Port Congestion', 'chassis'] };

  it('reads the strategy once, in the tick of the market, also for own names', async () => {
    const { ports, createQuote, draftOf } = quotingUnderTest({ strategy: { tariff: tariff(own) } });
    const reads: string[] = [];
    const { lanes } = ports;
    Object.assign(ports.strategies, {
      current: async () => {
        reads.push('strategy');
        await new Promise(setImmediate);
        reads.push('strategy answered');
        return { ...DEFAULT_STRATEGY, updatedAt: '', tariff: tariff(own) };
      },
    });
    const read = lanes.read.bind(lanes);
    Object.assign(lanes, {
      read: (...wanted: Parameters<typeof read>) => {
        reads.push('market');
        return read(...wanted);
      },
    });
    const draft = draftOf({ ...REQUEST, ...requested });
    await expect(createQuote(draft, CALLER)).resolves.toMatchObject({ ok: true });
    expect(reads).toEqual(['strategy', 'market', 'strategy answered']);
  });

  it('names all invalid fields, with the names of the own tariff among the allowed ones', async () => {
    const test = quotingUnderTest({ strategy: { tariff: tariff(own) } });
    const unknown = { special_requirements: ['port_congestion', 'ferry'] };
    const allowed = expect.stringMatching(
      /^must not have "ferry"; allowed with container_40 are .*, port_congestion$/,
    );
    expect((await test.rejection(unknown)).details?.errors).toEqual([
      { field: 'special_requirements', message: allowed },
    ]);
    expect((await test.rejection({ ...unknown, origin: '', customer_reference: 7 })).details?.errors).toEqual(
      [
        { field: 'origin', message: expect.anything() },
        { field: 'special_requirements', message: allowed },
        { field: 'customer_reference', message: expect.anything() },
      ],
    );
    const dated = { ...own, from: '2026-10-10' };
    expect(
      (await quotingUnderTest({ strategy: { tariff: tariff(dated) } }).rejection(requested)).details?.errors,
    ).toEqual([{ field: 'special_requirements', message: expect.stringMatching('"Port Congestion"') }]);
  });

  it('is only at terminals where its requirements apply', async () => {
    const at = { ports: [], terminals: [{ key: SERVED.longBeach.terminalKey ?? '', name: '' }] };
    const test = quotingUnderTest({ strategy: { tariff: tariff({ ...own, places: at }) } });
    const { quote } = await test.quote(requested);
    expect(quote.terminals?.map(({ name }) => name)).toEqual([SERVED.longBeach.name]);
    expect((await test.rejection({ ...requested, origin: 'USOAK' })).details?.errors).toEqual([
      {
        field: 'special_requirements',
        message: expect.stringMatching(/^must not have "port_congestion" at /),
      },
    ]);
  });
});
