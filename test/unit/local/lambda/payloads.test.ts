import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { functionsUnderTest } from './function-under-test.ts';

const { start } = functionsUnderTest();

/** A function that returns the value of the expression; `event` is its event. */
const returning = (expression: string) => start(`export const handler = async (event) => ${expression};`);

describe('the events and results of a function', () => {
  it('keep any JSON value unchanged', async () => {
    const { returned } = returning('event');
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (value) => {
        const text = JSON.stringify(value);
        expect(JSON.stringify(await returned(value))).toBe(text);
      }),
      { numRuns: 50 },
    );
  });

  it('lose values that JSON cannot represent, as JSON.stringify does', async () => {
    const { returned } = returning(`({ keys: Object.keys(event), date: typeof event.date,
      set: new Set([1]), none: undefined, nan: NaN })`);

    const result = await returned({ date: new Date(0), none: undefined, call: () => 1 });

    expect(result).toEqual({ keys: ['date'], date: 'string', set: {}, nan: null });
  });

  it('are copies: a handler cannot change the event of the caller', async () => {
    const event = { list: [1] };
    const { returned } = returning('(event.list.push(2), event)');

    expect(await returned(event)).toEqual({ list: [1, 2] });
    expect(event).toEqual({ list: [1] });
  });

  it.each(['undefined', 'null'])('are null for the result %s', async (value) => {
    expect(await returning(value).lambda.invoke({})).toEqual({ outcome: 'returned', payload: null });
  });

  it('can come from a handler that is not async', async () => {
    const { returned } = start('export const handler = (event) => event.value;');

    expect(await returned({ value: 'plain' })).toBe('plain');
  });

  it.each([
    ['a circular reference', '((circle) => { circle.self = circle; return circle; })({})'],
    ['a big integer', '({ count: 1n })'],
    ['a function', '() => 1'],
    ['a symbol', 'Symbol("none")'],
    ['a toJSON that throws', '({ toJSON() { throw new RangeError("no"); } })'],
  ])('fail for a result that cannot be converted to JSON: %s', async (_, expression) => {
    const { lambda } = returning(`event.good ? 'good' : ${expression}`);

    expect(await lambda.invoke({})).toEqual({
      outcome: 'failed',
      errorType: 'Runtime.MarshalError',
      errorMessage: 'Unable to stringify response body',
    });
    expect(await lambda.invoke({ good: true })).toEqual({ outcome: 'returned', payload: 'good' });
  });

  it('fail for a result over the 6 MB limit of Lambda, but not for one at that limit', async () => {
    const { lambda } = returning('"x".repeat(event.length)');

    expect(await lambda.invoke({ length: 6 * 1024 * 1024 })).toMatchObject({ outcome: 'returned' });
    expect(await lambda.invoke({ length: 6 * 1024 * 1024 + 100 })).toMatchObject({
      outcome: 'failed',
      errorType: 'Function.ResponseSizeTooLarge',
    });
  });
});
