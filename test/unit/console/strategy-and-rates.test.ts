import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import * as v from 'valibot';
import type { Accessorial, PricingStrategyTerms } from '../../../clients/typescript/src/index.ts';
import { describeFuel } from '../../../shared/contracts/documents/fuel-document.ts';
import {
  MAX_FILE_BYTES as MAX_BYTES,
  MAX_FILE_RATES as MAX_RATES,
} from '../../../shared/contracts/files/rate-columns.ts';
import { readRateFile } from '../../../shared/contracts/files/read-rate-file.ts';
import { FUEL_REGIONS as regionsOfTheApi } from '../../../shared/contracts/rate/fuel-terms.ts';
import { AMOUNTS } from '../../../shared/contracts/rate/rate-amounts.ts';
import { MAX_EXTERNAL_ID_LENGTH, rateFields } from '../../../shared/contracts/request/read-contract-rate.ts';
import { OVERRIDABLE } from '../../../shared/costs/accessorials/charge-overrides.ts';
import { UNSET_TARIFF } from '../../../shared/costs/accessorials/own-tariff.ts';
import { DIESEL_AREAS, dieselAreaName } from '../../../shared/costs/diesel/diesel-prices.ts';
import { EQUIPMENT_TYPES } from '../../../shared/costs/equipment/equipment-type.ts';
import { toTerms, toTermsDocument } from '../../../shared/quotes/strategy/convert-strategy.ts';
import { type TermsDocument, termsDocument } from '../../../shared/quotes/strategy/strategy-document.ts';
import { describeTariff } from '../../../shared/quotes/tariff/describe-tariff.ts';
import { readTariff } from '../../../shared/quotes/tariff/read-tariff.ts';
import {
  draftOfEntry,
  type EntryDraft,
  emptyEntry,
  entryErrors,
  readEntry,
} from '../../../web/console/src/accessorials/entry-draft.ts';
import {
  draftOfFuel,
  FUEL_KINDS,
  FUEL_REGIONS,
  fuelErrors,
  fuelOfDraft,
} from '../../../web/console/src/contracts/fuel-draft.ts';
import {
  emptyRate,
  MAX_ID_LENGTH,
  type RateDraft,
  rateBody,
  rateErrors,
} from '../../../web/console/src/contracts/rate-draft.ts';
import {
  MAX_FILE_BYTES,
  MAX_FILE_RATES,
  templateFile,
} from '../../../web/console/src/contracts/rate-file.ts';
import { EQUIPMENT } from '../../../web/console/src/rates/equipment.ts';
import { SPECIAL_REQUIREMENTS } from '../../../web/console/src/rates/special-requirements.ts';
import { emptyRule } from '../../../web/console/src/strategy/rule-draft.ts';
import { mergeStrategy, strategyChanges } from '../../../web/console/src/strategy/strategy-changes.ts';
import { draftOf, draftTerms, type StrategyDraft } from '../../../web/console/src/strategy/strategy-draft.ts';
import { strategyErrors } from '../../../web/console/src/strategy/strategy-errors.ts';
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

  /** Texts around each limit, and texts that are not numbers. */
  const typed = fc.oneof(
    fc.constantFrom(
      ...['', ' ', '-1', '-0', '0', '0.01', '0.001', '0.05', '1', '1.5', '15.', '.5', '1e3', 'ten', '12,5'],
      ...['90', '90.5', '91', '100', '100.01', '500', '500.01', '999.9', '1,000', '1000.01', '10000'],
      ...['10,000.1', '10001', '100,000', '100000.01', '0x10', 'Infinity', 'NaN', '1 000', '9'.repeat(30)],
    ),
    hundredths(600).map(String),
  );
  /** Terms on sheets around their limits. */
  const typedTerms = fc.constantFrom(
    ...['', ' Net 30 ', 'a\nb', '\t', 'a\tb', 'a\0', '🚚'.repeat(4_000), '🚚'.repeat(4_001)],
    ...[`${'x'.repeat(4_000)}\n`, 'x'.repeat(4_001)],
  );
  /** A valid draft in which the text of one field is any text. */
  const nearlyValid = fc
    .tuple(terms, typed, typedTerms, fc.nat({ max: 20 }))
    .map(([valid, text, sheetTerms, field]): StrategyDraft => {
      const base = draftOf(valid);
      const [band] = base.margins;
      const [charge] = base.charges;
      const first = <Item>(item: Item | undefined, part: Partial<Item>, all: readonly Item[]) =>
        item === undefined ? all : [{ ...item, ...part }, ...all.slice(1)];
      const variants: StrategyDraft[] = [
        { ...base, margins: first(band, { percent: text }, base.margins) },
        { ...base, margins: first(band, { floor: text }, base.margins) },
        { ...base, charges: first(charge, { amount: text }, base.charges) },
        { ...base, roundingStep: text },
        { ...base, validityDays: text },
        { ...base, guaranteedPercent: text },
        { ...base, sheetTerms },
        { ...base, discounts: [...base.discounts, { id: 'new', percent: '1', containers: text }] },
        { ...base, discounts: [...base.discounts, { id: 'new', percent: text, containers: '9999' }] },
        {
          ...base,
          byEquipment: [{ equipment: 'flatrack', bands: first(band, { percent: text }, base.margins) }],
        },
        ...[
          { minMiles: text },
          { maxMiles: '10', minMiles: text },
          { minLeadDays: text, maxLeadDays: '5' },
          { maxLeadDays: text },
          { floor: text, percent: '1' },
          { percent: text },
          { roundingStep: text },
          { validityDays: text },
          { name: text },
          { customer: text },
        ].map((part) => ({
          ...base,
          rules: [
            ...base.rules,
            { ...emptyRule(), name: 'New', customer: 'Acme', validityDays: '1', ...part },
          ],
        })),
        { ...base, margins: [...base.margins, { id: 'new', fromMiles: text, percent: '1', floor: '1' }] },
      ];
      return variants[field] ?? base;
    });

  /** Names of the fields that the API rejects. */
  function rejectedFields(document: unknown): string[] {
    const { issues = [] } = v.safeParse(termsDocument, document);
    return issues.map(({ path = [] }) =>
      path
        .map(({ key }, depth) => (typeof key === 'number' ? `[${key}]` : `${depth ? '.' : ''}${key}`))
        .join(''),
    );
  }

  describe('a draft', () => {
    it('of valid terms has no error and gives the same terms', () => {
      fc.assert(
        fc.property(terms, (document) => {
          expect(strategyErrors(draftOf(document))).toEqual({});
          expect(draftTerms(draftOf(document))).toEqual(document);
        }),
      );
    });

    it('has an error exactly if the API rejects its terms, at the field that the API names', () => {
      let accepted = 0;
      fc.assert(
        fc.property(nearlyValid, (typedDraft) => {
          const errors = Object.keys(strategyErrors(typedDraft));
          // JSON has null for NaN.
          const rejected = rejectedFields(JSON.parse(JSON.stringify(draftTerms(typedDraft))));
          expect(errors.length === 0).toBe(rejected.length === 0);
          if (rejected.length === 0) accepted += 1;
          // The API names the list if two discounts have the same number of containers, and the form the second one.
          for (const field of rejected) expect(errors.some((name) => name.startsWith(field))).toBe(true);
        }),
        { numRuns: 500 },
      );
      expect(accepted).toBeGreaterThan(20);
    });

    it('can have each accessorial and equipment of the API', () => {
      expect(Object.keys(SPECIAL_REQUIREMENTS).toSorted()).toEqual(OVERRIDABLE.toSorted());
      expect(Object.keys(EQUIPMENT).toSorted()).toEqual(EQUIPMENT_TYPES.toSorted());
    });
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

describe('the own tariff', () => {
  const PLACES = { ports: new Set(['USLAX']), byName: () => undefined };
  const VALID: EntryDraft = { ...emptyEntry(), name: 'gate_fee', title: 'Gate fee', amount: '35' };
  const accepts = (draft: EntryDraft) =>
    // JSON has null for NaN, which leaves an optional field out.
    readTariff(
      JSON.parse(
        JSON.stringify({ accessorials: [readEntry(draft)] }, (_, value) =>
          Number.isNaN(value) ? 'NaN' : value,
        ),
      ),
      PLACES,
    ).ok;

  describe('an entry', () => {
    it('has errors exactly if the service rejects it', () => {
      const typed = fc.constantFrom(
        ...['', '0', '1', '2.5', '2.555', '365', '366', '500.01', '1000', '1001', 'ten'],
      );
      const part = fc.record({
        name: fc.constantFrom('gate_fee', 'Gate fee', '', 'a__b'),
        title: fc.constantFrom('Gate fee', '', '<b>'),
        isEnabled: fc.boolean(),
        kind: fc.constantFrom('amount' as const, 'percent' as const, 'tiers' as const),
        amount: typed,
        percent: typed,
        quantity: typed,
        freeTime: typed,
        unit: fc.constantFrom('flat' as const, 'per day' as const, 'per hour' as const),
        tiers: fc.array(fc.record({ key: fc.uuid(), fromDay: typed, amount: typed }), { maxLength: 2 }),
        from: fc.constantFrom('', '2030-01-02'),
        to: fc.constantFrom('', '2030-01-01', '2030-01-03'),
      });
      const nearlyValid = fc
        .tuple(part, fc.constantFrom(...(Object.keys(VALID) as (keyof EntryDraft)[])))
        .map(([given, field]) => ({
          ...VALID,
          ...(field in given ? { [field]: given[field as keyof typeof given] } : {}),
        }));
      let accepted = 0;
      fc.assert(
        fc.property(nearlyValid, (draft) => {
          expect([draft, Object.keys(entryErrors(draft)).length === 0]).toEqual([draft, accepts(draft)]);
          if (accepts(draft)) accepted += 1;
        }),
        { numRuns: 1_000 },
      );
      expect(accepted).toBeGreaterThan(20);
    });

    it('of the base tariff is the start of an own one that the service accepts', () => {
      const { accessorials } = describeTariff(UNSET_TARIFF);
      expect(accessorials.length).toBeGreaterThan(20);
      for (const entry of accessorials) {
        // Places are known to the service only.
        const draft = { ...draftOfEntry(entry as Accessorial), ports: '', terminals: '' };
        expect([entry.name, entryErrors(draft)]).toEqual([entry.name, {}]);
        expect([entry.name, accepts(draft)]).toEqual([entry.name, true]);
      }
    });
  });
});

describe('contract rates', () => {
  const VALID: RateDraft = {
    ...emptyRate(),
    ...{ origin: 'USSAV', destination: 'GA', amount: '100', from: '2030-01-01' },
  };

  it('a rate has errors exactly if the service rejects its numbers', () => {
    const typed = fc.constantFrom(
      ...['', '0', '0.0001', '0.00001', '0.01', '0.005', '1', '2.855', '20', '20.5', '500', '500.01'],
      ...['1000', '1000.01', '100,000', '100000.01', 'ten', '-1'],
    );
    const numbers = fc.record({
      rateType: fc.constantFrom('flat' as const, 'per_mile' as const, 'percent_of_market' as const),
      amount: typed,
      minimum: typed,
      fuel: fc.record({
        kind: fc.constantFrom(...FUEL_KINDS.map(({ value }) => value)),
        ...{ value: typed, peg: typed, milesPerGallon: typed },
        rows: fc.constantFrom('', '3=18%', '3-3.05=0.4/mi\n3.05+=0.41/mi\n', '3=18', '3=18%; x'),
        region: fc.constantFrom(...FUEL_REGIONS.map(({ value }) => value)),
        miles: fc.constantFrom('one_way' as const, 'round_trip' as const),
      }),
    });
    let accepted = 0;
    fc.assert(
      fc.property(numbers, (part) => {
        const draft = { ...VALID, ...part };
        // JSON has null for NaN, which leaves an optional field out.
        const body = JSON.parse(
          JSON.stringify(rateBody(draft), (_, value) => (Number.isNaN(value) ? 'NaN' : value)),
        );
        const { decimals, most } = AMOUNTS[part.rateType];
        const isAmount =
          body.amount >= 10 ** -decimals &&
          body.amount <= most &&
          Number(Number(body.amount).toFixed(decimals)) === body.amount;
        const isAccepted = v.safeParse(v.object(rateFields), body).success && isAmount;
        expect([draft, Object.keys(rateErrors(draft)).length === 0]).toEqual([draft, isAccepted]);
        if (isAccepted) accepted += 1;
      }),
      { numRuns: 1_000 },
    );
    expect(accepted).toBeGreaterThan(20);
    expect(MAX_ID_LENGTH).toBe(MAX_EXTERNAL_ID_LENGTH);
  });

  it('a rate is shown as the fuel that it has', () => {
    fc.assert(
      fc.property(anyFuel, (fuel) => {
        const document = describeFuel(fuel);
        const draft = draftOfFuel(document);
        expect(fuelErrors(draft)).toEqual({});
        expect(fuelOfDraft(draft)).toEqual(document);
      }),
    );
    const regions = FUEL_REGIONS.slice(1).map(({ value, label }) => [value, label]);
    expect(regions.map(([value]) => value)).toEqual(regionsOfTheApi);
    expect(regions.slice(1).map(([, label]) => label)).toEqual(
      DIESEL_AREAS.slice(1).map((area) => dieselAreaName(area)),
    );
  });

  it('the template is a file that an import reads, also in the form of rejected rows, and has the limits of the API', () => {
    const [header, ...lines] = templateFile('2030-01-01').trim().split('\r\n');
    const rejected = [
      `line,reason,header,value,${header}`,
      ...lines.map((line) => `3,is wrong,amount,GA,${line}`),
    ];
    for (const text of [templateFile('2030-01-01'), rejected.join('\n')]) {
      expect(readRateFile(new TextEncoder().encode(text)).rows).toMatchObject([
        {
          rate: { external_id: 'SAV-ATL', tiers: [{ from_volume: 10, amount: 800 }] },
          ...{ faults: [], warnings: [] },
        },
        { rate: { external_id: 'GA', fuel: { peg: 1.25 } }, faults: [], warnings: [] },
      ]);
    }
    expect([MAX_FILE_BYTES, MAX_FILE_RATES]).toEqual([MAX_BYTES, MAX_RATES]);
  });
});
