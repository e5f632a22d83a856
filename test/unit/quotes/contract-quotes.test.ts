import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ContractRate } from '../../../shared/contracts/rate/contract-rate.ts';
import { loadTerminals } from '../../../shared/terminals/catalogue/embedded-terminals.ts';
import { stableTerminalId } from '../../../shared/terminals/catalogue/terminal-id.ts';
import { contractRate } from '../contracts/contract-rates.ts';
import { quotingUnderTest } from './quoting-under-test.ts';

const PHOENIX = { key: 'city:AZ phoenix', text: 'Phoenix, AZ' } as const;

const withRates = (...contracts: readonly ContractRate[]) => quotingUnderTest({ contracts });

describe('a quote by a contract rate', () => {
  it('has the amount of the rate as base rate, without margin and rounding', async () => {
    const rate = contractRate({ amount: 123_457 });
    const { quote, event } = await withRates(rate).quote();

    expect(quote.pricing).toMatchObject({ base_rate: 1_234.57, fuel_surcharge: 0 });
    expect(quote.rate_source).toEqual({
      ...{ type: 'contract', pricing_type: 'auto' },
      contract_rate_id: rate.rateId,
      version: 1,
      reason: 'The rate is the only match.',
    });
    const { market, margin } = quote;
    const rateOfMarket = market?.rate ?? 0;
    expect(margin?.cost).toBe(rateOfMarket);
    expect(margin?.amount).toBeCloseTo(1_234.57 - rateOfMarket, 2);
    expect(market?.spread?.amount).toBeCloseTo(1_234.57 - rateOfMarket, 2);
    expect(event).toMatchObject({
      baseRate: rateOfMarket,
      customerRate: 1_234.57,
      margin: margin?.percent,
      fscIncluded: true,
      fscAmount: 0,
    });
  });

  it('can be below the market: margin and spread are less than 0', async () => {
    const { quote } = await withRates(contractRate({ amount: 100 })).quote();

    expect(quote.margin?.amount).toBeLessThan(0);
    expect(quote.margin?.percent).toBeLessThan(0);
    expect(quote.market?.spread?.amount).toBeLessThan(0);
  });

  it('has the fuel of its terms', async () => {
    const spot = (await quotingUnderTest().quote()).quote;
    const market = (await withRates(contractRate({ fuel: 'market' })).quote()).quote;
    expect(market.pricing).toMatchObject({ base_rate: 500, fuel_surcharge: spot.pricing.fuel_surcharge });
    expect(market.margin?.cost).toBe(spot.margin?.cost);

    const fuelSchedule = { pegMills: 1_250, milesPerGallonHundredths: 600 };
    const { quote, event } = await withRates(contractRate({ fuel: 'schedule', fuelSchedule })).quote();
    expect(quote.pricing.fuel_surcharge).toBeCloseTo(
      ((event.dieselPrice - 1.25) / 6) * quote.route.distance,
      1,
    );
  });

  it('has the accessorials of the strategy, except for those that the rate overrides', async () => {
    const strategy = { accessorialOverrides: { chassis: { cents: 3_500 }, prepull: { cents: 9_900 } } };
    const contracts = [contractRate({ accessorialOverrides: { chassis: { cents: 1_000 } } })];
    const { quote } = await quotingUnderTest({ strategy, contracts }).quote({
      special_requirements: ['chassis', 'prepull'],
    });

    expect(quote.pricing.accessorial_charges).toEqual({ chassis: 30, prepull: 99 });
  });

  it('warns of the market cost only if the rate depends on it', async () => {
    const noMarket = /^No market data supports this price/;
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
    const fuelSchedule = { pegMills: 1_250, milesPerGallonHundredths: 600 };

    expect(await warningsBy({ fuel: 'included' })).toEqual({ market: false, diesel: false });
    expect(await warningsBy({ fuel: 'market' })).toEqual({ market: false, diesel: true });
    expect(await warningsBy({ fuel: 'schedule', fuelSchedule })).toEqual({ market: false, diesel: true });
    expect(await warningsBy({ rateType: 'percent_of_market', amount: 9_500, fuel: 'included' })).toEqual({
      ...{ market: true, diesel: false },
    });
  });

  it('is only for the customer of the rate, written in any case and with any accents', async () => {
    const under = withRates(contractRate({ customer: 'Müller & Söhne' }));
    const typeFor = async (customer?: string) => (await under.quote({ customer })).quote.rate_source?.type;

    expect(await typeFor('MULLER & SOHNE ')).toBe('contract');
    expect(await typeFor('Muller')).toBe('market');
    expect(await typeFor()).toBe('market');
  });

  it('takes the narrower rate, and states why', async () => {
    const narrow = contractRate({ destination: PHOENIX, amount: 70_000 });
    const { quote } = await withRates(contractRate(), narrow).quote();

    expect(quote.pricing.base_rate).toBe(700);
    expect(quote.rate_source?.reason).toContain('Phoenix, AZ');
  });

  it('needs a rate of the pickup day and the equipment', async () => {
    const under = withRates(contractRate({ effectiveFrom: '2026-10-10' }));
    expect((await under.quote()).quote.rate_source).toMatchObject({ type: 'market' });
    expect((await under.quote({ pickup_date: '2026-10-10' })).quote.rate_source?.type).toBe('contract');
    const reefer = { pickup_date: '2026-10-10', equipment_type: 'reefer_container_40' };
    expect((await under.quote(reefer)).quote.rate_source).toMatchObject({ type: 'market' });
  });

  it('prices each terminal of a port by its own rate, and takes the lower median of the totals', async () => {
    const terminals = (await quotingUnderTest().quote({ origin: 'USLGB' })).quote.terminals ?? [];
    expect(terminals.length).toBeGreaterThan(2);
    const portWide = contractRate({ origin: { key: 'port:USLGB', text: 'USLGB' }, amount: 90_000 });
    const { quote } = await withRates(portWide).quote({ origin: 'USLGB' });

    expect(quote.rate_source?.contract_rate_id).toBe(portWide.rateId);
    expect(new Set(quote.terminals?.map(({ total_rate }) => total_rate))).toEqual(new Set([900]));
  });

  it('of another terminal of the port than that with the lower median is named in a warning', async () => {
    const { quote: spot } = await quotingUnderTest().quote({ origin: 'USLGB' });
    const other = spot.terminals?.at(-1)?.name ?? '';
    const terminal = loadTerminals().find(({ name }) => name === other);
    if (terminal === undefined) throw new Error(`${other} is not a terminal`);
    const origin = { key: `terminal:${stableTerminalId(terminal)}`, text: other } as const;
    const under = withRates(contractRate({ origin, amount: 5_000_000 }));
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

const TIERS = [
  { fromVolume: 5, amount: 45_050 },
  { fromVolume: 10, amount: 42_000 },
];
const WITHOUT_VOLUME =
  'The contract rate has volume tiers. Without weekly_volume, its amount below the first tier applies.';

describe('a quote by a contract rate with volume tiers', () => {
  it.each([
    [4.99, 500, undefined],
    [5, 450.5, { from_volume: 5, amount: 450.5 }],
    [9.99, 450.5, { from_volume: 5, amount: 450.5 }],
    [10, 420, { from_volume: 10, amount: 420 }],
    [10_000, 420, { from_volume: 10, amount: 420 }],
  ])('for %s loads a week has the base rate %s, and states the tier', async (volume, base, tier) => {
    const { quote } = await withRates(contractRate({ tiers: TIERS })).quote({ weekly_volume: volume });

    expect(quote).toMatchObject({ weekly_volume: volume, pricing: { base_rate: base } });
    expect(quote.rate_source?.tier).toEqual(tier);
    expect(quote.warnings).not.toContain(WITHOUT_VOLUME);
  });

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

  it('is by the same rate for each volume', async () => {
    const wide = contractRate({ tiers: [{ fromVolume: 1, amount: 1 }] });
    const narrow = contractRate({ destination: PHOENIX, tiers: TIERS });
    const under = withRates(wide, narrow);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 2_000 }), async (hundredths) => {
        const { quote } = await under.quote({ weekly_volume: hundredths / 100 });
        expect(quote.rate_source?.contract_rate_id).toBe(narrow.rateId);
      }),
      { numRuns: 20 },
    );
  });

  it('has the price of a quote without a volume to the cent if the rate has no tiers, or if there is no rate', async () => {
    const anyTerms = fc.record({
      rateType: fc.constantFrom('flat', 'per_mile', 'percent_of_market'),
      amount: fc.integer({ min: 1, max: 50_000 }),
      fuel: fc.constantFrom('included', 'market'),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.option(anyTerms),
        fc.integer({ min: 1, max: 1_000_000 }),
        async (terms, hundredths) => {
          const under = terms === null ? quotingUnderTest() : withRates(contractRate(terms));
          const { quote: plain } = await under.quote();
          const { quote } = await under.quote({ weekly_volume: hundredths / 100 });
          expect({ ...quote, quote_id: '' }).toEqual({
            ...plain,
            ...{ quote_id: '', weekly_volume: hundredths / 100 },
          });
        },
      ),
      { numRuns: 20 },
    );
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
    await fc.assert(
      fc.asyncProperty(fc.subarray(others), async (contracts) => {
        const { quote } = await quotingUnderTest({ contracts }).quote();
        const wanted = { ...spot, rate_source: { ...spot.rate_source, pricing_type: 'auto' } };
        expect({ ...quote, quote_id: '' }).toEqual({ ...wanted, quote_id: '' });
      }),
      { numRuns: 16 },
    );
  });
});
