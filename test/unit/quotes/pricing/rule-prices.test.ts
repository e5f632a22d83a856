import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyContract } from '../../../../shared/quotes/pricing/apply-contract.ts';
import { applyStrategy } from '../../../../shared/quotes/pricing/apply-strategy.ts';
import { DEFAULT_STRATEGY } from '../../../../shared/quotes/strategy/default-strategy.ts';
import type { PricingStrategy, QuotedMove } from '../../../../shared/quotes/strategy/pricing-strategy.ts';
import type { RuleInput } from '../../../../shared/quotes/strategy/rule-conditions.ts';
import { withMargin } from '../../../../shared/rfps/lanes/lane-result.ts';
import { anyRuleTerms, pricingRule } from '../../../support/pricing-rules.ts';
import { anyMove, anyStrategy, SERVED } from '../../../support/pricing-strategies.ts';
import { contractRate } from '../../contracts/contract-rates.ts';

const INPUT: RuleInput = {
  customer: 'Acme',
  origin: ['port:USLAX', 'any:*'],
  destination: ['any:*'],
  leadDays: 2,
};
const known = (move: QuotedMove): QuotedMove => ({ ...move, pickupDay: '2026-11-02', ruleInput: INPUT });

const MOVE = known({
  equipment: 'container_40',
  miles: 120,
  linehaulCents: 100_000,
  fuelCents: 10_000,
  terminal: SERVED.losAngeles,
  requirements: ['chassis', 'prepull'],
});

/** A strategy whose own terms are those of a rule. */
const withTerms = (
  strategy: PricingStrategy,
  { margin, accessorialOverrides, ...terms }: ReturnType<typeof pricingRule>['terms'],
): PricingStrategy => ({
  ...strategy,
  ...terms,
  accessorialOverrides: { ...strategy.accessorialOverrides, ...accessorialOverrides },
  ...(margin && { margins: [{ fromMiles: 0, ...margin }], marginsByEquipment: {} }),
});

/** The rest of an applied contract rate. */
const UNTIERED = { reason: '', otherMatches: 0, tier: undefined };

describe('prices by rules', () => {
  it('without a rule that matches are equal to the cent to those without rules', () => {
    const others = [
      pricingRule('customer', { customer: 'Other' }),
      pricingRule('origin', { origin: { key: 'state:GA', text: 'GA' } }),
      pricingRule('lead', { minLeadDays: 3 }),
      pricingRule('day', { weekdays: ['sunday', 'tuesday'] }),
      pricingRule('miles', { minMiles: 9_000 }),
    ];
    fc.assert(
      fc.property(anyMove, anyStrategy, fc.subarray(others), (move, strategy, rules) => {
        const plain = applyStrategy(known(move), strategy);
        expect(plain).toEqual(applyStrategy(move, strategy));
        expect(applyStrategy(known(move), { ...strategy, rules })).toEqual(plain);
        expect(applyStrategy(move, { ...strategy, rules: [pricingRule('all')] })).toEqual(plain);
      }),
    );
  });

  it('with a rule that matches are those of a strategy with the terms of the rule', () => {
    fc.assert(
      fc.property(anyMove, anyStrategy, anyRuleTerms, (move, strategy, terms) => {
        const rules = [pricingRule('Acme', { customer: 'ACME' }, terms)];
        const { rule, ...price } = applyStrategy(known(move), { ...strategy, rules });
        expect(price).toEqual(applyStrategy(move, withTerms(strategy, terms)));
        expect(rule).toEqual({
          name: 'Acme',
          reason: 'The rule is the only match.',
          ...(terms.validityDays !== undefined && { validityDays: terms.validityDays }),
        });
      }),
    );
  });

  it('by a contract rate have the accessorials of the rate, then of the rule, then of the strategy', () => {
    const strategy: PricingStrategy = {
      ...DEFAULT_STRATEGY,
      accessorialOverrides: { chassis: { cents: 1 }, prepull: { cents: 2 }, hazmat: { cents: 3 } },
      rules: [
        pricingRule(
          'all',
          {},
          {
            margin: { percent: 50, floorCents: 0 },
            fuel: 'separate',
            accessorialOverrides: { chassis: { cents: 10 }, prepull: { cents: 20 } },
          },
        ),
      ],
    };
    const rate = contractRate({ accessorialOverrides: { chassis: { cents: 100 } } });
    const move = { ...MOVE, requirements: ['chassis', 'prepull', 'hazmat'] };
    const price = applyContract(move, strategy, { ...UNTIERED, rate }, 4);
    expect(Object.fromEntries(price.accessorials.map(({ name, rateCents }) => [name, rateCents]))).toEqual({
      chassis: 100,
      prepull: 20,
      hazmat: 3,
    });
    expect(Object.fromEntries(price.accessorials.map(({ name, source }) => [name, source]))).toEqual({
      chassis: 'contract_rate',
      prepull: 'pricing_strategy',
      hazmat: 'pricing_strategy',
    });
    expect(price).toMatchObject({ baseRateCents: 50_000, fuelIncluded: true, rule: { name: 'all' } });
  });

  it('by a contract rate state no rule that only has terms of market prices', () => {
    const rules = [pricingRule('all', {}, { margin: { percent: 50, floorCents: 0 }, fuel: 'included' })];
    const plain = applyContract(MOVE, DEFAULT_STRATEGY, { ...UNTIERED, rate: contractRate() }, 4);
    expect(
      applyContract(MOVE, { ...DEFAULT_STRATEGY, rules }, { ...UNTIERED, rate: contractRate() }, 4),
    ).toEqual(plain);
  });

  it('with a margin for an RFP or a lane have that margin, and the other terms of the rule', () => {
    const margin = { percent: 50, floorCents: 0 };
    const rules = [pricingRule('all', {}, { margin, rounding: { toCents: 5_000, mode: 'up' } })];
    const strategy = { ...DEFAULT_STRATEGY, rules };
    expect(applyStrategy(MOVE, withMargin(strategy, 11)).baseRateCents).toBe(115_000);
    expect(applyStrategy(MOVE, withMargin(strategy, undefined)).baseRateCents).toBe(150_000);
    const only = { ...DEFAULT_STRATEGY, rules: [pricingRule('all', {}, { margin })] };
    expect(applyStrategy(MOVE, withMargin(only, 11))).toEqual(
      applyStrategy(MOVE, withMargin(DEFAULT_STRATEGY, 11)),
    );
  });
});
