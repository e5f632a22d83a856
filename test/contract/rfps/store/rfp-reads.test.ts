import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Account } from '../../../../shared/platform/account/account.ts';
import { priceChunkUseCase } from '../../../../shared/rfps/price-chunk.ts';
import { NO_COUNTERS } from '../../../../shared/rfps/record/rfp-counters.ts';
import {
  createRfpIds,
  newStoredRfp,
  type RfpId,
  type StoredRfp,
} from '../../../../shared/rfps/record/stored-rfp.ts';
import { headItem } from '../../../../shared/rfps/store/dynamodb-rfp-items.ts';
import type { RfpFilter } from '../../../../shared/rfps/store/dynamodb-rfp-reader.ts';
import {
  allResults,
  created,
  messagesOf,
  newAccount,
  newRfp,
  pricingPorts,
  startRfps,
  type Table,
} from '../rfps-under-test.ts';

let table: Table;
let store: Table['store'];
beforeAll(async () => {
  table = await startRfps();
  ({ store } = table);
}, 180_000);
afterAll(() => table.stop());

let heads = 0;

/** Stores only the head of an RFP that was created on a day, after those that were stored before for that day. */
async function putHead(account: Account, day: string, changed: Partial<StoredRfp> = {}): Promise<RfpId> {
  const { lanes: _, ...fields } = newRfp(1);
  // A generator never goes back in time.
  const rfpId = createRfpIds()(new Date(Date.parse(`${day}T12:00:00Z`) + heads++));
  const rfp: StoredRfp = {
    ...newStoredRfp({ ...fields, rfpId, lanes: 10, calls: 1, period: '2026-10' }),
    remaining: 0,
    ...changed,
  };
  const Item = headItem(account, { rfp, writtenBy: 'test' });
  await table.client.send(new PutCommand({ TableName: table.rfpsTable, Item }));
  return rfpId;
}

/** The ids of all pages. */
async function allPages(account: Account, filter: RfpFilter, limit: number): Promise<readonly RfpId[]> {
  const ids: RfpId[] = [];
  let after: RfpId | undefined;
  do {
    const page = await store.list(account, filter, limit, after);
    expect(page.rfps.length).toBeLessThanOrEqual(limit);
    ids.push(...page.rfps.map(({ rfpId }) => rfpId));
    after = page.next;
  } while (after !== undefined);
  return ids;
}

