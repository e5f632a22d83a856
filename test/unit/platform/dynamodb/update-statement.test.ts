import { describe, expect, it } from 'vitest';
import { updateStatement } from '../../../../shared/platform/dynamodb/update-statement.ts';

const UPDATE = {
  TableName: 'orders',
  Key: { pk: 'O#1', sk: 'state' },
  UpdateExpression: 'SET attempts = :number, #url = :url REMOVE parkedIn, parkedAt',
  ConditionExpression: '#status = :pending AND dueAt <= :now AND attribute_not_exists(claimId)',
  ExpressionAttributeNames: { '#status': 'status', '#url': 'url' },
  ExpressionAttributeValues: {
    ':number': 1,
    ':url': 'https://a.example',
    ':now': '2026',
    ':pending': 'pending',
  },
};

describe('a conditional update as a statement', () => {
  it('has its assignments, removals, key and conditions, with the values in the order of their places', () => {
    expect(updateStatement(UPDATE)).toEqual({
      Statement:
        'UPDATE "orders" SET attempts = ? SET "url" = ? REMOVE parkedIn REMOVE parkedAt WHERE "pk" = ? AND "sk" = ? AND "status" = ? AND dueAt <= ? AND claimId IS MISSING',
      Parameters: [1, 'https://a.example', 'O#1', 'state', 'pending', '2026'],
    });
  });

  it('returns the old item only if the update requests it', () => {
    const { Statement } = updateStatement({ ...UPDATE, ReturnValues: 'ALL_OLD' });
    expect(Statement).toMatch(/ RETURNING ALL OLD \*$/);
  });

  it.each([
    ['a sum', { UpdateExpression: 'SET used = used + :one' }],
    ['a function', { UpdateExpression: 'SET #log = list_append(#log, :entries)' }],
    ['a counter', { UpdateExpression: 'ADD used :one' }],
    ['a condition with OR', { ConditionExpression: 'used = :one OR used = :two' }],
    ['a condition with another function', { ConditionExpression: 'attribute_exists(pk)' }],
    ['a range', { ConditionExpression: 'used BETWEEN :one AND :two' }],
  ])('rejects %s', (_, part) => {
    expect(() => updateStatement({ ...UPDATE, ...part })).toThrow('if');
  });
});
