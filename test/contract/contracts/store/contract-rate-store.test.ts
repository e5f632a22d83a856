import { type DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ContractRate, MAX_STORED_RATES } from '../../../../shared/contracts/rate/contract-rate.ts';
import {
  laneOf,
  MAX_LANE_BYTES,
  MAX_RATES_OF_A_LANE,
  rateBytes,
  selectContractRate,
} from '../../../../shared/contracts/rate/select-contract-rate.ts';
import type { StoredContractRate } from '../../../../shared/contracts/store/dynamodb-contract-items.ts';
import { countKey } from '../../../../shared/contracts/store/dynamodb-contract-items.ts';
import type { ContractRateStore } from '../../../../shared/contracts/store/dynamodb-contract-rate-store.ts';
import { createDynamoDbContractRateStore } from '../../../../shared/contracts/store/dynamodb-contract-rate-store.ts';
import type { Account } from '../../../../shared/platform/account/account.ts';
import { createContractsTable, startTestDynamoDb } from '../../../support/dynamodb-local.ts';
import { createInMemoryContractRates } from '../../../support/in-memory-contract-rates.ts';
import { localDocumentClient } from '../../../support/local-document-client.ts';
import { namedCustomer } from '../../../support/named-customer.ts';
import { contractRate } from '../../../unit/contracts/contract-rates.ts';

let engine: Awaited<ReturnType<typeof startTestDynamoDb>>;
let client: DynamoDBDocumentClient;
let dynamoDb: ContractRateStore;
let table: string;
/** Requests of the client, in order. */
const requests: string[] = [];

beforeAll(async () => {
  engine = await startTestDynamoDb();
  client = localDocumentClient(engine.endpoint);
  client.middlewareStack.add(
    (next, context) => (args) => {
      requests.push(String(context.commandName));
      return next(args);
    },
    { step: 'initialize' },
  );
  table = await createContractsTable(engine.endpoint);
  dynamoDb = createDynamoDbContractRateStore(client, table);
}, 120_000);
afterAll(async () => {
  client?.destroy();
  await engine?.stop();
});

const inMemory = createInMemoryContractRates();
const STORES = [
  ['DynamoDB Local', () => dynamoDb],
  ['memory', () => inMemory],
] as const;

let accounts = 0;
const newAccount = (): Account => ({ orgId: `org_${process.pid}c${accounts++}`, mode: 'live' });

const SAVANNAH = { key: 'port:USSAV', text: 'USSAV' } as const;
const ATLANTA = { key: 'city:GA atlanta', text: 'Atlanta, GA' } as const;

const stored = (fields: Partial<ContractRate> = {}, identity?: string): StoredContractRate => ({
  rate: contractRate({ origin: SAVANNAH, destination: ATLANTA, ...fields }),
  identity,
});
const creationOf = (after: StoredContractRate) => ({ before: undefined, after });
const nextOf = (before: StoredContractRate, fields: Partial<ContractRate>, identity = before.identity) => ({
  before,
  after: { rate: { ...before.rate, ...fields, version: before.rate.version + 1 }, identity },
});

/** A move from a terminal in Savannah to a door in Atlanta. */
const MOVE = {
  customer: namedCustomer('ACME'),
  origin: ['terminal:trm_1', 'zip:31408', 'zip3:314', 'city:GA savannah', 'port:USSAV', 'state:GA', 'any:*'],
  destination: ['zip:30318', 'zip3:303', 'city:GA atlanta', 'state:GA', 'any:*'],
  equipment: 'container_40',
} as const;

