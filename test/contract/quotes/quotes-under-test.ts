import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { KeyedAnswer } from '../../../shared/accounts/idempotency/dynamodb-idempotency-store.ts';
import type { QuoteMeter } from '../../../shared/accounts/usage/dynamodb-quote-meter.ts';
import type { Account } from '../../../shared/platform/account/account.ts';
import { createQuoteIds, expiryDayOf, type NewQuote } from '../../../shared/quotes/record/stored-quote.ts';
import { createDynamoDbQuoteCreation } from '../../../shared/quotes/store/dynamodb-quote-creation.ts';
import { createDynamoDbQuoteDecisions } from '../../../shared/quotes/store/dynamodb-quote-decisions.ts';
import { createDynamoDbQuoteReader } from '../../../shared/quotes/store/dynamodb-quote-items.ts';
import { createDynamoDbQuoteList } from '../../../shared/quotes/store/dynamodb-quote-list.ts';
import { createQuotesTable, startTestDynamoDb } from '../../support/dynamodb-local.ts';
import type { QuoteStore } from '../../support/in-memory-quote-store.ts';
import { localDocumentClient } from '../../support/local-document-client.ts';

/** The answer to a call with an Idempotency-Key. */
export const answerOf = (key: string): KeyedAnswer => ({
  call: { orgId: 'org_1', mode: 'test', operation: 'create-quote', key, bodyHash: 'hash', at: new Date(0) },
  body: '{}',
});

/** The current time of a store. */
export interface Clock {
  now: Date;
}

/** A table and its client. */
export interface Table {
  readonly client: DynamoDBDocumentClient;
  readonly TableName: string;
  stop(): Promise<void>;
}

/** A table in DynamoDB Local, whose engine can have more tables. */
export interface LocalTable extends Table {
  readonly endpoint: string;
  /** Creates another table on the same engine, for the same client. */
  createTable(): Promise<Omit<Table, 'stop'>>;
}

/** A table in DynamoDB Local; `prepare` can change the client before its first use. */
export async function localTable(prepare?: (client: DynamoDBDocumentClient) => void): Promise<LocalTable> {
  const engine = await startTestDynamoDb();
  const client = localDocumentClient(engine.endpoint);
  const createTable = async () => ({ client, TableName: await createQuotesTable(engine.endpoint) });
  const table = await createTable();
  prepare?.(client);
  return {
    ...table,
    endpoint: engine.endpoint,
    createTable,
    stop: async () => {
      client.destroy();
      await engine.stop();
    },
  };
}

/** A meter whose counts no test reads. */
const unread = (TableName: string): QuoteMeter => ({
  read: async () => new Map(),
  count: ({ orgId, mode }, period, shard) => ({
    Update: {
      TableName,
      Key: { pk: `metered#${orgId}#${mode}#${period}`, sk: String(shard) },
      UpdateExpression: 'ADD used :one',
      ExpressionAttributeValues: { ':one': 1 },
    },
  }),
});

/** The operations of quotes on a table. */
export function storeOn(
  { client, TableName }: Omit<Table, 'stop'>,
  clock: Clock,
  meter = unread(TableName),
): QuoteStore {
  const table = { client, TableName, now: () => clock.now, pause: async () => undefined };
  const putAnswer = ({ call: { key } }: KeyedAnswer, writtenBy: string) => ({
    Put: {
      TableName,
      Item: { pk: `answer#${key}`, sk: 'answer', writtenBy },
      ConditionExpression: 'attribute_not_exists(pk)',
    },
  });
  return {
    ...createDynamoDbQuoteCreation({ ...table, putAnswer, meter }),
    ...createDynamoDbQuoteReader(table),
    ...createDynamoDbQuoteList(table),
    ...createDynamoDbQuoteDecisions(table),
  };
}

/** Decides when a write is applied, and what its caller receives. */
export type Interception = (apply: () => Promise<unknown>) => Promise<unknown>;

/** A table in DynamoDB Local whose writes can be intercepted, below the retries of the SDK. */
export async function interceptedTable(): Promise<LocalTable & { intercept(around: Interception): void }> {
  let around: Interception = (apply) => apply();
  const table = await localTable((client) =>
    client.middlewareStack.add(
      (next, { commandName = '' }) =>
        async (args) =>
          /^(TransactWrite|Update)/.test(commandName)
            ? ((await around(() => next(args))) as Awaited<ReturnType<typeof next>>)
            : next(args),
      { step: 'finalizeRequest', priority: 'low', name: 'interception' },
    ),
  );
  return {
    ...table,
    intercept: (next) => {
      around = next;
    },
  };
}

/** A store on a new table. */
export async function startStore(clock: Clock): Promise<{ store: QuoteStore; stop(): Promise<void> }> {
  const table = await localTable();
  return { store: storeOn(table, clock), stop: table.stop };
}

let accounts = 0;
/** An account that no other test uses. */
export const newAccount = (): Account => ({ orgId: `org_${process.pid}x${accounts++}`, mode: 'test' });

/** Creates quotes with non-decreasing creation times; each id sorts after the previous one. */
export function quoteMaker() {
  const nextId = createQuoteIds();
  return (moment: Date, validityDays = 7): NewQuote => {
    const quoteId = nextId(moment);
    return {
      quoteId,
      expiryDay: expiryDayOf(quoteId, validityDays),
      summary: {
        totalCents: 123_456,
        currency: 'USD',
        origin: 'Los Angeles, CA',
        destination: 'Chicago, IL',
        customerReference: 'PO 4711 / Zürich 🚚',
        customerId: 'C-01',
        customer: 'Müller & Söhne',
        equipment: 'container_40hc',
        ...{ marginCents: 15_000, marginCostCents: 100_000 },
      },
      detail: { note: 'Gruß 🚚', nested: [1, null, { a: '' }], empty: {} },
      event: { quoteNumber: quoteId, accessorials: [] },
      laneArea: 'los angeles, ca to 606',
      requestedArea: '908 to 606',
      figures: {
        equipment: 'container_40hc',
        lane: 'Los Angeles, CA to Chicago, IL',
        ...{ marginCents: 15_000, marginCostCents: 100_000, spreadCents: 12_000, marketCents: 111_456 },
      },
      strategyVersion: 3,
    };
  };
}

/** The part of a quote that a read returns. */
export const readable = ({
  figures: _,
  laneArea: _area,
  requestedArea: _requested,
  ...quote
}: NewQuote): Omit<NewQuote, 'figures' | 'laneArea' | 'requestedArea'> => quote;

/** A quote with a creation time and a validity in days. */
export const quoteAt = (moment: Date, validityDays = 7): NewQuote => quoteMaker()(moment, validityDays);
