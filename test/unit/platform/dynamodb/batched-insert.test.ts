import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { createBatchedInsert } from '../../../../shared/platform/dynamodb/batched-insert.ts';

/** A client that answers the statements of a batch in turn, and finds an item for each single put. */
function clientUnderTest(answers: readonly object[]) {
  const requests: { readonly name: string; readonly input: unknown }[] = [];
  const send = async (command: { readonly input: unknown }) => {
    const name = command.constructor.name;
    requests.push({ name, input: command.input });
    if (name === 'BatchExecuteStatementCommand') return { Responses: answers };
    throw new ConditionalCheckFailedException({
      $metadata: {},
      message: 'unmet',
      Item: { pk: { S: 'found' } },
    });
  };
  return { insert: createBatchedInsert({ send } as unknown as DynamoDBDocumentClient), requests };
}

const anInsert = (pk: string, more: object = {}) => ({
  TableName: 'orders',
  Item: { pk, sk: 'state', ...more },
});

describe('inserts in a batch', () => {
  it('share a request, and leave out undefined attributes', async () => {
    const { insert, requests } = clientUnderTest([{}, {}]);

    expect(
      await Promise.all([insert(anInsert('one', { a: [1], b: undefined })), insert(anInsert('other'))]),
    ).toEqual([
      { applied: true, attributes: undefined },
      { applied: true, attributes: undefined },
    ]);
    expect(requests).toMatchObject([
      {
        name: 'BatchExecuteStatementCommand',
        input: {
          Statements: [
            {
              Statement: `INSERT INTO "orders" VALUE {'pk': ?, 'sk': ?, 'a': ?}`,
              Parameters: ['one', 'state', [1]],
            },
            { Statement: `INSERT INTO "orders" VALUE {'pk': ?, 'sk': ?}`, Parameters: ['other', 'state'] },
          ],
        },
      },
    ]);
  });

  it('return the other item if there is one with the key', async () => {
    const { insert, requests } = clientUnderTest([{ Error: { Code: 'DuplicateItem' } }, {}]);

    expect(await Promise.all([insert(anInsert('one')), insert(anInsert('other'))])).toEqual([
      { applied: false, found: { pk: 'found' } },
      { applied: true, attributes: undefined },
    ]);
    expect(requests.map(({ name }) => name)).toEqual(['BatchExecuteStatementCommand', 'PutCommand']);
  });

  it('of the same item are in different requests', async () => {
    const { insert, requests } = clientUnderTest([]);

    await Promise.all([insert(anInsert('one')), insert(anInsert('one'))]);

    expect(requests.map(({ name }) => name)).toEqual(['PutCommand', 'PutCommand']);
  });
});