describe.each(STORES)('contract rates in %s', (_, storeOf) => {
  const create = async (account: Account, ...rates: readonly StoredContractRate[]) => {
    expect(await storeOf().write(account, rates.map(creationOf))).toEqual(rates.map(() => 'written'));
  };
  const found = async (account: Account, request: Parameters<ContractRateStore['find']>[1][number] = MOVE) =>
    (await storeOf().find(account, [request], await storeOf().shapes(account))).map(({ rateId }) => rateId);

  it('are found by the move, its customer and equipment, in their account', async () => {
    const account = newAccount();
    const rates = [
      stored(),
      stored({ customer: 'Acmé' }),
      stored({ origin: { key: 'any:*', text: '*' }, destination: { key: 'zip3:303', text: '303' } }),
    ];
    const others = [
      stored({ customer: 'Other' }),
      stored({ equipment: 'dryvan' }),
      stored({ destination: { key: 'city:TN memphis', text: 'Memphis, TN' } }),
    ];
    await create(account, ...rates, ...others);
    const ids = rates.map(({ rate }) => rate.rateId).toSorted();
    expect((await found(account)).toSorted()).toEqual(ids);
    expect((await found(account, { ...MOVE, customer: namedCustomer('') })).toSorted()).toEqual(
      rates
        .filter(({ rate }) => rate.customer === '')
        .map(({ rate }) => rate.rateId)
        .toSorted(),
    );
    expect(await found({ ...account, mode: 'test' })).toEqual([]);
    expect(await found(newAccount())).toEqual([]);
  });

  it('keep every field', async () => {
    const account = newAccount();
    const full = stored({
      customer: 'Zürich # "AG"',
      rateType: 'per_mile',
      amount: 28_555,
      minimumCents: 40_000,
      fuel: {
        ...{ method: 'table', unit: 'per_mile', region: null, miles: 'round_trip' },
        rows: [
          [3_000, 4_000],
          [3_050, 4_100],
        ],
      },
      accessorialOverrides: { chassis: { cents: 4_000 }, hazmat: { percentOfBase: 5 } },
      effectiveTo: '2026-12-31',
      tiers: [{ fromVolume: 5, amount: 27_000 }],
      externalId: 'A/1',
    });
    await create(account, full);
    expect(await storeOf().read(account, full.rate.rateId)).toEqual(full);
    expect(await storeOf().ofLanes(account, [laneOf(full.rate)])).toEqual([full.rate]);
    expect((await storeOf().list(account, {}, 10)).rates).toEqual([full.rate]);
  });

  it('keep their versions when they are replaced, moved to another lane and deleted', async () => {
    const account = newAccount();
    const first = stored();
    await create(account, first);
    const { rateId } = first.rate;
    const second = nextOf(first, { amount: 60_000 });
    const third = nextOf(second.after, { destination: { key: 'zip:30318', text: '30318' } });
    expect(await storeOf().write(account, [second])).toEqual(['written']);
    expect(await storeOf().write(account, [third])).toEqual(['written']);
    expect(await storeOf().ofLanes(account, [laneOf(first.rate)])).toEqual([]);
    expect(await storeOf().ofLanes(account, [laneOf(third.after.rate)])).toEqual([third.after.rate]);
    expect(await found(account)).toEqual([rateId]);
    expect(await storeOf().write(account, [{ before: third.after, after: undefined }])).toEqual(['written']);
    expect(await found(account)).toEqual([]);
    expect(await storeOf().read(account, rateId)).toBeUndefined();
    expect((await storeOf().list(account, {}, 10)).rates).toEqual([]);
    expect(await storeOf().version(account, rateId, 1)).toEqual(first.rate);
    expect(await storeOf().version(account, rateId, 2)).toEqual(second.after.rate);
    expect(await storeOf().version(account, rateId, 3)).toEqual(third.after.rate);
    expect(await storeOf().version(account, rateId, 4)).toBeUndefined();
  });

  it('reject a write of a version that is no longer current', async () => {
    const account = newAccount();
    const first = stored();
    await create(account, first);
    const [one, other] = [nextOf(first, { amount: 1 }), nextOf(first, { amount: 2 })];
    const outcomes = [await storeOf().write(account, [one]), await storeOf().write(account, [other])].flat();
    expect(outcomes).toEqual(['written', 'changed-meanwhile']);
    expect(await storeOf().write(account, [{ before: first, after: undefined }])).toEqual([
      'changed-meanwhile',
    ]);
    expect(await storeOf().read(account, first.rate.rateId)).toEqual(one.after);
    expect(await storeOf().ofLanes(account, [laneOf(first.rate)])).toEqual([one.after.rate]);
    expect(await storeOf().write(account, [creationOf(first)])).toEqual(['changed-meanwhile']);
  });

  it('are found by their identity, which one rate has', async () => {
    const account = newAccount();
    const first = stored({ externalId: 'A' }, 'identity-a');
    await create(account, first);
    expect(await storeOf().identified(account, ['identity-a', 'identity-b'])).toEqual(
      new Map([['identity-a', first]]),
    );
    const taken = stored({ externalId: 'A' }, 'identity-a');
    expect(await storeOf().write(account, [creationOf(taken)])).toEqual(['identity-taken']);
    expect(await found(account)).toEqual([first.rate.rateId]);
    const renamed = nextOf(first, { externalId: 'B' }, 'identity-b');
    expect(await storeOf().write(account, [renamed])).toEqual(['written']);
    await create(account, taken);
    expect(
      [...(await storeOf().identified(account, ['identity-a', 'identity-b'])).keys()].toSorted(),
    ).toEqual([...['identity-a', 'identity-b']]);
    expect(await storeOf().write(account, [{ before: renamed.after, after: undefined }])).toEqual([
      'written',
    ]);
    expect((await storeOf().identified(account, ['identity-b'])).size).toBe(0);
  });

  it('are also found by the identity of their call after they got another one, until they are deleted', async () => {
    const account = newAccount();
    const first = stored({}, 'call-1');
    await create(account, first);
    const { before, after } = nextOf(first, { externalId: 'A' }, 'identity-a');
    const renamed = { before, after: { ...after, callIdentity: 'call-1' } };
    expect(await storeOf().write(account, [renamed])).toEqual(['written']);
    expect(await storeOf().identified(account, ['call-1', 'identity-a'])).toEqual(
      new Map([
        ['call-1', renamed.after],
        ['identity-a', renamed.after],
      ]),
    );
    expect(await storeOf().write(account, [{ before: renamed.after, after: undefined }])).toEqual([
      'written',
    ]);
    expect((await storeOf().identified(account, ['call-1', 'identity-a'])).size).toBe(0);
  });

  it('are changed meanwhile if the same replacement was stored before, although it took the identity', async () => {
    const account = newAccount();
    const first = stored();
    await create(account, first);
    const renamed = nextOf(first, { externalId: 'A' }, 'identity-a');
    expect(await storeOf().write(account, [renamed])).toEqual(['written']);
    expect(await storeOf().write(account, [renamed])).toEqual(['changed-meanwhile']);
  });

  it('are at most 100 in a lane', async () => {
    const account = newAccount();
    const rates = Array.from({ length: MAX_RATES_OF_A_LANE }, () => stored());
    await create(account, ...rates);
    expect((await found(account)).length).toBe(MAX_RATES_OF_A_LANE);
    const one = stored();
    expect(await storeOf().write(account, [creationOf(one)])).toEqual(['lane-full']);
    expect(await storeOf().read(account, one.rate.rateId)).toBeUndefined();
    const [full] = rates;
    if (full === undefined) throw new Error('no rate');
    expect(await storeOf().write(account, [nextOf(full, { amount: 1 })])).toEqual(['written']);
    const [, leaving] = rates;
    if (leaving === undefined) throw new Error('no rate');
    expect(await storeOf().write(account, [{ before: leaving, after: undefined }])).toEqual(['written']);
    await create(account, one);
  });

  it('of a lane have at most the bytes of an item', async () => {
    const account = newAccount();
    const rows = Array.from({ length: 200 }, (_, at) => [20_000 + at, 200_000] as const);
    const fuel = { method: 'table', unit: 'per_mile', region: 'US', miles: 'round_trip', rows } as const;
    const large = (fields: Partial<ContractRate> = {}) => stored({ fuel, ...fields });
    const small = stored();
    const fitting = Math.floor((MAX_LANE_BYTES - rateBytes(small.rate)) / rateBytes(large().rate));
    const rates = Array.from({ length: fitting }, () => large());
    await create(account, small, ...rates);
    expect(await storeOf().write(account, [creationOf(large())])).toEqual(['lane-full']);
    expect(await storeOf().write(account, [nextOf(small, { fuel })])).toEqual(['lane-full']);
    const [first, second] = rates;
    if (first === undefined || second === undefined) throw new Error('no rates');
    const shorter = nextOf(first, { fuel: 'market' });
    expect(await storeOf().write(account, [shorter])).toEqual(['written']);
    expect(await storeOf().write(account, [nextOf(small, { fuel })])).toEqual(['written']);
    expect(await storeOf().write(account, [nextOf(shorter.after, { fuel })])).toEqual(['lane-full']);
    expect(await storeOf().write(account, [{ before: second, after: undefined }])).toEqual(['written']);
    expect(await storeOf().write(account, [nextOf(shorter.after, { fuel })])).toEqual(['written']);
    expect((await found(account)).length).toBe(fitting);
  });

  it('are listed newest first, by filters and pages', async () => {
    const account = newAccount();
    const rates = [
      stored({ customer: 'Acme', externalId: 'A' }),
      stored({ effectiveTo: '2026-06-30' }),
      stored({ equipment: 'dryvan', destination: { key: 'state:GA', text: 'GA' } }),
    ];
    await create(account, ...rates);
    const ids = rates
      .map(({ rate }) => rate.rateId)
      .toSorted()
      .toReversed();
    const listed = async (...args: [Parameters<ContractRateStore['list']>[1], number]) =>
      (await storeOf().list(account, ...args)).rates.map(({ rateId }) => rateId);
    expect(await listed({}, 10)).toEqual(ids);
    const page = await storeOf().list(account, {}, 2);
    expect(page.rates.map(({ rateId }) => rateId)).toEqual(ids.slice(0, 2));
    const last = await storeOf().list(account, {}, 2, page.next);
    expect([last.rates.map(({ rateId }) => rateId), last.next]).toEqual([ids.slice(2), undefined]);
    const idAt = (at: number) => rates[at]?.rate.rateId;
    expect(await listed({ customer: 'ACMÉ' }, 10)).toEqual([idAt(0)]);
    expect(await listed({ externalId: 'A' }, 10)).toEqual([idAt(0)]);
    expect(await listed({ equipment: 'dryvan' }, 10)).toEqual([idAt(2)]);
    expect(await listed({ destination: 'atlanta', effectiveOn: '2026-07-01' }, 10)).toEqual([idAt(0)]);
    expect(await listed({ origin: 'ussav' }, 10)).toEqual(ids);
    expect(await listed({ origin: 'uslax' }, 10)).toEqual([]);
  });
});

