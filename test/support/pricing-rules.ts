import fc from 'fast-check';
import { ANYWHERE } from '../../shared/contracts/rate/contract-rate.ts';
import type {
  PricingRule,
  RuleConditions,
  RuleTerms,
} from '../../shared/quotes/strategy/pricing-strategy.ts';

/** A rule for all moves with a validity of 3 days, except for `when` and `terms`. */
export const pricingRule = (
  name: string,
  when: Partial<RuleConditions> = {},
  terms: RuleTerms = { validityDays: 3 },
): PricingRule => ({
  name,
  when: { customer: '', origin: ANYWHERE, destination: ANYWHERE, ...when },
  terms,
});

/** Any terms of a rule, at least one. */
export const anyRuleTerms: fc.Arbitrary<RuleTerms> = fc
  .record(
    {
      margin: fc.record({
        percent: fc.integer({ min: 0, max: 50_000 }).map((hundredths) => hundredths / 100),
        floorCents: fc.nat(10_000_000),
      }),
      rounding: fc.record({
        toCents: fc.integer({ min: 1, max: 100_000 }),
        mode: fc.constantFrom('nearest' as const, 'up' as const, 'down' as const),
      }),
      validityDays: fc.integer({ min: 1, max: 90 }),
      fuel: fc.constantFrom('separate' as const, 'included' as const),
      accessorialOverrides: fc.dictionary(
        fc.constantFrom('chassis', 'prepull', 'hazmat'),
        fc.nat(10_000_000).map((cents) => ({ cents })),
        { minKeys: 1, noNullPrototype: true },
      ),
    },
    { requiredKeys: [] },
  )
  .filter((terms) => Object.keys(terms).length > 0);
