import { expect, it } from 'vitest';
import { fieldInRate, groupBody, rateGroups } from '../../../../shared/contracts/files/rate-groups.ts';

const rows = (count: number, customer = 'Acme') =>
  Array.from({ length: count }, (_, index) => ({ number: index + 2, rate: { customer } }));

it('groups have up to 1,000 rates, and fewer if their body is too large', () => {
  expect(rateGroups(rows(2_001)).map(({ length }) => length)).toEqual([1_000, 1_000, 1]);
  const large = rateGroups(rows(1_000, 'é'.repeat(600)));
  expect(large.flat()).toHaveLength(1_000);
  for (const group of large)
    expect(Buffer.byteLength(JSON.stringify(groupBody(group)))).toBeLessThan(1_000_000);
});

it('a field of an answer has no index of its rate', () => {
  expect(['rates[12].tiers[1].amount', 'rates[3]', 'skip_invalid'].map(fieldInRate)).toEqual([
    'tiers[1].amount',
    '',
    'skip_invalid',
  ]);
});
