import { randomUUID } from 'node:crypto';
import { type DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { laneOf } from '../../../shared/contracts/rate/select-contract-rate.ts';
import { createDynamoDbContractRateStore } from '../../../shared/contracts/store/dynamodb-contract-rate-store.ts';
import type { Customer } from '../../../shared/customers/customer.ts';
import { createCustomerIds } from '../../../shared/customers/customer-names.ts';
import {
  createDynamoDbCustomerMatches,
  createDynamoDbCustomers,
  ratedCustomerItem,
} from '../../../shared/customers/dynamodb-customers.ts';
import type { Account } from '../../../shared/platform/account/account.ts';
import { createContractsTable, startTestDynamoDb } from '../../support/dynamodb-local.ts';
import { localDocumentClient } from '../../support/local-document-client.ts';
import { contractRate } from '../../unit/contracts/contract-rates.ts';

let engine: Awaited<ReturnType<typeof startTestDynamoDb>>;
let client: DynamoDBDocumentClient;
let table: string;
beforeAll(async () => {
  engine = await startTestDynamoDb();
  client = localDocumentClient(engine.endpoint);
  table = await createContractsTable(engine.endpoint);
}, 180_000);
afterAll(() => engine.stop());

const newId = createCustomerIds();
const NOW = new Date('2026-11-30T12:00:00Z');
const newAccount = (): Account => ({ orgId: `org_${randomUUID()}`, mode: 'test' });
const newCustomer = (name: string, aliases: readonly string[] = []): Customer => ({
  ...{ customerId: newId(NOW), version: 1, updatedAt: NOW.toISOString(), name, aliases },
  ...{ contact: '', email: '', phone: '', terms: '', notes: '' },
});
const store = () => createDynamoDbCustomers({ client, table });
const idOf = async (account: Account, text: string) =>
  (await createDynamoDbCustomerMatches(client, table).match(account, text)).match.customerId;

describe('customers of an account', () => {
  it('are read, listed and matched by their own account only', async () => {
    const [account, customer] = [newAccount(), newCustomer('Acme Home', ['AHP'])];
    expect(await store().create(account, customer)).toBe('written');
    expect(await store().read(account, customer.customerId)).toEqual(customer);
    expect(await idOf(account, 'A.H.P. Inc')).toBe(customer.customerId);
    for (const other of [newAccount(), { ...account, mode: 'live' as const }]) {
      expect(await store().read(other, customer.customerId)).toBeUndefined();
      expect((await store().list(other, 20, undefined)).customers).toEqual([]);
      expect(await idOf(other, 'AHP')).toBeNull();
    }
  });

  it('are listed newest first, page by page', async () => {
    const account = newAccount();
    const customers = ['A', 'B', 'C'].map((name) => newCustomer(name));
    for (const customer of customers) await store().create(account, customer);
    const first = await store().list(account, 2, undefined);
    const second = await store().list(account, 2, first.next);
    expect([...first.customers, ...second.customers]).toEqual(customers.toReversed());
    expect(second.next).toBeUndefined();
  });

  it('have each name once under concurrency', async () => {
    const account = newAccount();
    const customers = Array.from({ length: 12 }, (_, at) =>
      at % 2 === 0 ? newCustomer('Acmé', [`A${at}`]) : newCustomer(`B${at}`, [' ACME ']),
    );
    const outcomes = await Promise.all(
      customers.map((customer) =>
        store()
          .create(account, customer)
          .catch(() => 'contended'),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === 'written')).toHaveLength(1);
    expect((await store().list(account, 20, undefined)).customers).toHaveLength(1);
  });

  it('say which names are taken, and free those that they drop', async () => {
    const account = newAccount();
    const before = newCustomer('Acme', ['AHP']);
    await store().create(account, before);
    expect(await store().create(account, newCustomer('Other', ['ahp']))).toEqual({ taken: ['ahp'] });
    const after = { ...before, version: 2, aliases: [] };
    expect(await store().replace(account, before, after)).toBe('written');
    expect(await store().replace(account, before, after)).toBe('changed');
    expect(await idOf(account, 'AHP')).toBeNull();
    expect(await store().create(account, newCustomer('Other', ['ahp']))).toBe('written');
  });

  it('leave names that stand for nobody when they are deleted', async () => {
    const [account, customer] = [newAccount(), newCustomer('Acme')];
    await store().create(account, customer);
    expect(await store().delete(account, customer)).toBe('written');
    expect(await store().read(account, customer.customerId)).toBeUndefined();
    const matches = createDynamoDbCustomerMatches(client, table);
    expect(await matches.match(account, 'acme inc')).toMatchObject({
      match: { customerId: null, keys: [] },
      warnings: [expect.stringContaining('was deleted')],
    });
    const next = newCustomer('ACME');
    expect(await store().create(account, next)).toBe('written');
    expect(await idOf(account, 'acme inc')).toBe(next.customerId);
  });

  it.each([
    ['longer than a sort key if accents are separate', '\uAC01'.repeat(120)],
    ['longer than a partition key if its ligatures are separate', '\uFDFA'.repeat(80)],
  ])('can have a name that is %s, and contract rates', async (_, name) => {
    const [account, customer] = [newAccount(), newCustomer(name, [`${name} Export`])];
    expect(await idOf(account, name)).toBeNull();
    expect(await store().create(account, customer)).toBe('written');
    expect(await store().create(account, newCustomer(name))).toEqual({ taken: [name] });
    expect(await idOf(account, `${name}, Inc.`)).toBe(customer.customerId);
    const rates = createDynamoDbContractRateStore(client, table);
    const rate = contractRate({ customer: name });
    expect(await rates.write(account, [{ before: undefined, after: { rate, identity: undefined } }])).toEqual(
      ['written'],
    );
    expect(await rates.ofLanes(account, [laneOf(rate)])).toEqual([rate]);
    expect(await store().delete(account, customer)).toBe('written');
  });

  it('get no warning about similar names if they have rates, also among many names of one beginning', async () => {
    const account = newAccount();
    const rated = [...Array.from({ length: 99 }, (_, at) => `Acme ${at + 100}`), 'Acme Zul', 'Acme Zulu'];
    for (const name of rated) {
      await client.send(new PutCommand({ TableName: table, Item: ratedCustomerItem(account, name) }));
    }
    const { match } = createDynamoDbCustomerMatches(client, table);
    expect((await match(account, 'ACME Zulu')).similarity).toEqual([]);
    expect((await match(account, 'Acme Zulu Export')).similarity).toEqual([
      expect.stringContaining('"Acme Zul" has.'),
    ]);
  });
});
