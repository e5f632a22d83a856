import { QueryCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { countItemKey } from '../../../../shared/quotes/counts/dynamodb-day-counts.ts';
import { accountList } from '../../../../shared/quotes/counts/quote-lists.ts';
import { createDynamoDbQuoteRecounts } from '../../../../shared/quotes/store/dynamodb-quote-recount.ts';
import { localTable, newAccount, quoteMaker, storeOn, type Table } from '../quotes-under-test.ts';

const NOON = new Date('2026-03-17T12:00:00.000Z');
const SPAN = '2026-03-17#072';

let table: Table;
beforeAll(async () => {
  table = await localTable();
});
afterAll(() => table.stop());

/** An account whose span has one quote too many in its counts, and recounts whose commands a concurrent write precedes. */
async function damagedAccount(
  precede: (kind: 'period' | 'other' | 'transaction', write: () => Promise<unknown>) => Promise<unknown>,
) {
  const account = newAccount();
  await storeOn(table, { now: NOON }).create(account, quoteMaker()(NOON, 30));
  /** Adds to the count of a shard; each write raises the revision of its item. */
  const add = (shard: number, by: number) =>
    table.client.send(
      new UpdateCommand({
        TableName: table.TableName,
        Key: countItemKey(accountList(account), 'span', SPAN, shard),
        UpdateExpression: 'ADD #cell :by, #rev :one',
        ExpressionAttributeNames: { '#cell': '0.30', '#rev': 'rev' },
        ExpressionAttributeValues: { ':by': by, ':one': 1 },
      }),
    );
  await add(3, 1);
  const client = new Proxy(table.client, {
    get: (target, name) =>
      name === 'send'
        ? async (command: object) => {
            const reads =
              command instanceof QueryCommand ? command.input.ExpressionAttributeValues : undefined;
            const kind = command instanceof TransactWriteCommand ? 'transaction' : 'other';
            await precede(reads?.[':from'] === SPAN ? 'period' : kind, () => add(5, 0));
            return target.send(command as never);
          }
        : Reflect.get(target, name),
  });
  const pauses: number[] = [];
  const pause = async (ms: number) => void pauses.push(ms);
  const recount = (fix: boolean) =>
    createDynamoDbQuoteRecounts({ ...table, client, pause }).recount(account, fix);
  return { recount, pauses };
}

const DIFFERENCE = { level: 'span', period: SPAN, part: 0, partition: '30', stored: 2, counted: 1 };

describe('a recount', () => {
  it('compares a period again, after growing pauses, until no call wrote to it meanwhile', async () => {
    let reads = 0;
    const { recount, pauses } = await damagedAccount(async (kind, write) => {
      // Each comparison reads the period before and after it reads the rows.
      if (kind === 'period' && [2, 4].includes(++reads)) await write();
    });

    expect((await recount(false)).differences).toEqual([DIFFERENCE]);
    expect(pauses).toEqual([20, 40]);
  });

  it('fixes nothing if a call wrote since the comparison, and then compares again', async () => {
    let transactions = 0;
    const { recount } = await damagedAccount(async (kind, write) => {
      if (kind === 'transaction' && ++transactions === 1) await write();
    });

    expect((await recount(true)).differences).toEqual([DIFFERENCE]);
    expect(transactions).toBeGreaterThan(1);
    expect((await recount(false)).differences).toEqual([]);
  });
});
