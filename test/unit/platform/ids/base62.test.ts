import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomBase62, toBase62 } from '../../../../shared/platform/ids/base62.ts';

describe('random base62', () => {
  it('has a uniform distribution of all 62 digits', () => {
    const draws = 62_000;
    const counts = new Map<string, number>();
    for (const digit of randomBase62(draws)) counts.set(digit, (counts.get(digit) ?? 0) + 1);

    expect(counts.size).toBe(62);
    // Pearson's chi-squared with 61 degrees of freedom exceeds 150 once in some 400 million runs;
    // a plain modulo of a byte, which favours 8 digits by a quarter, gives about 400.
    const expected = draws / 62;
    const chiSquared = [...counts.values()].reduce((sum, n) => sum + (n - expected) ** 2 / expected, 0);
    expect(chiSquared).toBeLessThan(150);
  });

  it('has the requested length', () => {
    fc.assert(fc.property(fc.nat(200), (length) => randomBase62(length).length === length));
  });
});

describe('a number in base62', () => {
  it.each([
    [0, '000000'],
    [61, '00000z'],
    [62, '000010'],
    [2 ** 32 - 1, '4gfFC3'],
  ])('%d is %s', (value, text) => {
    expect(toBase62(value, 6)).toBe(text);
  });
});
