import {
  ConditionalCheckFailedException,
  TransactionConflictException,
  TransactionInProgressException,
} from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { DynamoDBRecord } from 'aws-lambda';
import { batchingReader } from '../../../shared/platform/dynamodb/batch-get.ts';
import {
  type ConditionalWrite,
  deleteIf,
  putIf,
  updateIf,
} from '../../../shared/platform/dynamodb/conditional-write.ts';
import { ContendedWriteError } from '../../../shared/platform/dynamodb/contended-write-error.ts';
import { retryConflicts } from '../../../shared/platform/dynamodb/retry-conflicts.ts';
import { changedAt, firstFailure, sequenceNumberOf } from '../../../shared/platform/dynamodb/stream-batch.ts';
import {
  type TransactItem,
  transactComposed,
  transactWrite,
} from '../../../shared/platform/dynamodb/transact-write.ts';
import { createShardSpread } from '../../../shared/quotes/store/dynamodb-quote-decisions.ts';
import { cancelled } from '../../support/cancelled-transaction.ts';

const facts = { message: 'rejected', $metadata: {} };
const named = (name: string) => Object.assign(new Error(name), { name });
const conflict = cancelled(['None', 'TransactionConflict']);
const timeOut = named('TimeoutError');
const throttled = named('ThrottlingException');
const often = (error: Error): readonly Error[] => Array.from({ length: 40 }, () => error);

/** A client whose requests end with these results in order, then succeed, and the inputs of its requests. */
function clientThatAnswers<Input = unknown>(...results: readonly unknown[]) {
  const remaining = [...results];
  const sent: Input[] = [];
  const send = async ({ input }: { readonly input: Input }) => {
    sent.push(input);
    const result = remaining.shift() ?? {};
    if (result instanceof Error) throw result;
    return result;
  };
  return { client: { send } as unknown as DynamoDBDocumentClient, sent };
}

