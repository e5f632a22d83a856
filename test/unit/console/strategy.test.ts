import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import * as v from 'valibot';
import type { PricingStrategyTerms } from '../../../clients/typescript/src/index.ts';
import { EQUIPMENT_TYPES } from '../../../shared/costs/equipment/equipment-type.ts';
import { toTerms, toTermsDocument } from '../../../shared/quotes/strategy/convert-strategy.ts';
import {
  OVERRIDABLE,
  replacementDocument,
  type TermsDocument,
  termsDocument,
} from '../../../shared/quotes/strategy/strategy-document.ts';
import { SPECIAL_REQUIREMENTS } from '../../../web/console/src/quotes/special-requirements.ts';
import { EQUIPMENT } from '../../../web/console/src/rates/equipment.ts';
import { mergeStrategy, strategyChanges } from '../../../web/console/src/strategy/strategy-changes.ts';
import {
  type AccessorialName,
  draftOf,
  draftTerms,
  type StrategyDraft,
} from '../../../web/console/src/strategy/strategy-draft.ts';
import { MAX_NOTE_LENGTH, strategyErrors } from '../../../web/console/src/strategy/strategy-errors.ts';
import { numberIn } from '../../../web/console/src/strategy/typed-number.ts';

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
  .map((document) => toTermsDocument(toTerms(document)));

/** Texts around each limit, and texts that are no numbers. */
const typed = fc.oneof(
  fc.constantFrom(
    ...['', ' ', '-1', '-0', '0', '0.01', '0.001', '0.05', '1', '1.5', '15.', '.5', '1e3', 'ten', '12,5'],
    ...['90', '90.5', '91', '100', '100.01', '500', '500.01', '999.9', '1,000', '1000.01', '10000'],
    ...['10,000.1', '10001', '100,000', '100000.01', '0x10', 'Infinity', 'NaN', '1 000', '٣', '9'.repeat(30)],
  ),
  hundredths(600).map(String),
);
const typedBands = fc.array(fc.record({ id: fc.uuid(), fromMiles: typed, percent: typed, floor: typed }), {
  minLength: 1,
  maxLength: 3,
});
const draft: fc.Arbitrary<StrategyDraft> = fc.record({
  margins: typedBands,
  byEquipment: fc.uniqueArray(
    fc.record({ equipment: fc.constantFrom(...EQUIPMENT_TYPES), bands: typedBands }),
    { maxLength: 2, selector: ({ equipment }) => equipment },
  ),
  fuel: fc.constantFrom('separate', 'included'),
  charges: fc.uniqueArray(
    fc.record({
      name: fc.constantFrom(...OVERRIDABLE) as fc.Arbitrary<AccessorialName>,
      unit: fc.constantFrom('rate' as const, 'percent_of_base' as const),
      amount: typed,
    }),
    { maxLength: 2, selector: ({ name }) => name },
  ),
  portFees: fc.boolean(),
  discounts: fc.array(fc.record({ id: fc.uuid(), percent: typed, containers: typed }), { maxLength: 3 }),
  roundingStep: typed,
  roundingMode: fc.constantFrom('nearest', 'up', 'down'),
  validityDays: typed,
  guaranteedPercent: typed,
});

/** A valid draft in which the text of one field is any text. */
const nearlyValid = fc.tuple(terms, typed, fc.nat({ max: 7 })).map(([valid, text, field]): StrategyDraft => {
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
    { ...base, discounts: [...base.discounts, { id: 'new', percent: '1', containers: text }] },
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
