import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { createBatchedUpdate } from '../../../../shared/platform/dynamodb/batched-update.ts';

type Answer = { readonly Item?: object; readonly Error?: { readonly Code: string; readonly Item?: object } };

/** A client that answers the statements of a batch in turn, and single updates with an unmet condition. */
function clientUnderTest(answers: readonly Answer[], failure?: string) {
  const requests: string[] = [];
  const send = async (command: object) => {
    const name = command.constructor.name;
    requests.push(name);
    if (failure !== undefined) throw Object.assign(new Error(failure), { name: failure });
    if (name === 'BatchExecuteStatementCommand') return { Responses: answers };
    throw new ConditionalCheckFailedException({
      $metadata: {},
      message: 'unmet',
      Item: { found: { S: 'alone' } },
    });
  };
  return { update: createBatchedUpdate({ send } as unknown as DynamoDBDocumentClient), requests };
}

const anUpdate = (pk: string) => ({
  TableName: 'orders',
  Key: { pk },
  UpdateExpression: 'SET a = :a',
  ConditionExpression: 'a < :a',
  ExpressionAttributeValues: { ':a': 1 },
  ReturnValues: 'ALL_OLD' as const,
});

describe('updates in a batch', () => {
  it('each have the result of their own statement', async () => {
    const { update, requests } = clientUnderTest([
      { Item: { a: 0 } },
      { Error: { Code: 'ConditionalCheckFailed', Item: { a: 2 } } },
    ]);

    expect(await Promise.all([update(anUpdate('one')), update(anUpdate('other'))])).toEqual([
      { applied: true, attributes: { a: 0 } },
      { applied: false, found: { a: 2 } },
    ]);
    expect(requests).toEqual(['BatchExecuteStatementCommand']);
  });

  it.each([
    ['a conflict', { Error: { Code: 'TransactionConflict' } }],
    ['throttling', { Error: { Code: 'ThrottlingError' } }],
    ['an unmet condition without the item', { Error: { Code: 'ConditionalCheckFailed' } }],
    ['success without the item that it must return', {}],
  ])('are made alone after %s', async (_, answer) => {
    const { update, requests } = clientUnderTest([answer, { Item: { a: 0 } }]);

    expect(await Promise.all([update(anUpdate('one')), update(anUpdate('other'))])).toEqual([
      { applied: false, found: { found: 'alone' } },
      { applied: true, attributes: { a: 0 } },
    ]);
    expect(requests).toEqual(['BatchExecuteStatementCommand', 'UpdateCommand']);
  });

  it.each([
    ['ValidationException', 3],
    ['TimeoutError', 1],
  ])('are made alone only if the batch was certainly rejected: %s', async (failure, count) => {
    const { update, requests } = clientUnderTest([], failure);

    const ended = await Promise.allSettled([update(anUpdate('one')), update(anUpdate('other'))]);

    expect(ended.map((end) => end.status === 'rejected' && Object(end.reason).name)).toEqual([
      failure,
      failure,
    ]);
    expect(requests).toHaveLength(count);
  });

  it('are made alone if there is only one', async () => {
    const { update, requests } = clientUnderTest([]);
    await update(anUpdate('one'));
    expect(requests).toEqual(['UpdateCommand']);
  });
});
