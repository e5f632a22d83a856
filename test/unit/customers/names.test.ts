import { describe, expect, it } from '@jest/globals';
import {
  customerKey,
  customerOf,
  isCustomer,
  isSimilarName,
  looseCustomerKey,
  matchCustomer,
  type OwnedName,
} from '../../../shared/customers/customer-names.ts';

const customer = (customerId: string, names: readonly string[], isDeleted = false): readonly OwnedName[] => {
  const keys = names.map(customerKey);
  return keys.map((key) => ({ key, customerId, customer: names[0] ?? '', keys, isDeleted }));
};
const AHP = customer('1', ['Acme Home Products', 'AHP']);

describe('a name of a customer', () => {
  it.each([
    ['ACME Home Products, Inc.', 'acmehomeproducts'],
    ['Acme Home-Products L.L.C.', 'acmehomeproducts'],
    ['Acme Co., Ltd.', 'acme'],
    ['Acme Corporation', 'acme'],
    ['Inc.', 'inc'],
    ['A B', 'ab'],
    ['Peña Imports', 'penaimports'],
    ['  !!! ', '!!!'],
  ])('%j has the loose form %j', (name, loose) => expect(looseCustomerKey(name)).toBe(loose));

  it.each(['acme home products', ' AHP ', 'Acme Home Products, Inc.', 'A.H.P. LLC'])('%j is found', (text) =>
    expect(matchCustomer(text, AHP).match.customerId).toBe('1'),
  );

  it('is no customer if none has it, and equal to itself', () => {
    const { match, warnings } = matchCustomer('Bluepine', AHP);
    expect([
      match.customerId,
      warnings,
      isCustomer(match, ' BLUEPINE'),
      isCustomer(match, 'Bluepine Inc'),
    ]).toEqual([null, [], true, false]);
  });

  it('is no customer if several could be meant, except for the exact name', () => {
    const names = [...customer('1', ['Acme Inc']), ...customer('2', ['Acme LLC'])];
    const { match, warnings } = matchCustomer('Acme', names);
    expect([match.customerId, warnings]).toEqual([
      null,
      ['"Acme" can be several customers: Acme Inc; Acme LLC. None was used; send the exact name.'],
    ]);
    const exact = matchCustomer('ACME LLC', names).match;
    expect([exact.customerId, isCustomer(exact, 'acme llc'), isCustomer(exact, 'Acme')]).toEqual([
      '2',
      true,
      false,
    ]);
    expect(isCustomer(exact, 'Acme Inc')).toBe(false);
  });

  it('means the rates of all spellings of the customer, and not those of another one', () => {
    const names = [...AHP, ...customer('2', ['A.H.P.'])];
    const { match } = matchCustomer('Acme Home Products', names);
    const rates = ['AHP', 'Acme Home Products Inc', 'A.H.P.', 'A H P', ''];
    expect(rates.map((rate) => isCustomer(match, rate))).toEqual([true, true, false, false, false]);
  });

  it('of a deleted customer means nothing, until another one has it', () => {
    const deleted = customer('1', ['Acme'], true);
    const { match, warnings } = matchCustomer('Acme Inc', deleted);
    expect([match.customerId, isCustomer(match, 'Acme'), isCustomer(match, 'Acme Inc')]).toEqual([
      null,
      false,
      false,
    ]);
    expect(warnings[0]).toContain('"Acme" was deleted');
    const next = matchCustomer('Acme Inc', [...deleted, ...customer('2', ['Acme, Inc.'])]).match;
    expect([next.customerId, isCustomer(next, 'Acme Inc'), isCustomer(next, 'Acme')]).toEqual([
      '2',
      true,
      false,
    ]);
  });
});

it('a name of two deleted customers is that of a deleted one, not of several', () => {
  const names = [...customer('1', ['Acme Inc'], true), ...customer('2', ['Acme LLC'], true)];
  expect(matchCustomer('Acme', names)).toMatchObject({
    match: { customerId: null, keys: [] },
    warnings: [expect.stringContaining('"Acme Inc" was deleted')],
  });
  expect(customerOf('Acme', names)).toEqual({ customerId: null, isDeleted: true, isAmbiguous: false });
});

it.each([
  ['Acme Home Products', 'Acme Home Products, Inc.', true],
  ['Acme Home Prodcts', 'Acme Home Products', true],
  ['Acme Hmoe Products', 'Acme Home Products', true],
  ['Acme Home', 'Acme Home Products', true],
  ['Acme', 'Acme Home Products', false],
  ['Acme Imports', 'Acme Exports', false],
  ['', 'Acme', false],
])('%j and %j are similar: %j', (one, other, similar) => {
  expect(isSimilarName(one, other)).toBe(similar);
  expect(isSimilarName(other, one)).toBe(similar);
});
