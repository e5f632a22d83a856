import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readEventFilter } from '../../../../lib/local/events/event-filter.ts';
import { LocalSetupError } from '../../../../lib/local/local-setup-error.ts';

const matches = (pattern: object, event: unknown) => readEventFilter(JSON.stringify(pattern))(event);
const leaf = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null));

describe('the filter of an event source mapping', () => {
  it('matches changes of quotes and no other changes of their table', () => {
    const pattern = { dynamodb: { Keys: { sk: { S: ['quote'] } } } };
    const changeOf = (sk: string) => ({
      eventName: 'INSERT',
      dynamodb: { Keys: { pk: { S: 'q' }, sk: { S: sk } } },
    });

    expect(matches(pattern, changeOf('quote'))).toBe(true);
    expect(matches(pattern, changeOf('count'))).toBe(false);
    expect(matches(pattern, { eventName: 'REMOVE' })).toBe(false);
    expect(matches(pattern, undefined)).toBe(false);
  });

  it.each<[boolean, object, object]>([
    [true, { a: [{ prefix: 'ab' }] }, { a: 'abc' }],
    [false, { a: [{ prefix: 'ab' }] }, { a: 'ba' }],
    [false, { a: [{ prefix: '1' }] }, { a: 12 }],
    [true, { a: [{ exists: true }] }, { a: null }],
    [false, { a: [{ exists: true }] }, {}],
    [true, { a: [{ exists: false }] }, {}],
    [false, { a: [{ exists: false }] }, { a: 0 }],
    [true, { a: [{ 'anything-but': 'x' }] }, { a: 'y' }],
    [false, { a: [{ 'anything-but': ['x', 'y'] }] }, { a: 'y' }],
    [false, { a: [{ 'anything-but': 'x' }] }, {}],
    [true, { a: [{ 'anything-but': { suffix: '.json' } }] }, { a: 'loads.csv' }],
    [false, { a: [{ 'anything-but': { suffix: ['.json', '.log'] } }] }, { a: 'a.log' }],
    [false, { a: [{ 'anything-but': { prefix: 'work/' } }] }, { a: 'work/a' }],
    [false, { a: [{ 'anything-but': { prefix: 'work/' } }] }, {}],
    [true, { a: ['x', { prefix: 'y' }] }, { a: 'yes' }],
    [true, { a: ['x'] }, { a: ['w', 'x'] }],
    [false, { a: ['x'] }, { a: ['w'] }],
    [false, { a: [1] }, { a: '1' }],
    [false, { toString: [{ exists: true }] }, {}],
    [false, { a: { length: [1] } }, { a: 'x' }],
  ])('returns %s for the pattern %j and the event %j', (expected, pattern, event) => {
    expect(matches(pattern, event)).toBe(expected);
  });

  it('matches an event that has one of the values in each member, with any other members', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.stringMatching(/^[a-z]{1,5}$/), leaf), leaf, (members, other) => {
        const pattern = Object.fromEntries(
          Object.entries(members).map(([name, value]) => [name, [other, value]]),
        );
        expect(matches(pattern, { ...members, OTHER: other })).toBe(true);
      }),
    );
  });

  it('does not match an event whose member has none of the values', () => {
    fc.assert(
      fc.property(leaf, fc.array(leaf), (value, values) => {
        fc.pre(!values.includes(value));
        expect(matches({ a: values }, { a: value })).toBe(false);
        expect(matches({ a: values }, {})).toBe(false);
      }),
    );
  });

  it.each([
    '',
    '{',
    'null',
    '[]',
    '"x"',
    '{"a":"x"}',
    '{"a":[{"numeric":[">",1]}]}',
    '{"a":[{"prefix":1}]}',
    '{"a":[{"exists":"yes"}]}',
    '{"a":[{"anything-but":{"exists":true}}]}',
    '{"a":[{"anything-but":{"prefix":"x","suffix":"y"}}]}',
    '{"a":[{"anything-but":{"suffix":1}}]}',
    '{"a":[{"anything-but":{}}]}',
    '{"a":[{"anything-but":[]}]}',
    '{"a":[{"prefix":"x","exists":true}]}',
    '{"a":[{}]}',
    '{"$or":[{"a":["x"]}]}',
  ])('rejects an unsupported pattern: %s', (pattern) => {
    expect(() => readEventFilter(pattern)).toThrow(LocalSetupError);
    expect(() => readEventFilter(pattern)).toThrow(`event source filter ${pattern}`);
  });
});
