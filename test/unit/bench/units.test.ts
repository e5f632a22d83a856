import { describe, expect, it } from 'vitest';
import { insertStatement } from '../../../shared/platform/dynamodb/batched-insert.ts';
import { updateStatement } from '../../../shared/platform/dynamodb/update-statement.ts';
import { indexUnits, writtenBy } from '../../bench/capacity/computed-units.ts';
import { itemSize, writeUnitsOf } from '../../bench/capacity/item-size.ts';

describe('the size of an item', () => {
  it.each([
    [{ pk: { S: 'a' } }, 3],
    [{ pk: { S: 'ä' } }, 4],
    [{ n: { N: '0' } }, 3],
    [{ n: { N: '1234' } }, 4],
    [{ n: { N: '-1200' } }, 4],
    [{ b: { B: Buffer.from('abc').toString('base64') } }, 4],
    [{ yes: { BOOL: true } }, 4],
    [{ l: { L: [{ S: 'ab' }, { S: 'c' }] } }, 1 + 3 + 2 + 3],
    [{ m: { M: { a: { S: 'b' } } } }, 1 + 3 + 1 + 2],
  ])('of %j is %i bytes', (item, bytes) => {
    expect(itemSize(item)).toBe(bytes);
  });

  it('is written by whole kilobytes', () => {
    const of = (bytes: number) => ({ pk: { S: 'x'.repeat(bytes - 2) } });
    expect([of(3), of(1_024), of(1_025)].map(writeUnitsOf)).toEqual([1, 1, 2]);
  });
});

describe('the item of a statement', () => {
  const parameters = (values: readonly unknown[]) => values.map((value) => ({ S: String(value) }));

  it('of an update has the parameters of its keys', () => {
    const { Statement, Parameters } = updateStatement({
      TableName: 'orders',
      Key: { pk: 'one', sk: 'state' },
      UpdateExpression: 'SET a = :a, b = :b REMOVE c',
      ConditionExpression: 'a < :a',
      ExpressionAttributeValues: { ':a': 1, ':b': 2 },
    });

    expect(writtenBy(Statement, parameters(Parameters))).toEqual({
      table: 'orders',
      from: { pk: { S: 'one' }, sk: { S: 'state' } },
    });
  });

  it('of an insert has them too', () => {
    const { Statement, Parameters } = insertStatement({
      TableName: 'orders',
      Item: { a: 1, pk: 'one', b: 2, sk: 'state' },
    });

    expect(writtenBy(Statement, parameters(Parameters))).toEqual({
      table: 'orders',
      from: { pk: { S: 'one' }, sk: { S: 'state' } },
    });
  });
});

describe('an index', () => {
  const entry = (key: string, note = '') => ({
    key: { g: { S: key } },
    projected: { g: { S: key }, note: { S: note } },
  });

  it.each([
    ['that has nothing of an item', undefined, undefined, 0],
    ['that gets an entry', undefined, entry('a'), 1],
    ['that loses one', entry('a'), undefined, 1],
    ['whose entry stays', entry('a'), entry('a'), 0],
    ['whose entry changes', entry('a'), entry('a', 'new'), 1],
    ['whose entry moves', entry('a'), entry('b'), 2],
    ['whose entry grew', entry('a'), entry('a', 'x'.repeat(2_000)), 2],
  ])('%s', (_, before, after, units) => {
    expect(indexUnits(before, after)).toBe(units);
  });
});