describe('a list of RFPs', () => {
  const account = newAccount();
  const ids: RfpId[] = [];
  const DAYS = ['2026-09-30', '2026-10-01', '2026-10-01', '2026-10-02', '2026-10-03'] as const;
  const CHANGES: readonly Partial<StoredRfp>[] = [
    { customer: 'Peña Foods', customerId: 'K-1' },
    { customer: 'PENA FOODS', remaining: 2 },
    { customer: '', counters: { ...NO_COUNTERS, won: 2 } },
    { customer: 'Peña Foods, Inc.', remaining: 1 },
    { customer: 'peña foods', customerId: 'K-1' },
  ];
  beforeAll(async () => {
    for (const [at, day] of DAYS.entries()) ids.push(await putHead(account, day, CHANGES[at]));
    await putHead({ ...account, mode: 'live' }, '2026-10-02');
    await putHead({ ...account, orgId: `${account.orgId}2` }, '2026-10-02');
  });
  const at = (...positions: readonly number[]) => positions.map((position) => ids[position]);

  it.each([1, 2, 5, 100])('has each RFP of the account once, newest first, in pages of %i', async (limit) => {
    expect(await allPages(account, {}, limit)).toEqual(at(4, 3, 2, 1, 0));
  });

  it.each<[RfpFilter, readonly number[]]>([
    [{ status: 'priced' }, [4, 0]],
    [{ status: 'pricing' }, [3, 1]],
    [{ status: 'awarded' }, [2]],
    [{ status: 'closed' }, []],
    [{ customer: 'pena foods' }, [4, 1, 0]],
    [{ customer: 'pena' }, []],
    [{ customerId: 'K-1' }, [4, 0]],
    [{ createdFrom: '2026-10-01' }, [4, 3, 2, 1]],
    [{ createdTo: '2026-10-01' }, [2, 1, 0]],
    [{ createdFrom: '2026-10-01', createdTo: '2026-10-01' }, [2, 1]],
    [{ createdFrom: '2026-10-04' }, []],
    [{ createdFrom: '2026-10-01', createdTo: '2026-10-02', status: 'pricing', customer: 'PEÑA FOODS' }, [1]],
  ])('has the RFPs of the filter %j', async (filter, positions) => {
    expect(await allPages(account, filter, 100)).toEqual(at(...positions));
    expect(await allPages(account, filter, 1)).toEqual(at(...positions));
  });

  it('continues after an RFP that was deleted, and before a cursor outside the days', async () => {
    const other = newAccount();
    const [oldest, middle, newest] = [
      await putHead(other, '2026-10-01'),
      await putHead(other, '2026-10-02'),
      await putHead(other, '2026-10-03'),
    ];
    await store.delete(other, middle);
    expect((await store.list(other, {}, 1, middle)).rfps.map(({ rfpId }) => rfpId)).toEqual([oldest]);
    expect((await store.list(other, { createdTo: '2026-10-02' }, 5, newest)).rfps).toHaveLength(1);
    expect(await store.list(other, { createdFrom: '2026-10-02' }, 5, oldest)).toEqual({
      rfps: [],
      next: undefined,
    });
  });

  it('examines 2,000 RFPs for a page, which can then be empty', async () => {
    const many = newAccount();
    const wanted = await putHead(many, '2026-08-01', { state: 'closed' });
    for (let put = 0; put < 2_010; put += 30) {
      await Promise.all(Array.from({ length: 30 }, () => putHead(many, '2026-10-01')));
    }
    for (const filter of [{ status: 'closed' }, { customer: 'None' }, { customerId: 'K-1' }] as const) {
      let queries = 0;
      table.client.middlewareStack.add(
        (next) => (call) => {
          queries++;
          return next(call);
        },
        { step: 'initialize', name: 'count' },
      );
      const page = await store.list(many, filter, 1);
      table.client.middlewareStack.remove('count');
      expect(page).toEqual({ rfps: [], next: expect.anything() });
      expect(queries).toBeLessThan(10);
    }
    const first = await store.list(many, { status: 'closed' }, 10);
    const second = await store.list(many, { status: 'closed' }, 10, first.next);
    expect(second).toMatchObject({ rfps: [{ rfpId: wanted }], next: undefined });
  }, 60_000);
});

describe('the lanes of an RFP', () => {
  it('are those at the indexes that have a result in the version', async () => {
    const account = newAccount();
    const rfpId = await created(store, account, 120);
    const rfp = (await store.read(account, rfpId)) ?? never();
    const price = priceChunkUseCase(pricingPorts(store));
    const [first, , third] = messagesOf(account, rfp);
    for (const message of [first, third]) await price(message ?? never(), false);
    const { results } = await allResults(table, account, rfpId);
    const drafts = newRfp(120).lanes;

    const lanes = await store.lanes(account, rfp, [119, 0, 49, 50, 99, 120, 7]);
    expect([...lanes.keys()]).toEqual([119, 0, 49, 7]);
    expect(lanes.get(0)).toEqual({ draft: drafts[0], result: results[0], terms: {} });
    expect(lanes.get(49)).toEqual({ draft: drafts[49], result: results[49], terms: {} });
    expect(lanes.get(119)).toEqual({ draft: drafts[119], result: results[69], terms: {} });
    expect((await store.lanes(account, { ...rfp, version: 2 }, [0])).size).toBe(0);
    expect((await store.lanes({ ...account, mode: 'live' }, rfp, [0])).size).toBe(0);
    expect((await store.lanes(account, rfp, [])).size).toBe(0);
  });

  it('of more chunks than one batch has are all read', async () => {
    const account = newAccount();
    const rfpId = await created(store, account, 2_600);
    const rfp = (await store.read(account, rfpId)) ?? never();
    const price = priceChunkUseCase(pricingPorts(store));
    const messages = messagesOf(account, rfp);
    for (const at of [0, 51]) await price(messages[at] ?? never(), false);
    const indexes = Array.from({ length: 2_600 }, (_, at) => 2_599 - at);
    const lanes = await store.lanes(account, rfp, indexes);
    expect([...lanes.keys()]).toEqual([...indexes.slice(0, 50), ...indexes.slice(-50)]);
    for (const [index, { draft }] of lanes) expect(draft.laneId).toBe(`L${index}`);
  }, 60_000);
});

function never(): never {
  throw new Error('missing');
}
