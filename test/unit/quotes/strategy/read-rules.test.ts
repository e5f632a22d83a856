import { describe, expect, it } from 'vitest';
import { readPreview } from '../../../../functions/preview-pricing-strategy/schema.ts';
import { OVERRIDABLE } from '../../../../shared/costs/accessorials/charge-overrides.ts';
import { toTermsDocument } from '../../../../shared/quotes/strategy/convert-strategy.ts';
import { MAX_RULES_BYTES } from '../../../../shared/quotes/strategy/read-rules.ts';
import { readStrategy } from '../../../../shared/quotes/strategy/read-strategy.ts';
import { PLACE_SOURCES } from '../../../support/place-sources.ts';
import { strategyBody } from '../../../support/strategy-body.ts';

const TERMS = { margin: { percent: 12.5, floor: 40 } };
const rule = (change: object = {}) => ({ name: 'Acme', when: { customer: 'Acme' }, terms: TERMS, ...change });
const read = (...rules: readonly unknown[]) => readStrategy(strategyBody({ rules }), PLACE_SOURCES);
const errorsOf = (...rules: readonly unknown[]) => {
  const reading = read(...rules);
  return reading.ok ? [] : reading.errors;
};
const fields = (...rules: readonly unknown[]) => errorsOf(...rules).map(({ field }) => field);
const written = (...rules: readonly unknown[]) => {
  const reading = read(...rules);
  if (!reading.ok) throw new Error(JSON.stringify(reading.errors));
  return toTermsDocument(reading.terms).rules;
};

