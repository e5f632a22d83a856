import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import * as v from 'valibot';
import type { Accessorial, PricingStrategyTerms } from '../../../clients/typescript/src/index.ts';
import { describeFuel } from '../../../shared/contracts/documents/rate-document.ts';
import {
  MAX_FILE_BYTES as MAX_BYTES,
  MAX_FILE_RATES as MAX_RATES,
} from '../../../shared/contracts/files/rate-columns.ts';
import { readRateFile } from '../../../shared/contracts/files/read-rate-file.ts';
import { OVERRIDABLE } from '../../../shared/costs/accessorials/charge-overrides.ts';
import { UNSET_TARIFF } from '../../../shared/costs/accessorials/own-tariff.ts';
import { EQUIPMENT_TYPES } from '../../../shared/costs/equipment/equipment-type.ts';
import { toTerms, toTermsDocument } from '../../../shared/quotes/strategy/convert-strategy.ts';
import { type TermsDocument, termsDocument } from '../../../shared/quotes/strategy/strategy-document.ts';
import { readTariff } from '../../../shared/quotes/tariff/read-tariff.ts';
import { describeTariff } from '../../../shared/quotes/tariff/use-tariff.ts';
import { entryOf } from '../../../web/console/src/accessorials/own-tariff.ts';
import { fuelRows, fuelRowsText } from '../../../web/console/src/contracts/fuel-rows.ts';
import { canonical, typedNumber, valueAt, withValue } from '../../../web/console/src/form/form-values.ts';
import { EQUIPMENT } from '../../../web/console/src/rates/equipment.ts';
import { PRICED_ACCESSORIALS } from '../../../web/console/src/rates/special-requirements.ts';
import { mergeStrategy, strategyChanges } from '../../../web/console/src/strategy/strategy-changes.ts';
import {
  MAX_FILE_RATES,
  MAX_RATE_FILE_BYTES,
  rateTemplate,
} from '../../../web/console/src/uploads/template-files.ts';
import { anyFuel } from '../contracts/fuel-terms.ts';

describe('terms of the pricing strategy', () => {
  const hundredths = (max: number) => fc.integer({ min: 0, max: max * 100 }).map((value) => value / 100);

  const bands = fc
    .uniqueArray(
      fc.record({
        from_miles: fc.integer({ min: 1, max: 100_000 }).map((value) => value / 10),
        percent: hundredths(500),
        floor: hundredths(100_000),
      }),
      { minLength: 1, maxLength: 4, selector: ({ from_miles }) => from_miles },
    )
    .map((list) =>
      list
        .toSorted((one, other) => one.from_miles - other.from_miles)
        .map((band, index) => (index === 0 ? { ...band, from_miles: 0 } : band)),
    );

  const ONE_BAND: TermsDocument['margins'] = [{ from_miles: 0, percent: 15, floor: 50 }];

  const RULES: readonly NonNullable<TermsDocument['rules']>[] = [
    [{ name: 'Acme', when: { customer: 'Acme' }, terms: { validity_days: 3 } }],
    [{ name: 'Acme', when: { customer: 'Acme' }, terms: { validity_days: 4 } }],
    [
      {
        name: 'All members',
        when: {
          ...{ customer: 'Acme', origin: 'USSAV', destination: 'GA' },
          equipment_types: ['container_40hc', 'dryvan'],
          ...{ min_miles: 1.5, max_miles: 50, weekdays: ['saturday'], min_lead_days: 0, max_lead_days: 2 },
        },
        terms: {
          margin: { percent: 9, floor: 60.5 },
          rounding: { to: 5, mode: 'up' },
          ...{ validity_days: 1, fuel: 'included' },
          accessorial_overrides: { chassis: { rate: 30 }, hazmat: { percent_of_base: 5 } },
        },
      },
    ],
  ];

  /** Terms that the API accepts, in its own order. Few values, so that two of them often share a part. */
  const terms: fc.Arbitrary<TermsDocument> = fc
    .record({
      margins: fc.oneof(bands, fc.constant(ONE_BAND)),
      margins_by_equipment: fc.dictionary(fc.constantFrom(...EQUIPMENT_TYPES), bands, { maxKeys: 3 }),
      fuel: fc.constantFrom('separate' as const, 'included' as const),
      accessorial_overrides: fc.dictionary(
        fc.constantFrom(...OVERRIDABLE),
        fc.oneof(
          hundredths(100_000).map((rate) => ({ rate })),
          hundredths(500).map((percent_of_base) => ({ percent_of_base })),
        ),
        { maxKeys: 3 },
      ),
      port_fees: fc.boolean(),
      volume_discounts: fc.uniqueArray(
        fc.record({ percent: hundredths(100), containers: fc.integer({ min: 1, max: 10_000 }) }),
        { maxLength: 3, selector: ({ containers }) => containers },
      ),
      rounding: fc.record({
        to: fc.integer({ min: 1, max: 100_000 }).map((value) => value / 100),
        mode: fc.constantFrom('nearest' as const, 'up' as const, 'down' as const),
      }),
      validity_days: fc.integer({ min: 1, max: 90 }),
      guaranteed_percent: hundredths(500),
    })
    .map((document) => toTermsDocument(toTerms(document)))
    .chain((document) =>
      fc.constantFrom([], ...RULES).map((rules) => (rules.length === 0 ? document : { ...document, rules })),
    )
    .chain((document) =>
      fc
        .constantFrom(undefined, 'Net 30', 'Net 30\n\nNo waiting 🚚', 'x'.repeat(4_000))
        .map((text) => (text === undefined ? document : { ...document, sheet_terms: text })),
    )
    .chain((document) =>
      fc.boolean().map((asLoads) => (asLoads ? { ...document, converted_quotes_as_loads: true } : document)),
    );

  /** Names of the fields that the API rejects. */
  function rejectedFields(document: unknown): string[] {
    const { issues = [] } = v.safeParse(termsDocument, document);
    return issues.map(({ path = [] }) =>
      path
        .map(({ key }, depth) => (typeof key === 'number' ? `[${key}]` : `${depth ? '.' : ''}${key}`))
        .join(''),
    );
  }

  it('have a field for each accessorial and equipment of the API', () => {
    expect(Object.keys(PRICED_ACCESSORIALS).toSorted()).toEqual(OVERRIDABLE.toSorted());
    expect(Object.keys(EQUIPMENT).toSorted()).toEqual(EQUIPMENT_TYPES.toSorted());
  });

  describe('differences', () => {
    it('exist exactly if the terms differ, and each shows two texts that differ', () => {
      fc.assert(
        fc.property(terms, terms, (before, after) => {
          expect(strategyChanges(before, before)).toEqual([]);
          const changes = strategyChanges(before, after);
          expect(changes.length > 0).toBe(JSON.stringify(before) !== JSON.stringify(after));
          for (const change of changes) expect(change.before).not.toEqual(change.after);
        }),
      );
    });

    it('merge: parts that one person changed have the value of that person', () => {
      fc.assert(
        fc.property(terms, terms, terms, (base, own, theirs) => {
          const keys = (one: PricingStrategyTerms, other: PricingStrategyTerms) =>
            strategyChanges(one, other).map(({ key }) => key);
          const { terms: merged, conflicts } = mergeStrategy(base, own, theirs);
          const [ownKeys, theirKeys] = [new Set(keys(base, own)), new Set(keys(base, theirs))];
          // Against the own strategy, only parts differ that the person did not change.
          for (const key of keys(own, merged)) expect(ownKeys.has(key)).toBe(false);
          // Against the other strategy, only parts differ that the person changed.
          for (const key of keys(theirs, merged)) expect(ownKeys.has(key)).toBe(true);
          const both = strategyChanges(theirs, own).filter(
            ({ key }) => ownKeys.has(key) && theirKeys.has(key),
          );
          expect(conflicts).toEqual(both.map(({ label }) => label));
          expect(rejectedFields(merged)).toEqual([]);
        }),
      );
    });
  });
});

