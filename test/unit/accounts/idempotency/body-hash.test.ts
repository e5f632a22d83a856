import { createHash, Hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { bodyHash } from '../../../../shared/accounts/idempotency/body-hash.ts';

/** The same value with the members of every object in reverse order. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, member]) => [name, reversed(member)] as const)
      .toReversed(),
  );
}

/** Without negative zeros, which JSON does not distinguish. */
const normal = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe('the hash of a body', () => {
  it('does not depend on member order or white space', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const spaced: unknown = JSON.parse(JSON.stringify(reversed(value), undefined, 2));
        expect(bodyHash(spaced)).toBe(bodyHash(value));
      }),
    );
  });

  it('differs for different bodies', () => {
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
  ])('differs for %j and %j', (one, other) => {
    expect(bodyHash(one)).not.toBe(bodyHash(other));
  });

  it('is the same across releases, because answers are stored for 24 hours', () => {
    const canonical = '{"a":"\\"","b":[1.5,null,true,{},[],],}';
    const expected = createHash('sha256').update(canonical).digest('hex');
    expect(bodyHash({ b: [1.5, null, true, {}, []], a: '"' })).toBe(expected);
  });

  it.each([null, true, 'a', 0, -1.5])('of the scalar %j is that of its JSON text', (scalar) => {
    const expected = createHash('sha256').update(JSON.stringify(scalar)).digest('hex');
    expect(bodyHash(scalar)).toBe(expected);
  });

  it('is the hash of all the text of a large body', () => {
    const words = Array.from({ length: 20_000 }, (_, index) => `wörd ${index} \u{1f6a2}`);
    const canonical = `[${words.map((word) => `${JSON.stringify(word)},`).join('')}]`;
    expect(bodyHash(words)).toBe(createHash('sha256').update(canonical).digest('hex'));
  });

  it('of 1 MB of numbers needs few calls of the hash function, and no copy of the body', () => {
    const update = vi.spyOn(Hash.prototype, 'update');
    bodyHash([{ a: Array.from({ length: 524_000 }, () => 0) }]);
    const lengths = update.mock.calls.map(([text]) => text.length);
    update.mockRestore();
    expect(lengths.length).toBeLessThan(100);
    expect(Math.max(...lengths)).toBeLessThan(20_000);
  });

  it('accepts a body that has only brackets', () => {
    const depth = 400_000;
    expect(bodyHash(JSON.parse('['.repeat(depth) + ']'.repeat(depth)))).toMatch(/^[0-9a-f]{64}$/);
  });
});
