import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Account } from '../../../../shared/platform/account/account.ts';
import { priceChunkUseCase } from '../../../../shared/rfps/price-chunk.ts';
import type { RfpId } from '../../../../shared/rfps/record/stored-rfp.ts';
import { headKey, readHead } from '../../../../shared/rfps/store/dynamodb-rfp-items.ts';
import { createDynamoDbRfpRequests } from '../../../../shared/rfps/store/dynamodb-rfp-requests.ts';
import {
  created,
  deliverAll,
  messagesOf,
  NOW,
  newAccount,
  newRfp,
  pricingPorts,
  startRfps,
  storeAwaited,
  type Table,
  usedCalls,
} from '../rfps-under-test.ts';

let table: Table;
let waiting: ReturnType<typeof createDynamoDbRfpRequests>;
beforeAll(async () => {
  table = await startRfps();
  waiting = createDynamoDbRfpRequests(table, () => NOW);
}, 180_000);
afterAll(() => table.stop());

const head = async (account: Account, rfpId: RfpId) => {
  const { client, rfpsTable: TableName } = table;
  const { Item } = await client.send(
    new GetCommand({ TableName, Key: headKey(account, rfpId), ConsistentRead: true }),
  );
  return Item && readHead(Item);
};

describe('RFPs that wait for their organization', () => {
  it('are resumed if they have chunks without a result; others do not change', async () => {
    const account = newAccount();
    const other: Account = { ...account, mode: 'live' };
    const [waits, ended] = [
      await created(table.store, account, 120),
      await created(table.store, account, 60),
    ];
    await created(table.store, other, 60);
    const price = priceChunkUseCase(pricingPorts(table.store));
    const work = async (rfpId: RfpId) => {
      const rfp = await table.store.read(account, rfpId);
      await deliverAll(rfp === undefined ? [] : messagesOf(account, rfp), 2, async (message) => {
        await price(message, false);
      });
    };
    await work(ended);
    const before = [await head(account, waits), await head(account, ended)];

    expect([await waiting.resume(account), await waiting.resume(account)]).toEqual([1, 1]);
    const resumed = await head(account, waits);
    expect(resumed).toEqual({ ...before[0], resumedAt: NOW.toISOString() });
    expect(await head(account, ended)).toEqual(before[1]);

    await work(waits);
    expect(await waiting.resume(account)).toBe(0);
    const { counters, remaining } = (await table.store.read(account, waits)) ?? {};
    expect([remaining, (counters?.priced ?? 0) + (counters?.failed ?? 0)]).toEqual([0, 120]);
    expect(await usedCalls(table, account)).toBe(18);
  });

  it('are resumed with a file that was sent, and not before it is sent', async () => {
    const account = newAccount();
    const { rfpId } = await storeAwaited(table, account, NOW.toISOString());
    expect(await waiting.resume(account)).toBe(0);

    await waiting.keepFile(account, rfpId, 4_321);
    expect(await waiting.resume(account)).toBe(1);
    expect(await head(account, rfpId)).toMatchObject({ fileBytes: 4_321, rfp: { lanes: 0 } });
  });

  it('are not made by a file of a deleted RFP', async () => {
    const account = newAccount();
    const { rfpId } = newRfp(0);
    await waiting.keepFile(account, rfpId, 1);
    expect(await head(account, rfpId)).toBeUndefined();
    expect(await waiting.resume(account)).toBe(0);
  });
});
