import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { matchCustomer } from '../../../../shared/customers/customer-names.ts';
import { applyStrategy, selectRule } from '../../../../shared/quotes/pricing/apply-strategy.ts';
import { applyContract } from '../../../../shared/quotes/pricing/price-lane-plan.ts';
import type {
  PricingRule,
  PricingStrategy,
  QuotedMove,
  RuleInput,
} from '../../../../shared/quotes/strategy/pricing-strategy.ts';
import { DEFAULT_STRATEGY } from '../../../../shared/quotes/strategy/pricing-strategy.ts';
import { withMargin } from '../../../../shared/rfps/pricing/view-lanes.ts';
import { namedCustomer } from '../../../support/named-customer.ts';
import { anyRuleTerms, pricingRule } from '../../../support/pricing-rules.ts';
import { anyMove, anyStrategy, SERVED } from '../../../support/pricing-strategies.ts';
import { contractRate } from '../../contracts/contract-rates.ts';
import {
  contains,
  type End,
  endAt,
  keyedGeography,
  keysOf,
  LEVELS,
  STOPS,
  type Stop,
} from '../../contracts/naive-places.ts';

interface Row {
  readonly rule: PricingRule;
  readonly from: End;
  readonly to: End;
}

interface Wanted {
  readonly customer: string;
  readonly from: Stop;
  readonly to: Stop;
  readonly equipment: QuotedMove['equipment'];
  readonly miles: number;
  /** Of November 2026; the 1st is a Sunday. */
  readonly day: number;
  readonly leadDays: number;
}

const NAMES = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;

/** The name of the first rule: counts its rank among all matches. */
function oracle(rows: readonly Row[], wanted: Wanted): string | undefined {
  const plain = (name: string) => name.trim().toLowerCase().replaceAll('é', 'e');
  const matching = rows.filter(({ rule: { when }, from, to }) => {
    if (when.customer !== '' && plain(when.customer) !== plain(wanted.customer)) return false;
    if (!contains(from, wanted.from) || !contains(to, wanted.to)) return false;
    if (when.equipment && !when.equipment.includes(wanted.equipment)) return false;
    if (when.minMiles !== undefined && wanted.miles < when.minMiles) return false;
    if (when.maxMiles !== undefined && wanted.miles > when.maxMiles) return false;
    if (when.weekdays && !when.weekdays.some((day) => NAMES[(wanted.day - 1) % 7] === day)) return false;
    if (when.minLeadDays !== undefined && wanted.leadDays < when.minLeadDays) return false;
    return when.maxLeadDays === undefined || wanted.leadDays <= when.maxLeadDays;
  });
  const rank = ({ rule, from, to }: Row) =>
    [
      rule.when.customer === '' ? 1 : 0,
      LEVELS.indexOf(from.level),
      LEVELS.indexOf(to.level),
      100 + rows.findIndex((row) => row.rule === rule),
    ].join(' ');
  return matching.find((row) => matching.every((other) => rank(row) <= rank(other)))?.rule.name;
}

const option = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined, freq: 2 });
const anyStop = fc.constantFrom(...STOPS);

const anyEnd = fc
  .tuple(fc.constantFrom(...LEVELS, 'any' as const, 'state' as const), anyStop)
  .map((end) => endAt(...end));

const anyRow = fc
  .record({
    from: anyEnd,
    to: anyEnd,
    customer: fc.constantFrom('', '', 'Acmé', 'ACME ', 'Other'),
    equipment: option(fc.subarray(['container_40', 'container_20', 'dryvan'] as const, { minLength: 1 })),
    minMiles: option(fc.constantFrom(0, 50, 100)),
    maxMiles: option(fc.constantFrom(100, 200)),
    weekdays: option(fc.subarray([...NAMES], { minLength: 1 })),
    minLeadDays: option(fc.nat(3)),
    maxLeadDays: option(fc.integer({ min: 2, max: 6 })),
  })
  .map(({ from, to, ...conditions }) => {
    const given = Object.fromEntries(Object.entries(conditions).filter(([, value]) => value !== undefined));
    const when = { ...given, origin: keyedGeography(from), destination: keyedGeography(to) };
    return { from, to, when };
  });

const anyRows: fc.Arbitrary<readonly Row[]> = fc
  .array(anyRow, { maxLength: 12 })
  .map((rows) => rows.map(({ from, to, when }, at) => ({ from, to, rule: pricingRule(`rule ${at}`, when) })));

const anyWanted: fc.Arbitrary<Wanted> = fc.record({
  customer: fc.constantFrom('', 'acme', ' ACMÉ', 'Acme Inc'),
  from: anyStop,
  to: anyStop,
  equipment: fc.constantFrom('container_40', 'container_20', 'reefer'),
  miles: fc.constantFrom(0, 49.9, 50, 100, 100.1, 200, 300),
  day: fc.integer({ min: 1, max: 30 }),
  leadDays: fc.nat(7),
});

const moveOf = ({ customer, from, to, equipment, miles, day, leadDays }: Wanted): QuotedMove => ({
  ...{ equipment, miles, linehaulCents: 100_000, fuelCents: 10_000, terminal: undefined, requirements: [] },
  pickupDay: `2026-11-${String(day).padStart(2, '0')}`,
  ruleInput: { customer: namedCustomer(customer), origin: keysOf(from), destination: keysOf(to), leadDays },
});

describe('the selection of a rule', () => {
  it('is that of a naive selection, in every list', () => {
    const found = new Map<boolean, number>();
    fc.assert(
      fc.property(anyRows, anyWanted, (rows, wanted) => {
        const selected = selectRule(
          rows.map(({ rule }) => rule),
          moveOf(wanted),
        );
        expect(selected?.rule.name).toBe(oracle(rows, wanted));
        if (selected !== undefined) expect(selected.reason).toMatch(/^The .+\.$/);
        found.set(selected !== undefined, (found.get(selected !== undefined) ?? 0) + 1);
      }),
      { numRuns: 5_000 },
    );
    expect(found.get(true)).toBeGreaterThan(1_000);
    expect(found.get(false)).toBeGreaterThan(1_000);
  });
});

it('the rule of a customer comes before that of a similar name, in any order', () => {
  const [key, customer] = ['acme inc', 'Acme Inc'];
  const { match } = matchCustomer(customer, [
    { key, customerId: '1', customer, keys: [key], isDeleted: false },
  ]);
  const wanted = { customer, from: STOPS[0], to: STOPS[6], equipment: 'container_40' as const };
  const move = moveOf({ ...wanted, miles: 100, day: 2, leadDays: 2 });
  const ruleInput = move.ruleInput && { ...move.ruleInput, customer: match };
  const rules = ['Acme LLC', 'Acme Inc'].map((name) => pricingRule(name, { customer: name }));
  for (const list of [rules, rules.toReversed()]) {
    expect(selectRule(list, { ...move, ...(ruleInput && { ruleInput }) })?.rule.name).toBe('Acme Inc');
  }
});

describe('prices by rules', () => {
  const INPUT: RuleInput = {
    customer: namedCustomer('Acme'),
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
    const figures = price.accessorials.map(({ name, rateCents, source }) => [name, [rateCents, source]]);
    expect(Object.fromEntries(figures)).toEqual({
      chassis: [100, 'contract_rate'],
      prepull: [20, 'pricing_strategy'],
      hazmat: [3, 'pricing_strategy'],
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
