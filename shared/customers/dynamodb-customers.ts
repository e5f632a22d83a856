import { randomUUID } from 'node:crypto';
import { type DynamoDBDocumentClient, GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import type { KeyedAnswer } from '../accounts/idempotency/dynamodb-idempotency-store.ts';
import type { Account } from '../platform/account/account.ts';
import { forEachConcurrent } from '../platform/concurrency/for-each-concurrent.ts';
import { itemsBetween, pageOfMatches } from '../platform/dynamodb/page-of-matches.ts';
import { type TransactItem, transactWrite } from '../platform/dynamodb/transact-write.ts';
import type { Customer } from './customer.ts';
import {
  type CustomerId,
  type CustomerMatch,
  customerKey,
  customerOf,
  isSimilarName,
  looseCustomerKey,
  matchCustomer,
  type NamedCustomer,
  NO_CUSTOMER,
  nameInKey,
  type OwnedName,
  similarityPrefix,
} from './customer-names.ts';

const accountKey = ({ orgId, mode }: Account): string => `${orgId}#${mode}`;

/** Customers of an account are one partition of the table of contract rates, so that a list is one query. */
const customersKey = (account: Account): string => `${accountKey(account)}#customers`;

/** Names with one loose form are one partition, so that a match is one query. */
const nameKey = (account: Account, key: string) => ({
  pk: `${accountKey(account)}#customer-names#${nameInKey(looseCustomerKey(key))}`,
  sk: `name#${nameInKey(key)}`,
});

/** The name of a customer that has contract rates. Names that begin alike are one partition. */
export const ratedCustomerItem = (account: Account, customer: string) => ({
  pk: `${accountKey(account)}#rated-customers#${similarityPrefix(customer)}`,
  sk: `name#${nameInKey(customerKey(customer))}`,
  customer: customer.trim(),
});

/** Names that a match reads of one loose form, and of one beginning. */
const MAX_NAMES = 100;
const MAX_SIMILAR = 3;
const READS_AT_ONCE = 20;

const customerItem = v.object({ data: v.string() });
/** @throws ValiError if the item is not of a customer. */
export const readCustomerItem = (item: unknown): Customer => JSON.parse(v.parse(customerItem, item).data);

const nameItem = v.object({ name: v.string() });

const keysOf = ({ name, aliases }: Pick<Customer, 'name' | 'aliases'>): readonly string[] =>
  [name, ...aliases].map(customerKey);

export type CustomerWrite =
  | 'written'
  | 'changed'
  | 'answered'
  /** Other customers have names of this one. */
  | { readonly taken: readonly string[] };

export type CustomerMatches = ReturnType<typeof createDynamoDbCustomerMatches>;

export interface MatchedCustomer {
  readonly match: CustomerMatch;
  readonly warnings: readonly string[];
  /** The warning that the name of no customer is similar to one with contract rates. */
  readonly similarity: readonly string[];
}

const NOBODY: MatchedCustomer = { match: NO_CUSTOMER, warnings: [], similarity: [] };

/** Matches texts with customers. IAM permission: `Query`. @param table key `pk` and `sk`. */
export function createDynamoDbCustomerMatches(client: DynamoDBDocumentClient, TableName: string) {
  const query = async (pk: string, attribute: string, sk?: string): Promise<readonly unknown[]> => {
    const { Items = [] } = await client.send(
      new QueryCommand({
        TableName,
        ConsistentRead: true,
        KeyConditionExpression: sk === undefined ? 'pk = :pk' : 'pk = :pk AND sk = :sk',
        ExpressionAttributeValues: { ':pk': pk, ':sk': sk },
        ProjectionExpression: '#attribute',
        ExpressionAttributeNames: { '#attribute': attribute },
        Limit: MAX_NAMES,
      }),
    );
    return Items;
  };
  const namesLike = async (account: Account, text: string): Promise<readonly OwnedName[]> =>
    (await query(nameKey(account, text).pk, 'name')).map((item) => JSON.parse(v.parse(nameItem, item).name));

  /** The warning that a name without a customer and contract rates is similar to one with contract rates. */
  const similarityWarnings = async (account: Account, text: string): Promise<readonly string[]> => {
    const { pk, sk, customer: shown } = ratedCustomerItem(account, text);
    const rated = (await query(pk, 'customer')).map((item) => String(Object(item).customer));
    if (rated.some((name) => ratedCustomerItem(account, name).sk === sk)) return [];
    // The exact name can come after those that were read.
    if (rated.length === MAX_NAMES && (await query(pk, 'customer', sk)).length > 0) return [];
    const similar = rated.filter((name) => isSimilarName(name, text)).slice(0, MAX_SIMILAR);
    const names = similar.map((name) => `"${name}"`).join(', ');
    return similar.length === 0
      ? []
      : [
          `"${shown}" is no customer, and has no contract rates. ${names} has. If it is the same customer, add the name as an alias.`,
        ];
  };

  return {
    /** One round trip, and another one if the customer has names of several forms. */
    async match(account: Account, text: string): Promise<MatchedCustomer> {
      if (customerKey(text) === '') return NOBODY;
      const [alike, similarity] = await Promise.all([
        namesLike(account, text),
        similarityWarnings(account, text),
      ]);
      const first = matchCustomer(text, alike);
      const { customerId, keys } = first.match;
      const isUnknown = customerId === null && first.warnings.length === 0;
      if (isUnknown) return { ...first, similarity };
      const loose = looseCustomerKey(text);
      const others = new Map(
        keys.map((key) => [looseCustomerKey(key), key] as const).filter(([one]) => one !== loose),
      );
      if (customerId === null || others.size === 0) return { ...first, similarity: [] };
      const ofAliases = await Promise.all([...others.values()].map((key) => namesLike(account, key)));
      return { ...matchCustomer(text, [...alike, ...ofAliases.flat()]), similarity: [] };
    },

    /** The customer of each text; null for texts that name none. */
    async idsOf(account: Account, texts: readonly string[]): Promise<ReadonlyMap<string, NamedCustomer>> {
      const found = new Map<string, NamedCustomer>();
      const named = texts.filter((text) => customerKey(text) !== '');
      const byForm = Map.groupBy(new Set(named), looseCustomerKey);
      await forEachConcurrent(byForm.values(), READS_AT_ONCE, async (ofForm) => {
        const names = await namesLike(account, ofForm[0] ?? '');
        for (const text of ofForm) found.set(text, customerOf(text, names));
      });
      return found;
    },
  };
}

export interface CustomersTable {
  readonly client: DynamoDBDocumentClient;
  readonly table: string;
  /** The write of an answer to a call with an Idempotency-Key, for functions that create customers. */
  readonly putAnswer?: (answer: KeyedAnswer, writtenBy: string) => TransactItem;
}
export type CustomerStore = ReturnType<typeof createDynamoDbCustomers>;

/** Customers in the table of contract rates. IAM: `GetItem`, `Query`; `PutItem` and `DeleteItem` to write. */
export function createDynamoDbCustomers({ client, table: TableName, putAnswer }: CustomersTable) {
  const headKey = (account: Account, sk: CustomerId) => ({ pk: customersKey(account), sk });

  /** One item for each name: its condition makes names unique under any concurrency. */
  const nameWrites = (
    account: Account,
    before: Customer | undefined,
    after: Customer,
    isDeleted: boolean,
  ) => {
    const { customerId, name: customer } = after;
    const keys = keysOf(after);
    const dropped = before ? keysOf(before).filter((key) => !keys.includes(key)) : [];
    const owned = keys.map((key) => {
      const name: OwnedName = { key, customerId, customer, keys, isDeleted };
      const item = { ...nameKey(account, key), customerId, isDeleted, name: JSON.stringify(name) };
      return {
        key,
        item: {
          Put: {
            TableName,
            Item: item,
            // The names of deleted customers are free.
            ConditionExpression: 'attribute_not_exists(pk) OR customerId = :id OR isDeleted = :true',
            ExpressionAttributeValues: { ':id': customerId, ':true': true },
          },
        } satisfies TransactItem,
      };
    });
    const removed = dropped.map((key) => ({
      key,
      item: { Delete: { TableName, Key: nameKey(account, key) } } satisfies TransactItem,
    }));
    return [...owned, ...removed];
  };

  const write = async (
    account: Account,
    before: Customer | undefined,
    after: Customer,
    { isDeleted = false, answer }: { readonly isDeleted?: boolean; readonly answer?: KeyedAnswer },
  ): Promise<CustomerWrite> => {
    const Key = headKey(account, after.customerId);
    const condition = before
      ? {
          ConditionExpression: 'version = :version',
          ExpressionAttributeValues: { ':version': before.version },
        }
      : { ConditionExpression: 'attribute_not_exists(pk)' };
    const Item = { ...Key, version: after.version, data: JSON.stringify(after) };
    const head: TransactItem = isDeleted
      ? { Delete: { TableName, Key, ...condition } }
      : { Put: { TableName, Item, ...condition } };
    const names = nameWrites(account, before, after, isDeleted);
    const token = randomUUID();
    const items = [head, ...names.map(({ item }) => item)];
    const answered = answer && putAnswer ? [putAnswer(answer, token)] : [];
    const unmet = (await transactWrite(client, [...items, ...answered], token)).map(
      ({ position }) => position,
    );
    if (unmet.length === 0) return 'written';
    if (unmet.includes(items.length)) return 'answered';
    if (unmet.includes(0)) return 'changed';
    const spelled = [after.name, ...after.aliases];
    return { taken: unmet.flatMap((position) => spelled[position - 1] ?? []) };
  };

  return {
    create: (account: Account, customer: Customer, answer?: KeyedAnswer): Promise<CustomerWrite> =>
      write(account, undefined, customer, answer ? { answer } : {}),

    replace: (account: Account, before: Customer, after: Customer): Promise<CustomerWrite> =>
      write(account, before, after, {}),

    /** Its names say that they were of a deleted customer, until another customer has them. */
    delete: (account: Account, customer: Customer): Promise<CustomerWrite> =>
      write(account, customer, customer, { isDeleted: true }),

    async read(account: Account, customerId: CustomerId): Promise<Customer | undefined> {
      const Key = headKey(account, customerId);
      const { Item } = await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
      return Item && readCustomerItem(Item);
    },

    async list(account: Account, limit: number, after: CustomerId | undefined) {
      const pk = customersKey(account);
      // Two more than the limit: the cursor itself, and one that shows whether a next page exists.
      const range = { pk, from: ' ', to: after ?? '~', newestFirst: true, pageSize: limit + 2 };
      const customers = async function* () {
        for await (const item of itemsBetween(client, TableName, range)) yield readCustomerItem(item);
      };
      const { rows, next } = await pageOfMatches(customers(), {
        idOf: ({ customerId }) => customerId,
        matches: () => true,
        limit,
        after,
      });
      return { customers: rows, next };
    },
  };
}
