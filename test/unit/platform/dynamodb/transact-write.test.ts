import type { DynamoDBDocumentClient, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { ContendedWriteError } from '../../../../shared/platform/dynamodb/contended-write-error.ts';
import {
  type TransactItem,
  transactComposed,
  transactWrite,
} from '../../../../shared/platform/dynamodb/transact-write.ts';
import { cancelled } from '../../../support/table-double/writes.ts';

const named = (name: string) => Object.assign(new Error(name), { name });
const conflict = cancelled(['None', 'TransactionConflict']);
const timeOut = named('TimeoutError');
const throttled = named('ThrottlingException');
const often = (error: Error): readonly Error[] => Array.from({ length: 40 }, () => error);

/** A client whose requests fail with these errors in order, then succeed, and its requests. */
function clientThatFails(...errors: readonly Error[]) {
  const remaining = [...errors];
  const sent: TransactWriteCommand['input'][] = [];
  const send = async ({ input }: TransactWriteCommand) => {
    sent.push(input);
    const error = remaining.shift();
    if (error) throw error;
    return {};
  };
  return { client: { send } as unknown as DynamoDBDocumentClient, sent };
}

const itemOf = (attempt: number): TransactItem => ({
  Delete: { TableName: 'quotes', Key: { pk: String(attempt) } },
});

/** Writes composed transactions without waits; each composition has the number of the composition. */
async function writeComposed(...errors: readonly Error[]) {
  const { client, sent } = clientThatFails(...errors);
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
    const { client, sent } = clientThatFails(cancelled(['ThrottlingError']), timeOut);

    await expect(transactWrite(client, [itemOf(1)], 'token')).rejects.toBe(timeOut);

    expect(sent.map(({ ClientRequestToken }) => ClientRequestToken)).toEqual(['token', 'token']);
  });
});