describe('a lookup of contract rates', () => {
  it('is one request, whatever the number of rates, and one for the shapes', async () => {
    const account = newAccount();
    const rates = Array.from({ length: 600 }, (_, at) =>
      stored({
        customer: at % 3 === 0 ? 'Acme' : '',
        origin: at % 2 === 0 ? SAVANNAH : { key: 'state:GA', text: 'GA' },
        destination: { key: `zip:${30_000 + at}`, text: String(30_000 + at) },
      }),
    );
    expect(new Set(await dynamoDb.write(account, rates.map(creationOf)))).toEqual(new Set(['written']));
    requests.length = 0;
    const shapes = await dynamoDb.shapes(account);
    const request = { ...MOVE, destination: ['zip:30318', 'zip3:303', 'state:GA', 'any:*'] } as const;
    const candidates = await dynamoDb.find(account, [request], shapes);
    expect(requests).toEqual(['BatchGetItemCommand', 'BatchGetItemCommand']);
    expect(candidates).toEqual([rates[318]?.rate]);
    expect(selectContractRate(candidates, { ...request, day: '2026-11-05' })?.rate).toEqual(rates[318]?.rate);
    requests.length = 0;
    const [far, none] = [{ ...MOVE, origin: ['any:*'] } as const, new Set<string>()];
    expect(await dynamoDb.find(account, [far], shapes)).toEqual([]);
    expect(await dynamoDb.find(account, [request], none)).toEqual([]);
    expect(requests).toEqual([]);
  });
});