beforeEach(() => {
  // Waits between attempts have no length.
  jest.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => {
  jest.restoreAllMocks();
});

const itemOf = (attempt: number): TransactItem => ({
  Delete: { TableName: 'quotes', Key: { pk: String(attempt) } },
});

/** Writes composed transactions without waits; each composition has the number of the composition. */
async function writeComposed(...errors: readonly Error[]) {
  const { client, sent } = clientThatAnswers<TransactWriteCommand['input']>(...errors);
  let compositions = 0;
  const result = await transactComposed(client, () => [itemOf(++compositions)], {
    pause: async () => undefined,
  }).catch((error: unknown) => error);
  return {
    result,
    requests: sent.length,
    composed: sent.map(({ TransactItems = [] }) => Number(TransactItems[0]?.Delete?.Key?.pk)),
    tokens: new Set(sent.map(({ ClientRequestToken }) => ClientRequestToken)).size,
  };
}

describe('a composed transaction', () => {
  it('is composed again with another token after each cancellation', async () => {
    expect(await writeComposed(conflict, conflict)).toEqual({
      result: [],
      requests: 3,
      composed: [1, 2, 3],
      tokens: 3,
    });
  });

  it.each([
    ['a lost response', timeOut],
    ['a broken connection', Object.assign(new Error(), { code: 'ECONNRESET' })],
    ['a server error', Object.assign(new Error(), { $metadata: { httpStatusCode: 500 } })],
    ['throttling, after which an earlier request of the SDK may be applied', throttled],
    ['a request in progress', named('TransactionInProgressException')],
  ])('is sent again unchanged after %s, and after later conflicts', async (_, error) => {
    expect(await writeComposed(conflict, error, conflict, conflict)).toEqual({
      result: [],
      requests: 5,
      composed: [1, 2, 2, 2, 2],
      tokens: 2,
    });
  });

  it('returns an unmet condition, after a retry if another write conflicts at the same time', async () => {
    const unmet = [{ position: 0 }];
    expect(await writeComposed(cancelled(['ConditionalCheckFailed', 'None']))).toMatchObject({
      result: unmet,
      requests: 1,
    });
    const both = cancelled(['ConditionalCheckFailed', 'TransactionConflict']);
    expect(await writeComposed(both)).toMatchObject({ result: [], composed: [1, 2] });
    expect(await writeComposed(...often(both))).toMatchObject({ result: unmet, requests: 16 });
  });

  it('fails as contended only if nothing was written', async () => {
    const contended = await writeComposed(...often(conflict));
    expect(contended).toMatchObject({ result: expect.any(ContendedWriteError), requests: 16 });
    expect(await writeComposed(timeOut, ...often(conflict))).toMatchObject({
      result: conflict,
      requests: 16,
    });
    expect(await writeComposed(...often(throttled))).toMatchObject({ result: throttled, requests: 16 });
    expect(await writeComposed(...often(timeOut))).toMatchObject({ result: timeOut, requests: 20 });
  });
});

describe('a transaction with a token', () => {
  it('keeps its token, and leaves lost responses to the SDK', async () => {
    const { client, sent } = clientThatAnswers<TransactWriteCommand['input']>(
      cancelled(['ThrottlingError']),
      timeOut,
    );

    await expect(transactWrite(client, [itemOf(1)], 'token')).rejects.toBe(timeOut);

    expect(sent.map(({ ClientRequestToken }) => ClientRequestToken)).toEqual(['token', 'token']);
  });
});

describe('a write with a conflict', () => {
  it.each([
    ['a transaction on its item', new TransactionConflictException(facts)],
    ['its own first sending', new TransactionInProgressException(facts)],
    ['a conflict and an unmet condition', cancelled(['ConditionalCheckFailed', 'TransactionConflict'])],
    ['too much traffic', cancelled(['ThrottlingError', 'None'])],
  ])('is retried: %s', async (_, error) => {
    const { client, sent } = clientThatAnswers(error, error);
    await retryConflicts(() => client.send({} as never));
    expect(sent).toHaveLength(3);
  });

  it.each([
    ['a condition', new ConditionalCheckFailedException(facts)],
    ['a condition of a transaction', cancelled(['ConditionalCheckFailed', 'None'])],
    ['a broken item', cancelled(['None', 'ValidationError'])],
    ['anything else', new Error('rejected')],
  ])('is not retried after %s', async (_, error) => {
    const { client, sent } = clientThatAnswers(error);
    await expect(retryConflicts(() => client.send({} as never))).rejects.toBe(error);
    expect(sent).toHaveLength(1);
  });

  it('fails as contended if every attempt is cancelled', async () => {
    const { client, sent } = clientThatAnswers(...often(new TransactionConflictException(facts)));
    await expect(retryConflicts(() => client.send({} as never))).rejects.toThrow(ContendedWriteError);
    expect(sent).toHaveLength(16);
  });

  it('does not fail as contended if an earlier request may have been written', async () => {
    const { client } = clientThatAnswers(new TransactionInProgressException(facts), ...often(conflict));
    await expect(retryConflicts(() => client.send({} as never))).rejects.toBe(conflict);
  });
});

const CONDITION = { TableName: 'table', ConditionExpression: 'version = :before' };
const Key = { pk: 'a' };

type Write = (client: DynamoDBDocumentClient) => Promise<ConditionalWrite>;
const writes: readonly (readonly [string, Write])[] = [
  ['update', (client) => updateIf(client, { ...CONDITION, Key })],
  ['put', (client) => putIf(client, { ...CONDITION, Item: Key })],
  ['delete', (client) => deleteIf(client, { ...CONDITION, Key })],
];

describe.each(writes)('a conditional %s', (_, write) => {
  it('is retried after a conflict with a transaction, and throws other errors', async () => {
    const other = new Error('unavailable');
    const { client, sent } = clientThatAnswers(new TransactionConflictException(facts), {}, other);

    expect(await write(client)).toEqual({ applied: true, attributes: undefined });
    expect(sent).toHaveLength(2);
    await expect(write(client)).rejects.toBe(other);
  });
});

interface Sent {
  readonly RequestItems: Readonly<Record<string, { readonly Keys: readonly { readonly pk: string }[] }>>;
}

/** A reader whose client answers each key with an item of that key. */
function readerUnderTest() {
  const sent: Sent['RequestItems'][] = [];
  const send = async ({ input }: { input: Sent }) => {
    sent.push(input.RequestItems);
    const tables = Object.entries(input.RequestItems);
    return { Responses: Object.fromEntries(tables.map(([table, { Keys }]) => [table, Keys])) };
  };
  return { read: batchingReader({ send } as unknown as DynamoDBDocumentClient), sent };
}

const of = (pk: string) => ({ Keys: [{ pk }] });

describe('reads in one event loop turn', () => {
  it('are sent separately for the same table', async () => {
    const { read, sent } = readerUnderTest();
    const [one, other] = await Promise.all([read({ market: of('a') }), read({ market: of('b') })]);

    expect(sent).toHaveLength(2);
    expect([one.get('market'), other.get('market')]).toEqual([[{ pk: 'a' }], [{ pk: 'b' }]]);
  });

  it('are sent separately above 100 keys in total', async () => {
    const { read, sent } = readerUnderTest();
    const keys = (count: number) => ({
      Keys: Array.from({ length: count }, (_, index) => ({ pk: `${index}` })),
    });

    await Promise.all([read({ usage: of('a') }), read({ market: keys(100) }), read({ quotes: keys(99) })]);

    expect(sent.map((requested) => Object.keys(requested))).toEqual(
      expect.arrayContaining([['market'], ['usage', 'quotes']]),
    );
  });
});

describe('the shards of writers', () => {
  it('are the first one until a write is repeated, then all in turn for 5 seconds', () => {
    jest.useFakeTimers({ now: 0 });
    try {
      const spread = createShardSpread(8);
      const write = (attempts: number) => {
        const shardOfAttempt = spread();
        return Array.from({ length: attempts }, shardOfAttempt);
      };
      expect([write(1), write(1)]).toEqual([[0], [0]]);

      const [first, second] = write(2);
      expect(first).toBe(0);
      const later = Array.from({ length: 7 }, () => write(1)).flat();
      expect([second, ...later].toSorted()).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);

      jest.advanceTimersByTime(5_001);
      expect(write(1)).toEqual([0]);
    } finally {
      jest.useRealTimers();
    }
  });
});

