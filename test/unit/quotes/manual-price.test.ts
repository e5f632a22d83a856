import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { anyStrategy } from '../../support/pricing-strategies.ts';
import { contractRate } from '../contracts/contract-rates.ts';
import { quotingUnderTest } from './quoting-under-test.ts';

const cents = (usd: number) => Math.round(usd * 100);
const guaranteed = { special_requirements: ['guaranteed', 'prepull'] };

describe('a price that a person sets', () => {
  it('is met to the cent as a total, whatever the strategy, and keeps fuel and charges', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(900_000), anyStrategy, async (more, strategy) => {
        const under = quotingUnderTest({ strategy });
        const { quote: before } = await under.quote(guaranteed);
        const total = cents(before.pricing.total_rate) - cents(before.pricing.base_rate) + more;
        // More is no price that a person can set.
        fc.pre(total <= 100_000_000);
        const { quote, event } = await under.quote({ ...guaranteed, price: { total_rate: total / 100 } });
        const { pricing, rate_source: source } = quote;

        expect(cents(pricing.total_rate)).toBe(total);
        expect(pricing.accessorial_charges).toEqual(before.pricing.accessorial_charges);
        expect(pricing.fuel_surcharge).toBe(before.pricing.fuel_surcharge);
        const parts = [
          pricing.base_rate,
          pricing.fuel_surcharge,
          ...Object.values(pricing.accessorial_charges),
        ];
        expect(parts.map(cents).reduce((sum, part) => sum + part, 0)).toBe(total);
        expect(source).toEqual({
          ...{ type: 'manual', pricing_type: 'auto', set: 'total_rate', value: total / 100 },
          strategy_total: before.pricing.total_rate,
        });
        expect(cents(event.customerRate)).toBe(cents(pricing.base_rate) + cents(pricing.fuel_surcharge));
      }),
      { numRuns: 40 },
    );
  });

  it('can be a base rate, or a margin on the market cost without floor and rounding', async () => {
    const base = (await quotingUnderTest().quote({ price: { base_rate: 575.5, reason: ' Matches Acme ' } }))
      .quote;
    expect(base.pricing.base_rate).toBe(575.5);
    expect(base.rate_source).toMatchObject({ set: 'base_rate', value: 575.5, set_reason: 'Matches Acme' });

    const { pricing, margin } = (await quotingUnderTest().quote({ price: { margin_percent: 7.25 } })).quote;
    expect(margin?.percent).toBeCloseTo(7.25, 1);
    expect(cents(pricing.base_rate)).toBe(
      cents(margin?.cost ?? 0) + Math.round(cents(margin?.cost ?? 0) * 0.0725),
    );
  });

  it('comes before a contract rate, which it names', async () => {
    const rate = contractRate({ amount: 99_900 });
    const { quote } = await quotingUnderTest({ contracts: [rate] }).quote({ price: { base_rate: 1_000 } });
    expect(quote.rate_source).toMatchObject({ type: 'manual', contract_rate_id: rate.rateId });
    expect(quote.pricing.base_rate).toBe(1_000);
  });

  it('has a warning with the loss if it is below the market cost, as a contract rate has', async () => {
    const warning = /^The price is \d+\.\d\d USD \(\d+(?:\.\d+)?%\) below the market cost of the move\.$/;
    const { quote } = await quotingUnderTest().quote({ price: { base_rate: 1 } });
    expect(quote.warnings).toContainEqual(expect.stringMatching(warning));
    const contract = await quotingUnderTest({ contracts: [contractRate({ amount: 100 })] }).quote();
    expect(contract.quote.warnings).toContainEqual(expect.stringMatching(warning));
    const { quote: high } = await quotingUnderTest().quote({ price: { margin_percent: 10 } });
    expect(high.warnings).not.toContainEqual(expect.stringMatching(warning));
  });

  it.each([
    [{ price: {} }, 'price', /exactly one of total_rate, base_rate, margin_percent/],
    [{ price: { total_rate: 500, base_rate: 400 } }, 'price', /exactly one/],
    [{ price: { total_rate: 575.001 } }, 'price.total_rate', /at most 2 decimals/],
    [{ price: { total_rate: -1 } }, 'price.total_rate', /from 0 to 1000000/],
    [{ price: { base_rate: 1_000_001 } }, 'price.base_rate', /from 0 to 1000000/],
    [{ price: { margin_percent: -101 } }, 'price.margin_percent', /from -100 to 1000/],
    [{ price: { total_rate: '575' } }, 'price.total_rate', /must be a number/],
    [{ price: 575 }, 'price', /must be an object/],
    [{ price: { total_rate: 1 } }, 'price.total_rate', /^must be at least \d+\.\d\d, which fuel surcharge/],
  ])('%j is rejected in %s', async (changes, field, message) => {
    const rejection = await quotingUnderTest().rejection(changes);
    expect(rejection).toMatchObject({
      details: { errors: [{ field, message: expect.stringMatching(message) }] },
    });
  });

  it('of -100 percent margin is free, and a null or absent price is none', async () => {
    const { quote } = await quotingUnderTest().quote({ price: { margin_percent: -100 } });
    expect(quote.pricing.base_rate).toBe(0);
    expect((await quotingUnderTest().quote({ price: null })).quote.rate_source).toMatchObject({
      type: 'market',
    });
  });
});

describe('unknown fields of a request', () => {
  it('are named in a warning, at most 20 of them', async () => {
    const { quote } = await quotingUnderTest().quote({ target: 900, weight: 44_000 });
    expect(quote.warnings).toContain('Unknown fields were ignored: target, weight.');
    const many = Object.fromEntries(Array.from({ length: 25 }, (_, index) => [`x${index}`, index]));
    expect((await quotingUnderTest().quote(many)).quote.warnings.at(-1)).toMatch(/ x19 and 5 more\.$/);
  });
});
