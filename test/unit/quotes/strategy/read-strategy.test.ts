import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readPreview } from '../../../../functions/preview-pricing-strategy/read-preview.ts';
import { OVERRIDABLE } from '../../../../shared/costs/accessorials/charge-overrides.ts';
import { toTerms, toTermsDocument } from '../../../../shared/quotes/strategy/convert-strategy.ts';
import { DEFAULT_STRATEGY } from '../../../../shared/quotes/strategy/pricing-strategy.ts';
import {
  MAX_RULES_BYTES,
  readReplacement,
  readTerms,
} from '../../../../shared/quotes/strategy/read-strategy.ts';
import { replacementDocument } from '../../../../shared/quotes/strategy/strategy-document.ts';
import { bodyOf } from '../../../support/answer-parts.ts';
import { PLACE_SOURCES } from '../../../support/place-sources.ts';
import { anyStrategy } from '../../../support/pricing-strategies.ts';
import { strategyBody } from '../../../support/strategy-body.ts';

const { version: _version, ...DEFAULT_TERMS } = DEFAULT_STRATEGY;

/** Reads a strategy without a note. */
function readStrategy(input: unknown, sources: typeof PLACE_SOURCES) {
  const reading = readTerms(replacementDocument, input, sources);
  return reading.ok ? { ok: reading.ok, terms: reading.terms } : reading;
}

function errorsOf(input: unknown): readonly (readonly [string, string])[] {
  const reading = readStrategy(input, PLACE_SOURCES);
  return reading.ok ? [] : reading.errors.map(({ field, message }) => [field, message] as const);
}

const fields = (input: unknown) => errorsOf(input).map(([field]) => field);
const band = (change: object = {}) => ({ from_miles: 0, percent: 15, floor: 50, ...change });