const records: readonly DynamoDBRecord[] = ['100', '200', '300'].map((SequenceNumber) => ({
  dynamodb: { SequenceNumber },
}));
const [, second, third] = records as [DynamoDBRecord, DynamoDBRecord, DynamoDBRecord];

describe('the answer for a batch of stream records', () => {
  it('names the first failed record of the batch, in the order of the stream', () => {
    expect(firstFailure(records, new Set([third, second]))).toEqual({
      batchItemFailures: [{ itemIdentifier: '200' }],
    });
  });

  it('fails the whole batch if the failed record has no sequence number', () => {
    const unnumbered: DynamoDBRecord = {};
    expect(sequenceNumberOf(unnumbered)).toBe('');
    expect(firstFailure([unnumbered], new Set([unnumbered]))).toEqual({
      batchItemFailures: [{ itemIdentifier: '' }],
    });
  });
});

describe('the time of a change', () => {
  const recordOf = (at: unknown): DynamoDBRecord => ({
    dynamodb: { ApproximateCreationDateTime: at as number },
  });

  it.each([
    ['seconds, from Lambda', 1_767_225_600],
    ['ISO 8601, from the AWS CLI', '2026-01-01T00:00:00.000Z'],
  ])('is read from %s', (_form, at) => {
    expect(changedAt(recordOf(at))).toEqual(new Date('2026-01-01T00:00:00Z'));
  });

  it.each([undefined, 'yesterday'])('is required: %s', (at) => {
    expect(() => changedAt(recordOf(at))).toThrow();
  });
});
