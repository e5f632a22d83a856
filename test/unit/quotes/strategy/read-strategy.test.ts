import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toTerms, toTermsDocument } from '../../../../shared/quotes/strategy/convert-strategy.ts';
import { DEFAULT_STRATEGY } from '../../../../shared/quotes/strategy/default-strategy.ts';
import { readStrategy } from '../../../../shared/quotes/strategy/read-strategy.ts';
import { PLACE_SOURCES } from '../../../support/place-sources.ts';
import { anyStrategy } from '../../../support/pricing-strategies.ts';
import { strategyBody } from '../../../support/strategy-body.ts';

const { version: _version, ...DEFAULT_TERMS } = DEFAULT_STRATEGY;

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

  it('must have all fields: every missing field is named', () => {
    expect(errorsOf({})).toEqual(Object.keys(strategyBody()).map((field) => [field, 'is required']));
    expect(fields(strategyBody({ margins: [{}], rounding: {}, volume_discounts: [{}] }))).toEqual([
      'margins[0].from_miles',
      'margins[0].percent',
      'margins[0].floor',
      'volume_discounts[0].percent',
      'volume_discounts[0].containers',
      'rounding.to',
      'rounding.mode',
    ]);
  });

  it.each([[null], [[]], ['text'], [7], [true], [[strategyBody()]]])('must be an object: %j', (body) => {
    expect(errorsOf(body)).toEqual([['body', 'must be a JSON object with all fields of a pricing strategy']]);
  });

  it.each([null, 'text', [], {}, '15', 1e308, -1, 7.123, [null]])(
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
    ['margins', [band({ floor: null })], 'margins[0].floor'],
    ['margins', [band(), band({ from_miles: 0.25 })], 'margins[1].from_miles'],
    ['margins', [band({ from_miles: 10 })], 'margins[0].from_miles'],
    ['margins', [band(), band()], 'margins[1].from_miles'],
    ['margins', [band(), band({ from_miles: 300 }), band({ from_miles: 299.9 })], 'margins[2].from_miles'],
    ['margins', [band(), null], 'margins[1]'],
    ['margins', [band(), []], 'margins[1]'],
    ['margins', [], 'margins'],
    ['margins', Array.from({ length: 21 }, (_, miles) => band({ from_miles: miles })), 'margins'],
    ['margins_by_equipment', { boat: [band()] }, 'margins_by_equipment.boat'],
    ['margins_by_equipment', { Reefer: [band()] }, 'margins_by_equipment.Reefer'],
    ['margins_by_equipment', { reefer: [] }, 'margins_by_equipment.reefer'],
    ['margins_by_equipment', { reefer: [band({ percent: '5' })] }, 'margins_by_equipment.reefer[0].percent'],
    ['accessorial_overrides', { ferry: { rate: 1 } }, 'accessorial_overrides.ferry'],
    ['accessorial_overrides', { detention: { rate: 1 } }, 'accessorial_overrides.detention'],
    ['accessorial_overrides', { chassis: {} }, 'accessorial_overrides.chassis'],
    ['accessorial_overrides', { chassis: 45 }, 'accessorial_overrides.chassis'],
    ['accessorial_overrides', { chassis: { rate: '45' } }, 'accessorial_overrides.chassis.rate'],
    ['accessorial_overrides', { chassis: { rate: 45.001 } }, 'accessorial_overrides.chassis.rate'],
    ['accessorial_overrides', { chassis: { rate: null } }, 'accessorial_overrides.chassis.rate'],
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
    ['port_fees', 1, 'port_fees'],
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
    ['validity_days', 91, 'validity_days'],
    ['validity_days', 7.5, 'validity_days'],
    ['guaranteed_percent', -1, 'guaranteed_percent'],
    ['guaranteed_percent', Number.NaN, 'guaranteed_percent'],
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

  it('reports all errors together, including those of bands and of their order', () => {
    const body = strategyBody({
      margins: [band({ from_miles: 5, percent: 'x' }), band({ from_miles: 4, floor: -1 })],
      fuel: 1,
      validity_days: 'x',
    });
    expect(fields(body).sort()).toEqual([
      'fuel',
      'margins[0].from_miles',
      'margins[0].percent',
      'margins[1].floor',
      'margins[1].from_miles',
      'validity_days',
    ]);
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