describe('a strategy in JSON', () => {
  it('is read in USD and percent', () => {
    const body = strategyBody({
      margins: [band({ floor: 45.5 }), band({ from_miles: 250.5, percent: 12.25 })],
      margins_by_equipment: { reefer: [band({ percent: 20 })] },
      fuel: 'included',
      accessorial_overrides: { chassis: { rate: 45 }, guaranteed: { percent_of_base: 10 } },
      port_fees: true,
      volume_discounts: [
        { percent: 2, containers: 5 },
        { percent: 5, containers: 20 },
      ],
      rounding: { to: 5, mode: 'up' },
      validity_days: 14,
      guaranteed_percent: 12.5,
    });
    expect(readStrategy(body, PLACE_SOURCES)).toEqual({
      ok: true,
      terms: {
        margins: [
          { fromMiles: 0, percent: 15, floorCents: 4_550 },
          { fromMiles: 250.5, percent: 12.25, floorCents: 5_000 },
        ],
        marginsByEquipment: { reefer: [{ fromMiles: 0, percent: 20, floorCents: 5_000 }] },
        fuel: 'included',
        accessorialOverrides: { chassis: { cents: 4_500 }, guaranteed: { percentOfBase: 10 } },
        portFees: true,
        volumeDiscounts: [
          { percent: 5, containers: 20 },
          { percent: 2, containers: 5 },
        ],
        rounding: { toCents: 500, mode: 'up' },
        validityDays: 14,
        guaranteedPercent: 12.5,
      },
    });
  });

  it('may have the fields of a response, and unknown fields', () => {
    const body = strategyBody({ version: 3, updated_at: '2026-03-01T12:00:00.000Z', color: 'blue' });
    expect(readStrategy(body, PLACE_SOURCES)).toEqual({ ok: true, terms: DEFAULT_TERMS });
  });

  it('says in its replacement and preview how a place of a rule with namesakes was read', () => {
    const rules = [
      { name: 'Maine', when: { destination: 'Portland' }, terms: { margin: { percent: 9, floor: 5 } } },
    ];
    const warnings = [
      expect.stringMatching(/^"Portland" is read as Portland, OR\. It can also be .*Portland, ME/),
    ];
    const body = strategyBody({ rules });
    expect(bodyOf(readReplacement(body, undefined, PLACE_SOURCES))).toMatchObject({ warnings });
    expect(bodyOf(readPreview(body, PLACE_SOURCES))).toMatchObject({ warnings });
  });

  it('is read back unchanged, for any strategy', () => {
    fc.assert(
      fc.property(anyStrategy, ({ version, ...terms }) => {
        const document = JSON.parse(JSON.stringify(toTermsDocument(terms)));
        expect(readStrategy(document, PLACE_SOURCES)).toEqual({ ok: true, terms });
        expect(toTermsDocument(toTerms(document))).toEqual(document);
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([[null], ['15'], [[]], [{}], [1e308], [-1], [7.123], [[null]]])(
    'rejects wrong types in every field: %j',
    (value) => {
      const empty = JSON.stringify(value);
      const allowed: Readonly<Record<string, readonly string[]>> = {
        '{}': ['margins_by_equipment', 'accessorial_overrides'],
        '[]': ['volume_discounts'],
      };
      for (const field of Object.keys(strategyBody())) {
        const wrong = fields(strategyBody({ [field]: value })).map((path) => path.replace(/[.[].*/, ''));
        expect([field, [...new Set(wrong)]]).toEqual([field, allowed[empty]?.includes(field) ? [] : [field]]);
      }
    },
  );

  it.each([
    ['margins', [band({ percent: -0.01 })], 'margins[0].percent'],
    ['margins', [band({ percent: 500.01 })], 'margins[0].percent'],
    ['margins', [band({ percent: 12.345 })], 'margins[0].percent'],
    ['margins', [band({ floor: 100_000.01 })], 'margins[0].floor'],
    ['margins', [band({ floor: 0.005 })], 'margins[0].floor'],
    ['margins', [band(), band({ from_miles: 0.25 })], 'margins[1].from_miles'],
    ['margins', [band(), band({ from_miles: 300 }), band({ from_miles: 299.9 })], 'margins[2].from_miles'],
    ['margins', [band(), band({ from_miles: 'x' }), band({ from_miles: 5 })], 'margins[1].from_miles'],
    ['margins', [band(), null], 'margins[1]'],
    ['margins', [], 'margins'],
    ['margins', Array.from({ length: 21 }, (_, miles) => band({ from_miles: miles })), 'margins'],
    ['margins_by_equipment', { reefer: [] }, 'margins_by_equipment.reefer'],
    ['margins_by_equipment', { reefer: [band({ percent: '5' })] }, 'margins_by_equipment.reefer[0].percent'],
    ['accessorial_overrides', { chassis: {} }, 'accessorial_overrides.chassis'],
    ['accessorial_overrides', { chassis: 45 }, 'accessorial_overrides.chassis'],
    ['accessorial_overrides', { chassis: { rate: 45.001 } }, 'accessorial_overrides.chassis.rate'],
    [
      'accessorial_overrides',
      { chassis: { rate: 45, percent_of_base: 10 } },
      'accessorial_overrides.chassis',
    ],
    [
      'accessorial_overrides',
      { chassis: { percent_of_base: 501 } },
      'accessorial_overrides.chassis.percent_of_base',
    ],
    ['fuel', 'Separate', 'fuel'],
    ['port_fees', 'true', 'port_fees'],
    ['volume_discounts', [{ percent: 101, containers: 5 }], 'volume_discounts[0].percent'],
    ['volume_discounts', [{ percent: 5, containers: 0 }], 'volume_discounts[0].containers'],
    ['volume_discounts', [{ percent: 5, containers: 2.5 }], 'volume_discounts[0].containers'],
    [
      'volume_discounts',
      [
        { percent: 5, containers: 2 },
        { percent: 6, containers: 2 },
      ],
      'volume_discounts',
    ],
    ['rounding', { to: 0, mode: 'up' }, 'rounding.to'],
    ['rounding', { to: 0.001, mode: 'up' }, 'rounding.to'],
    ['rounding', { to: 1_000.01, mode: 'up' }, 'rounding.to'],
    ['rounding', { to: 1, mode: 'even' }, 'rounding.mode'],
    ['validity_days', 0, 'validity_days'],
    ['validity_days', 7.5, 'validity_days'],
    ['guaranteed_percent', -1, 'guaranteed_percent'],
    ['guaranteed_percent', Number.POSITIVE_INFINITY, 'guaranteed_percent'],
  ])('has exactly one error for %s: %j', (field, value, path) => {
    expect(fields(strategyBody({ [field]: value }))).toEqual([path]);
  });

  it('accepts the limits of every range', () => {
    const body = strategyBody({
      margins: [
        band({ percent: 0, floor: 0 }),
        band({ from_miles: 0.1, percent: 500, floor: 100_000 }),
        band({ from_miles: 10_000 }),
      ],
      rounding: { to: 0.01, mode: 'down' },
      validity_days: 90,
      guaranteed_percent: 0,
      accessorial_overrides: { chassis: { rate: 0 } },
      volume_discounts: [{ percent: 100, containers: 10_000 }],
    });
    expect(errorsOf(body)).toEqual([]);
  });

  it('reads -0 as 0', () => {
    const reading = readStrategy(
      JSON.parse(JSON.stringify(strategyBody()).replace(':0,', ':-0,')),
      PLACE_SOURCES,
    );
    expect(reading).toEqual({ ok: true, terms: DEFAULT_TERMS });
  });

  it('has few and short errors for large and hostile bodies', () => {
    const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`name${index}`, {}]));
    const long = { [`${'x'.repeat(100_000)}\ud83d`]: [] };
    const numbers = Array.from({ length: 100_000 }, () => 1);
    expect(fields(strategyBody({ accessorial_overrides: many }))).toEqual(['accessorial_overrides']);
    expect(fields(strategyBody({ margins_by_equipment: many }))).toEqual(['margins_by_equipment']);
    expect(fields(strategyBody({ margins: numbers, volume_discounts: numbers }))).toEqual([
      'margins',
      'volume_discounts',
    ]);
    expect(JSON.stringify(errorsOf(strategyBody({ margins_by_equipment: long }))).length).toBeLessThan(1_000);
    const polluting = JSON.parse(
      '{"__proto__": {"rate": 1}, "constructor": {"rate": 1}, "toString": {"rate": 1}}',
    );
    for (const name of ['__proto__', 'constructor', 'toString']) {
      expect(errorsOf(strategyBody({ accessorial_overrides: polluting }))).toContainEqual([
        `accessorial_overrides.${name}`,
        expect.stringMatching(/^is not a known accessorial/),
      ]);
    }
    expect(Object.prototype).not.toHaveProperty('rate');
  });
});

describe('optional members of a strategy', () => {
  const replacement = (change: object) =>
    bodyOf(readReplacement(strategyBody({ ...change }), '"3"', PLACE_SOURCES));

  it.each([
    [{}],
    [{ note: null, sheet_terms: '' }],
    [{ note: ' \n ', sheet_terms: ' \r\n ', converted_quotes_as_loads: false }],
  ])('are absent with %j', (change) => {
    const read = replacement(change);
    expect(read).toEqual({ terms: DEFAULT_TERMS, warnings: [], expectedVersion: 3 });
    expect(Object.keys(read)).not.toContain('note');
    expect(Object.keys(read.terms).toSorted()).toEqual(Object.keys(DEFAULT_TERMS).toSorted());
    expect(toTermsDocument(read.terms)).not.toHaveProperty('converted_quotes_as_loads');
  });

  it.each([
    [' a\r\n\tb 🚚 ', 'a\n\tb 🚚'],
    ['x'.repeat(500), 'x'.repeat(500)],
  ])('are a note with line feeds and tabs, without spaces at the ends', (sent, note) => {
    expect(replacement({ note: sent }).note).toBe(note);
  });

  it.each([
    [' Net 30\r\n\rNo waiting\u2028End\u2029🚚 ', 'Net 30\n\nNo waiting\nEnd\n🚚'],
    ['🚚'.repeat(4_000), '🚚'.repeat(4_000)],
  ])('are terms on sheets with their lines', (sent, kept) => {
    const { terms } = replacement({ sheet_terms: sent });
    expect([terms.sheetTerms, toTermsDocument(terms).sheet_terms]).toEqual([kept, kept]);
  });

  it('are whether converted quotes become loads, which a preview accepts as well', () => {
    const sent = strategyBody({ converted_quotes_as_loads: true });
    const { terms } = replacement(sent);
    expect(terms.convertedQuotesAsLoads).toBe(true);
    expect(toTermsDocument(terms).converted_quotes_as_loads).toBe(true);
    expect(readPreview(sent, PLACE_SOURCES)).toMatchObject({ ok: true });
  });

  it.each([
    ['note', ['x'.repeat(501), 'a\rb', 7]],
    ['sheet_terms', ['x'.repeat(4_001), '🚚'.repeat(4_001), 'a\tb', '\ud800', null]],
    ['converted_quotes_as_loads', ['true', null]],
  ])('are rejected with another %s', (field, values) => {
    for (const value of values) {
      expect(readReplacement(strategyBody({ [field]: value }), undefined, PLACE_SOURCES)).toMatchObject({
        rejection: { details: { errors: [{ field }] } },
      });
    }
  });
});

describe('rules of a strategy', () => {
  const TERMS = { margin: { percent: 12.5, floor: 40 } };
  const valid = { name: 'Acme', when: { customer: 'Acme' }, terms: TERMS };
  const rule = (change: object = {}) => ({ ...valid, ...change });
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

  it('are resolved, and can be sent back as the service states them', () => {
    const terms = {
      ...TERMS,
      rounding: { to: 5, mode: 'up' },
      validity_days: 3,
      fuel: 'included',
      accessorial_overrides: { chassis: { rate: 31.5 }, prepull: { percent_of_base: 4 } },
    };
    const most = { max_miles: 300.5, max_lead_days: 365 };
    const stated = written(
      rule({
        name: ' Acme to Atlanta ',
        when: {
          customer: ' Acme ',
          origin: 'port of savannah',
          destination: 'atlanta ga',
          equipment_types: ['40HC', 'container_40', '40HC'],
          ...{ min_miles: 0, min_lead_days: 0, ...most },
          weekdays: ['saturday', 'sunday', 'saturday'],
        },
        terms,
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
          ...{ min_miles: 0, min_lead_days: 0, ...most },
          weekdays: ['sunday', 'saturday'],
        },
        terms,
      },
    ]);
    expect(written(...(stated ?? []))).toEqual(stated);
  });

  it('with "*" as a place and another condition are for everywhere', () => {
    expect(written(rule({ when: { origin: '*', max_miles: 50 } }))?.[0]?.when).toEqual({ max_miles: 50 });
  });

  it.each<[string, readonly unknown[], readonly string[]]>([
    ['no object', [null, []], ['rules[0]', 'rules[1]']],
    ['missing members', [{}], ['rules[0].name', 'rules[0].when', 'rules[0].terms']],
    ['an unknown condition', [rule({ when: { customer: 'A', lane: 'x' } })], ['rules[0].when.lane']],
    ['an unknown term', [rule({ terms: { ...TERMS, discount: 1 } })], ['rules[0].terms.discount']],
    ['only anywhere', [rule({ when: { origin: '*', destination: ' * ' } })], ['rules[0].when']],
    ['only no overrides', [rule({ terms: { accessorial_overrides: {} } })], ['rules[0].terms']],
    ['an empty name', [rule({ name: ' ' })], ['rules[0].name']],
    ['a long name', [rule({ name: 'x'.repeat(101) })], ['rules[0].name']],
    ['an empty customer', [rule({ when: { customer: '' } })], ['rules[0].when.customer']],
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
    [
      'an unknown accessorial',
      [rule({ terms: { accessorial_overrides: { ferry: { rate: 1 } } } })],
      ['rules[0].terms.accessorial_overrides.ferry'],
    ],
    [
      'errors of values and places together',
      [rule({ when: { origin: 'Nowhereville', min_miles: 'x' } }), rule({ when: { origin: 'Springfield' } })],
      ['rules[0].when.min_miles', 'rules[0].when.origin', 'rules[1].when.origin'],
    ],
  ])('with %s are rejected at the field', (_, rules, expected) => {
    expect(fields(...rules)).toEqual(expected);
  });

  it.each([[null], [{}]])('%j is not a list of rules', (rules) => {
    expect(readStrategy(strategyBody({ rules }), PLACE_SOURCES)).toMatchObject({
      errors: [{ field: 'rules', message: 'must be a list of 0 to 100 rules' }],
    });
    expect(readPreview(strategyBody({ rules }), PLACE_SOURCES)).toMatchObject({
      rejection: { details: { errors: [{ field: 'rules' }] } },
    });
  });

  it('are rejected if they are too large together, and 100 usual ones are not', () => {
    const usual = Array.from({ length: 100 }, (_, at) =>
      rule({
        // Characters of any script have more bytes.
        name: `貨 🚚 ${at}`,
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