describe('the maximum of rates of an account', () => {
  const setCount = (account: Account, rates: number) =>
    client.send(new PutCommand({ TableName: table, Item: { ...countKey(account), rates } }));
  const laneOfRow = (at: number) => ({ key: `city:GA town ${at}`, text: `Town ${at}, GA` }) as const;
  const creation = (at: number) =>
    creationOf(stored({ rateId: `C-${at}` as ContractRate['rateId'], destination: laneOfRow(at) }));

  it('is exact for concurrent creations, and deletions give room', async () => {
    const account = newAccount();
    await setCount(account, MAX_STORED_RATES - 3);
    const writes = await Promise.all(
      Array.from({ length: 6 }, async (_, at) => (await dynamoDb.write(account, [creation(at)]))[0]),
    );
    expect(writes.toSorted()).toEqual([
      ...Array.from({ length: 3 }, () => 'account-full'),
      ...Array.from({ length: 3 }, () => 'written'),
    ]);
    expect(await dynamoDb.count(account)).toBe(MAX_STORED_RATES);

    const written = creation(writes.indexOf('written')).after;
    const next = nextOf(written, { amount: 1 });
    expect(await dynamoDb.write(account, [next])).toEqual(['written']);
    expect(await dynamoDb.count(account)).toBe(MAX_STORED_RATES);
    expect(await dynamoDb.write(account, [{ before: next.after, after: undefined }])).toEqual(['written']);
    expect(await dynamoDb.count(account)).toBe(MAX_STORED_RATES - 1);
    expect(await dynamoDb.write(account, [creation(7), creation(8)])).toEqual([
      'account-full',
      'account-full',
    ]);
    expect(await dynamoDb.write(account, [creation(7)])).toEqual(['written']);
  });
});
