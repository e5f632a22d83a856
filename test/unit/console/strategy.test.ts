import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import type { PricingStrategyTerms } from '../../../clients/typescript/src/index.ts';
import { OVERRIDABLE } from '../../../shared/costs/accessorials/charge-overrides.ts';
import { EQUIPMENT_TYPES } from '../../../shared/costs/equipment/equipment-type.ts';
import { toTerms, toTermsDocument } from '../../../shared/quotes/strategy/convert-strategy.ts';
import {
  replacementDocument,
  type TermsDocument,
  termsDocument,
} from '../../../shared/quotes/strategy/strategy-document.ts';
import { numberIn } from '../../../web/console/src/format/typed-number.ts';
import { EQUIPMENT } from '../../../web/console/src/rates/equipment.ts';
import { SPECIAL_REQUIREMENTS } from '../../../web/console/src/rates/special-requirements.ts';
import type { AccessorialName } from '../../../web/console/src/strategy/charge-draft.ts';
import { emptyRule, type RuleDraft } from '../../../web/console/src/strategy/rule-draft.ts';
import { mergeStrategy, strategyChanges } from '../../../web/console/src/strategy/strategy-changes.ts';
import { draftOf, draftTerms, type StrategyDraft } from '../../../web/console/src/strategy/strategy-draft.ts';
import { MAX_NOTE_LENGTH, strategyErrors } from '../../../web/console/src/strategy/strategy-errors.ts';

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

const WEEKDAYS = [
  ...(['sunday', 'monday', 'tuesday', 'wednesday'] as const),
  ...(['thursday', 'friday', 'saturday'] as const),
];

const RULES: readonly NonNullable<TermsDocument['rules']>[] = [
  [{ name: 'Acme', when: { customer: 'Acme' }, terms: { validity_days: 3 } }],
  [{ name: 'Acme', when: { customer: 'Acme' }, terms: { validity_days: 4 } }],
  [
    { name: 'Short', when: { max_miles: 50 }, terms: { margin: { percent: 20, floor: 100 } } },
    { name: 'Acme', when: { customer: 'Acme' }, terms: { validity_days: 5 } },
  ],
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
    ...['10,000.1', '10001', '100,000', '100000.01', '0x10', 'Infinity', 'NaN', '1 000', '٣', '9'.repeat(30)],
  ),
  hundredths(600).map(String),
);
/** Terms on sheets around their limits. */
const typedTerms = fc.constantFrom(
  ...['', ' Net 30 ', 'a\nb', '\t', 'a\tb', 'a\0', '🚚'.repeat(4_000), '🚚'.repeat(4_001)],
  ...[`${'x'.repeat(4_000)}\n`, 'x'.repeat(4_001)],
);
const typedBands = fc.array(fc.record({ id: fc.uuid(), fromMiles: typed, percent: typed, floor: typed }), {
  minLength: 1,
  maxLength: 3,
});
const typedCharges = fc.uniqueArray(
  fc.record({
    name: fc.constantFrom(...OVERRIDABLE) as fc.Arbitrary<AccessorialName>,
    unit: fc.constantFrom('rate' as const, 'percent_of_base' as const),
    amount: typed,
  }),
  { maxLength: 2, selector: ({ name }) => name },
);
/** Mostly empty, so that rules without conditions or terms occur. */
const rarely = fc.oneof({ weight: 3, arbitrary: fc.constant('') }, { weight: 1, arbitrary: typed });
const typedRule: fc.Arbitrary<RuleDraft> = fc.record({
  id: fc.uuid(),
  name: fc.constantFrom('', ' ', 'Acme', ' Acme ', 'Short'),
  customer: fc.constantFrom('', '  ', 'Acme'),
  origin: fc.constantFrom('', '*', 'USSAV'),
  destination: fc.constantFrom('', '*', 'GA'),
  equipment: fc.subarray([...EQUIPMENT_TYPES], { maxLength: 2 }),
  minMiles: rarely,
  maxMiles: rarely,
  weekdays: fc.subarray(WEEKDAYS, { maxLength: 2 }),
  minLeadDays: rarely,
  maxLeadDays: rarely,
  percent: rarely,
  floor: rarely,
  roundingStep: rarely,
  roundingMode: fc.constantFrom('nearest', 'up', 'down'),
  validityDays: rarely,
  fuel: fc.constantFrom('', 'separate', 'included'),
  charges: typedCharges,
});
const draft: fc.Arbitrary<StrategyDraft> = fc.record({
  margins: typedBands,
  byEquipment: fc.uniqueArray(
    fc.record({ equipment: fc.constantFrom(...EQUIPMENT_TYPES), bands: typedBands }),
    { maxLength: 2, selector: ({ equipment }) => equipment },
  ),
  fuel: fc.constantFrom('separate', 'included'),
  charges: typedCharges,
  portFees: fc.boolean(),
  discounts: fc.array(fc.record({ id: fc.uuid(), percent: typed, containers: typed }), { maxLength: 3 }),
  roundingStep: typed,
  roundingMode: fc.constantFrom('nearest', 'up', 'down'),
  validityDays: typed,
  guaranteedPercent: typed,
  rules: fc.array(typedRule, { maxLength: 2 }),
  sheetTerms: typedTerms,
  convertedQuotesAsLoads: fc.boolean(),
});

/** A valid draft in which the text of one field is any text. */
const nearlyValid = fc
  .tuple(terms, typed, typedTerms, fc.nat({ max: 13 }))
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
      ...[
        { minMiles: text },
        { maxMiles: '10', minMiles: text },
        { maxLeadDays: text },
        { floor: text, percent: '1' },
      ].map((part) => ({
        ...base,
        rules: [...base.rules, { ...emptyRule(), name: 'New', customer: 'Acme', validityDays: '1', ...part }],
      })),
      {
        ...base,
        rules: [...base.rules, { ...emptyRule(), name: 'New', customer: 'Acme', validityDays: text }],
      },
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
      fc.property(fc.oneof(draft, nearlyValid), (typedDraft) => {
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

  it('reads numbers as people write them', () => {
    expect(['1,250.5', ' 15 ', '.5', '15.'].map(numberIn)).toEqual([1250.5, 15, 0.5, 15]);
    expect(['', '1,25', '1e3', '-1', '$5'].map(numberIn)).toEqual(Array(5).fill(Number.NaN));
  });

  it('has a note as long as the API accepts', () => {
    const [document] = fc.sample(terms, 1);
    const accepts = (length: number) =>
      v.safeParse(replacementDocument, { ...document, note: 'x'.repeat(length) }).success;
    expect([accepts(MAX_NOTE_LENGTH), accepts(MAX_NOTE_LENGTH + 1)]).toEqual([true, false]);
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
        const both = strategyChanges(theirs, own).filter(({ key }) => ownKeys.has(key) && theirKeys.has(key));
        expect(conflicts).toEqual(both.map(({ label }) => label));
        expect(rejectedFields(merged)).toEqual([]);
      }),
    );
  });

  it('merge: without a change of another person, the own strategy stays, and the reverse', () => {
    fc.assert(
      fc.property(terms, terms, (base, changed) => {
        expect(strategyChanges(mergeStrategy(base, changed, base).terms, changed)).toEqual([]);
        expect(strategyChanges(mergeStrategy(base, base, changed).terms, changed)).toEqual([]);
        expect(mergeStrategy(base, changed, changed).conflicts).toEqual([]);
      }),
    );
  });
});
