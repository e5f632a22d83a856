import { ConditionalCheckFailedException, TransactionConflictException } from '@aws-sdk/client-dynamodb';
import type { DeleteCommand, DynamoDBDocumentClient, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  type ConditionalWrite,
  deleteIf,
  putIf,
  updateIf,
} from '../../../../shared/platform/dynamodb/conditional-write.ts';

const facts = { message: 'rejected', $metadata: {} };
const CONDITION = { TableName: 'table', ConditionExpression: 'version = :before' };
const Key = { pk: 'a' };

/** A client whose requests end with these results in order, and the inputs of its requests. */
function clientThatAnswers(...results: readonly unknown[]) {
  const remaining = [...results];
  const sent: unknown[] = [];
  const send = async (command: UpdateCommand | PutCommand | DeleteCommand) => {
    sent.push(command.input);
    const result = remaining.shift();
    if (result instanceof Error) throw result;
    return result;
  };
  return { client: { send } as unknown as DynamoDBDocumentClient, sent };
}

type Write = (client: DynamoDBDocumentClient) => Promise<ConditionalWrite>;
const writes: readonly (readonly [string, Write])[] = [
  ['update', (client) => updateIf(client, { ...CONDITION, Key })],
  ['put', (client) => putIf(client, { ...CONDITION, Item: Key })],
  ['delete', (client) => deleteIf(client, { ...CONDITION, Key })],
];

afterEach(() => {
  vi.restoreAllMocks();
});

describe.each(writes)('a conditional %s', (_, write) => {
  it('returns the requested attributes if it was applied', async () => {
    const { client } = clientThatAnswers({ Attributes: { pk: 'a', version: 1 } });

    expect(await write(client)).toEqual({ applied: true, attributes: { pk: 'a', version: 1 } });
  });

  it('returns the item that did not meet the condition, as JavaScript values', async () => {
    const Item = { pk: { S: 'a' }, version: { N: '2' }, weeks: { NS: ['1', '2'] } };
    const { client, sent } = clientThatAnswers(new ConditionalCheckFailedException({ ...facts, Item }));

    const found = { pk: 'a', version: 2, weeks: new Set([1, 2]) };
    expect(await write(client)).toEqual({ applied: false, found });
    expect(sent).toEqual([expect.objectContaining({ ReturnValuesOnConditionCheckFailure: 'ALL_OLD' })]);
  });

  it('returns no item if there is none', async () => {
    const { client } = clientThatAnswers(new ConditionalCheckFailedException(facts));

    expect(await write(client)).toEqual({ applied: false, found: undefined });
  });

  it('is retried after a conflict with a transaction, and throws other errors', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const other = new Error('unavailable');
    const { client, sent } = clientThatAnswers(new TransactionConflictException(facts), {}, other);

    expect(await write(client)).toEqual({ applied: true, attributes: undefined });
    expect(sent).toHaveLength(2);
    await expect(write(client)).rejects.toBe(other);
  });
});
