import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import type { Accessorial } from '../../../clients/typescript/src/index.ts';
import { UNSET_TARIFF } from '../../../shared/costs/accessorials/own-tariff.ts';
import { describeTariff } from '../../../shared/quotes/tariff/describe-tariff.ts';
import { readTariff } from '../../../shared/quotes/tariff/read-tariff.ts';
import { tariffReplacement } from '../../../shared/quotes/tariff/tariff-document.ts';
import {
  draftOfEntry,
  type EntryDraft,
  emptyEntry,
  entryErrors,
  readEntry,
} from '../../../web/console/src/accessorials/entry-draft.ts';
import { priceText } from '../../../web/console/src/accessorials/entry-texts.ts';
import { changedEntries, EntryGoneError } from '../../../web/console/src/accessorials/own-tariff.ts';

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

/** An own entry as the API lists it. */
const listed = (fields: Partial<Accessorial>): Accessorial => ({
  ...{ name: 'gate_fee', title: 'Gate fee', amount: 35, percent: null, tiers: [], unit: 'flat' },
  ...{ quantity: 1, free_time: 0, occasion: 'on request', equipment_types: ['dryvan'], ports: [] },
  ...{ terminals: [], effective_from: '', effective_to: '', enabled: true, source: 'custom' },
  source_text: '',
  ...fields,
});

describe('an entry', () => {
  it('has errors exactly if the service rejects it', () => {
    const typed = fc.constantFrom(
      '',
      '0',
      '1',
      '2.5',
      '2.555',
      '365',
      '366',
      '500.01',
      '1000',
      '1001',
      'ten',
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
      fc.property(
        fc.oneof(
          part.map((given) => ({ ...VALID, ...given })),
          nearlyValid,
        ),
        (draft) => {
          expect([draft, Object.keys(entryErrors(draft)).length === 0]).toEqual([draft, accepts(draft)]);
          if (accepts(draft)) accepted += 1;
        },
      ),
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

  it('has a text of its price', () => {
    expect(priceText(listed({ unit: 'per day', quantity: 10, free_time: 4 }))).toBe(
      '$35.00 per day, 10 in a quote, 4 of them free',
    );
    expect(priceText(listed({ amount: null, percent: 5 }))).toBe('5% of the base rate');
    expect(priceText(listed({ enabled: false }))).toBe('Not offered');
  });
});

describe('a change of the own tariff', () => {
  const [one, other] = [listed({}), listed({ name: 'other_fee', effective_from: '2030-01-01' })];
  const base = listed({ name: 'storage', source: 'default' });
  const names = (entries: readonly { readonly name: string }[]) => entries.map(({ name }) => name);

  it('keeps the other own entries, and sends none of the base tariff', () => {
    const after = readEntry({ ...VALID, name: 'new_fee' });
    const all = [one, other, base];
    expect(names(changedEntries(all, { before: undefined, after }).entries)).toEqual([
      ...['gate_fee', 'other_fee', 'new_fee'],
    ]);
    expect(names(changedEntries(all, { before: one, after }).entries)).toEqual(['new_fee', 'other_fee']);
    const { entries } = changedEntries(all, { before: one, after: undefined });
    expect(names(entries)).toEqual(['other_fee']);
    expect(v.safeParse(tariffReplacement, { accessorials: entries }).success).toBe(true);
  });

  it('of an entry that another person changed is rejected', () => {
    const before = { ...one, amount: 36 };
    expect(() => changedEntries([one], { before, after: undefined })).toThrow(EntryGoneError);
  });
});