describe('the values of a form', () => {
  const BODY = { a: [{ b: 1 }, { b: 2 }], c: { d: { e: 'x' } } };

  it('are read and written at the paths that the API states, and an emptied object is left out', () => {
    expect(valueAt(BODY, 'a[1].b')).toBe(2);
    expect(valueAt(BODY, 'none[3].b')).toBeUndefined();
    expect(withValue(BODY, 'a[1].b', 3)).toEqual({ ...BODY, a: [{ b: 1 }, { b: 3 }] });
    expect(withValue(BODY, 'c.d.e', undefined)).toEqual({ a: BODY.a });
    expect(withValue(BODY, 'a', [])).toEqual({ ...BODY, a: [] });
    expect(withValue({}, 'f.g', 1)).toEqual({ f: { g: 1 } });
    expect(canonical({ x: 1, y: [{ z: 1, w: 2 }] })).toBe(canonical({ y: [{ w: 2, z: 1 }], x: 1 }));
  });

  it('are numbers where a person typed one, and otherwise the text, which the API rejects', () => {
    const typed = ['1,250.50', ' 7 ', '.5', '-3', '', 'ten', '1e3', '12,5', '0x10', '9'.repeat(30)];
    expect(typed.map(typedNumber)).toEqual([
      ...[1250.5, 7, 0.5, -3, undefined, 'ten', '1e3', '12,5', '0x10', '9'.repeat(30)],
    ]);
  });
});

it('an entry of the base tariff is the start of an own one that the service accepts', () => {
  const { accessorials } = describeTariff(UNSET_TARIFF);
  expect(accessorials.length).toBeGreaterThan(20);
  for (const entry of accessorials) {
    // Places are known to the service only.
    const own = { ...entryOf(entry as Accessorial), ports: [], terminals: [] };
    const places = { ports: new Set<string>(), byName: () => undefined };
    const body = JSON.parse(JSON.stringify({ accessorials: [own] }));
    expect([entry.name, readTariff(body, places).ok]).toEqual([entry.name, true]);
  }
});

describe('contract rates', () => {
  it('have the rows of a table as a text with a line for each', () => {
    fc.assert(
      fc.property(anyFuel, (fuel) => {
        const document = describeFuel(fuel);
        const rows = typeof document === 'object' ? (document.rows ?? []) : [];
        if (rows.length > 0) expect(fuelRows(fuelRowsText(rows))).toEqual(rows);
      }),
    );
    expect(fuelRows('3.00-3.05=18')).toBe('3.00-3.05=18');
  });

  it('the template is a file that an import reads, also in the form of rejected rows, and has the limits of the API', () => {
    const [header, ...lines] = rateTemplate('2030-01-01').trim().split('\r\n');
    const rejected = [
      `line,reason,header,value,${header}`,
      ...lines.map((line) => `3,is wrong,amount,GA,${line}`),
    ];
    for (const text of [rateTemplate('2030-01-01'), rejected.join('\n')]) {
      expect(readRateFile(new TextEncoder().encode(text)).rows).toMatchObject([
        {
          rate: { external_id: 'SAV-ATL', tiers: [{ from_volume: 10, amount: 800 }] },
          ...{ faults: [], warnings: [] },
        },
        { rate: { external_id: 'GA', fuel: { peg: 1.25 } }, faults: [], warnings: [] },
      ]);
    }
    expect([MAX_RATE_FILE_BYTES, MAX_FILE_RATES]).toEqual([MAX_BYTES, MAX_RATES]);
  });
});
