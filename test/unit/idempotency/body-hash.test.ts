import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { bodyHash } from '../../../shared/idempotency/body-hash.ts';

/** The same value with the members of every object the other way round. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, member]) => [name, reversed(member)] as const)
      .toReversed(),
  );
}

/** Without negative zeros, which JSON does not tell apart. */
const normal = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe('the hash of a body', () => {
  it('does not depend on the order of members, nor on spaces', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const spaced: unknown = JSON.parse(JSON.stringify(reversed(value), undefined, 2));
        expect(bodyHash(spaced)).toBe(bodyHash(value));
      }),
    );
  });

  it('tells different bodies apart', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
        expect(bodyHash(one) === bodyHash(other)).toBe(isDeepStrictEqual(normal(one), normal(other)));
      }),
    );
  });

  it.each([
    [[1, 2], [12]],
    [[1, [2]], [[1, 2]]],
    [{ a: [] }, { a: {} }],
    [{ a: 1, b: 2 }, { a: { b: 2 } }],
    ['1', 1],
    [null, 'null'],
    [['a,b'], ['a', 'b']],
    ['\ud800', '\ud801'],
  ])('tells %j from %j', (one, other) => {
    expect(bodyHash(one)).not.toBe(bodyHash(other));
  });

  it('takes a body of brackets alone', () => {
    const depth = 400_000;
    expect(bodyHash(JSON.parse('['.repeat(depth) + ']'.repeat(depth)))).toMatch(/^[0-9a-f]{64}$/);
  });
});