describe('rules of a strategy', () => {
  it('are resolved, and can be sent back as the service states them', () => {
    const stated = written(
      rule({
        name: ' Acme to Atlanta ',
        when: {
          customer: ' Acme ',
          origin: 'port of savannah',
          destination: 'atlanta ga',
          equipment_types: ['40HC', 'container_40', '40HC'],
          min_miles: 0,
          max_miles: 300.5,
          weekdays: ['saturday', 'sunday', 'saturday'],
          min_lead_days: 0,
          max_lead_days: 365,
        },
        terms: {
          ...TERMS,
          rounding: { to: 5, mode: 'up' },
          validity_days: 3,
          fuel: 'included',
          accessorial_overrides: { chassis: { rate: 31.5 }, prepull: { percent_of_base: 4 } },
        },
      }),
    );
    expect(stated).toEqual([
      {
        name: 'Acme to Atlanta',
        when: {
          customer: 'Acme',
          origin: 'USSAV',
          destination: 'Atlanta, GA',
          equipment_types: ['container_40', 'container_40hc'],
          min_miles: 0,
          max_miles: 300.5,
          weekdays: ['sunday', 'saturday'],
          min_lead_days: 0,
          max_lead_days: 365,
        },
        terms: {
          ...TERMS,
          rounding: { to: 5, mode: 'up' },
          validity_days: 3,
          fuel: 'included',
          accessorial_overrides: { chassis: { rate: 31.5 }, prepull: { percent_of_base: 4 } },
        },
      },
    ]);
    expect(written(...(stated ?? []))).toEqual(stated);
  });

  it('are absent if there are none', () => {
    const none = readStrategy(strategyBody(), PLACE_SOURCES);
    expect(read()).toEqual(none);
    expect(none.ok && 'rules' in toTermsDocument(none.terms)).toBe(false);
  });

  it('with "*" as a place and another condition are for everywhere', () => {
    expect(written(rule({ when: { origin: '*', max_miles: 50 } }))?.[0]?.when).toEqual({ max_miles: 50 });
  });

  it.each<[string, readonly unknown[], readonly string[]]>([
    ['no object', [null, 'text', []], ['rules[0]', 'rules[1]', 'rules[2]']],
    ['missing members', [{}], ['rules[0].name', 'rules[0].when', 'rules[0].terms']],
    ['an unknown member', [rule({ margin: {} })], ['rules[0].margin']],
    ['an unknown condition', [rule({ when: { customer: 'A', lane: 'x' } })], ['rules[0].when.lane']],
    ['an unknown term', [rule({ terms: { ...TERMS, discount: 1 } })], ['rules[0].terms.discount']],
    ['no condition', [rule({ when: {} })], ['rules[0].when']],
    ['only anywhere', [rule({ when: { origin: '*', destination: ' * ' } })], ['rules[0].when']],
    ['no term', [rule({ terms: {} })], ['rules[0].terms']],
    ['only no overrides', [rule({ terms: { accessorial_overrides: {} } })], ['rules[0].terms']],
    ['an empty name', [rule({ name: ' ' })], ['rules[0].name']],
    ['a long name', [rule({ name: 'x'.repeat(101) })], ['rules[0].name']],
    ['a control character', [rule({ name: 'a\u0000' })], ['rules[0].name']],
    ['an empty customer', [rule({ when: { customer: '' } })], ['rules[0].when.customer']],
    ['an unknown place', [rule({ when: { origin: 'Nowhereville' } })], ['rules[0].when.origin']],
    ['an ambiguous place', [rule({ when: { destination: 'Springfield' } })], ['rules[0].when.destination']],
    ['a contradiction', [rule({ when: { origin: 'Atlanta, GA 90001' } })], ['rules[0].when.origin']],
    ['an unknown prefix', [rule({ when: { origin: '000' } })], ['rules[0].when.origin']],
    ['null', [rule({ when: { customer: null } })], ['rules[0].when.customer']],
    ['no equipment', [rule({ when: { equipment_types: [] } })], ['rules[0].when.equipment_types']],
    [
      'other equipment',
      [rule({ when: { equipment_types: ['boat'] } })],
      ['rules[0].when.equipment_types[0]'],
    ],
    ['no weekday', [rule({ when: { weekdays: ['Someday'] } })], ['rules[0].when.weekdays[0]']],
    ['least above most miles', [rule({ when: { min_miles: 2, max_miles: 1 } })], ['rules[0].when.max_miles']],
    [
      'least above most days',
      [rule({ when: { min_lead_days: 2, max_lead_days: 1 } })],
      ['rules[0].when.max_lead_days'],
    ],
    ['a fraction of a day', [rule({ when: { min_lead_days: 0.5 } })], ['rules[0].when.min_lead_days']],
    ['less than no miles', [rule({ when: { min_miles: -1 } })], ['rules[0].when.min_miles']],
    ['half a margin', [rule({ terms: { margin: { percent: 1 } } })], ['rules[0].terms.margin.floor']],
    ['no validity', [rule({ terms: { validity_days: 0 } })], ['rules[0].terms.validity_days']],
    ['other fuel', [rule({ terms: { fuel: 'free' } })], ['rules[0].terms.fuel']],
    [
      'an unknown accessorial',
      [rule({ terms: { accessorial_overrides: { ferry: { rate: 1 } } } })],
      ['rules[0].terms.accessorial_overrides.ferry'],
    ],
    ['a name twice', [rule(), rule({ name: 'Acme ' })], ['rules[1].name']],
    ['101 rules', Array.from({ length: 101 }, (_, at) => rule({ name: `rule ${at}` })), ['rules']],
    [
      'errors of values and places together',
      [rule({ when: { origin: 'Nowhereville', min_miles: 'x' } }), rule({ when: { origin: 'Springfield' } })],
      ['rules[0].when.min_miles', 'rules[0].when.origin', 'rules[1].when.origin'],
    ],
  ])('with %s are rejected at the field', (_, rules, expected) => {
    expect(fields(...rules)).toEqual(expected);
  });

  it.each([[null], [{}], ['text'], [7]])('%j is not a list of rules', (rules) => {
    expect(readStrategy(strategyBody({ rules }), PLACE_SOURCES)).toMatchObject({
      errors: [{ field: 'rules', message: 'must be a list of 0 to 100 rules' }],
    });
    expect(readPreview(strategyBody({ rules }), PLACE_SOURCES)).toMatchObject({
      rejection: { details: { errors: [{ field: 'rules' }] } },
    });
  });

  it('have names and customers of any script', () => {
    expect(fields(rule({ name: '貨'.repeat(100), when: { customer: '🚚'.repeat(200) } }))).toEqual([]);
  });

  it('are rejected if they are too large together, and 100 usual ones are not', () => {
    const usual = Array.from({ length: 100 }, (_, at) =>
      rule({
        name: `Acme Imports ${at}, weekends`,
        when: { customer: 'Acme Imports', origin: 'USSAV', destination: 'Atlanta, GA', weekdays: ['sunday'] },
      }),
    );
    expect(fields(...usual)).toEqual([]);
    const overrides = Object.fromEntries(OVERRIDABLE.map((name) => [name, { percent_of_base: 123.45 }]));
    const large = usual.map((one) => ({ ...one, terms: { accessorial_overrides: overrides } }));
    const [error, ...others] = errorsOf(...large);
    expect(others).toEqual([]);
    expect(error?.field).toBe('rules');
    expect(error?.message).toContain(`must have at most ${MAX_RULES_BYTES} bytes in all`);
  });

  it('with many errors name at most 1,000', () => {
    const terms = {
      accessorial_overrides: Object.fromEntries(OVERRIDABLE.map((name) => [name, { rate: -1 }])),
    };
    const rules = Array.from({ length: 100 }, (_, at) => rule({ name: `rule ${at}`, terms }));
    expect(errorsOf(...rules).length).toBe(1_000);
  });
});
