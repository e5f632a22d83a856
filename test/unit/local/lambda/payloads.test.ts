import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { functionsUnderTest } from './function-under-test.ts';

const { start } = functionsUnderTest();

/** What `event` becomes in "{ returned: ... }" of a bundle. */
const returning = (expression: string) => start(`export const handler = async (event) => ${expression};`);

describe('events and results', () => {
  it('cross as JSON: any JSON value arrives as it was', async () => {
    const { returned } = returning('event');
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (value) => {
        const text = JSON.stringify(value);
        expect(JSON.stringify(await returned(value))).toBe(text);
      }),
      { numRuns: 50 },
    );
  });

  it('lose what JSON does not hold, in the event and in the result', async () => {
    const { returned } = returning(`({ keys: Object.keys(event), date: typeof event.date,
      set: new Set([1]), none: undefined, nan: NaN })`);

    const result = await returned({ date: new Date(0), none: undefined, call: () => 1 });

    expect(result).toEqual({ keys: ['date'], date: 'string', set: {}, nan: null });
  });

  it('are copies: what a handler does to its event stays with it', async () => {
    const event = { list: [1] };
    const { returned } = returning('(event.list.push(2), event)');

    expect(await returned(event)).toEqual({ list: [1, 2] });
    expect(event).toEqual({ list: [1] });
  });

  it.each(['undefined', 'null'])('answer null for %s', async (value) => {
    expect(await returning(value).lambda.invoke({})).toEqual({ outcome: 'returned', payload: null });
  });

  it('may come from a handler that is not async', async () => {
    const { returned } = start('export const handler = (event) => event.value;');

    expect(await returned({ value: 'plain' })).toBe('plain');
  });

  it.each([
    ['a circle', '((circle) => { circle.self = circle; return circle; })({})'],
    ['a big integer', '({ count: 1n })'],
    ['a function', '() => 1'],
    ['a symbol', 'Symbol("none")'],
    ['a toJSON that throws', '({ toJSON() { throw new RangeError("no"); } })'],
  ])('fail for a result that JSON cannot hold: %s', async (_, expression) => {
    const { lambda } = returning(`event.good ? 'good' : ${expression}`);

    expect(await lambda.invoke({})).toEqual({
      outcome: 'failed',
      errorType: 'Runtime.MarshalError',
      errorMessage: 'Unable to stringify response body',
    });
    expect(await lambda.invoke({ good: true })).toEqual({ outcome: 'returned', payload: 'good' });
  });

  it("fail for a result over Lambda's 6 MB, and pass just under it", async () => {
    const { lambda } = returning('"x".repeat(event.length)');

    expect(await lambda.invoke({ length: 6 * 1024 * 1024 })).toMatchObject({ outcome: 'returned' });
    expect(await lambda.invoke({ length: 6 * 1024 * 1024 + 100 })).toMatchObject({
      outcome: 'failed',
      errorType: 'Function.ResponseSizeTooLarge',
    });
  });
});
