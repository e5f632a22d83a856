import type { DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { Account } from '../../../../shared/platform/account/account.ts';
import type { DynamoDbTable } from '../../../../shared/platform/dynamodb/document-client.ts';
import type { Delivery, StoredDelivery } from '../../../../shared/webhooks/deliveries/delivery.ts';
import { readDeliveries, storeEvent } from '../../../../shared/webhooks/deliveries/dynamodb-deliveries.ts';
import type { EventEnvelope } from '../../../../shared/webhooks/events/event-message.ts';
import { createDeliveriesTable, startTestDynamoDb } from '../../../support/dynamodb-local.ts';
import { localDocumentClient } from '../../../support/local-document-client.ts';
import { type Sending, startLossyDynamoDb, type WireFault } from '../../../support/lossy-dynamodb.ts';

/** A table of deliveries behind a wire with faults. */
export interface DeliveriesUnderTest extends DynamoDbTable {
  readonly endpoint: string;
  /** A delivery as it is now. */
  read(deliveryId: string): Promise<StoredDelivery>;
  disturb(fault: (sending: Sending) => WireFault): void;
  /** Stores an event with a delivery to each webhook. */
  store(
    webhookIds: readonly string[],
    at: Date,
    options?: { readonly account?: Account; readonly event?: EventEnvelope; readonly test?: boolean },
  ): ReturnType<typeof storeEvent>;
  /** Stores an event with one delivery. */
  admit(
    at: Date,
    options?: { readonly webhookId?: string } & Parameters<DeliveriesUnderTest['store']>[2],
  ): Promise<Delivery>;
  item(key: { readonly pk: string; readonly sk: string }): Promise<Record<string, unknown> | undefined>;
  items(pk: string): Promise<readonly Record<string, unknown>[]>;
  stop(): Promise<void>;
}

type RetryStrategy = Extract<
  DynamoDBClientConfig['retryStrategy'],
  { readonly acquireInitialRetryToken: unknown }
>;

/** The client's three attempts, without pauses and without a retry quota: a test disturbs hundreds of requests. */
const untiring: RetryStrategy = {
  acquireInitialRetryToken: async () => tokenOf(0),
  refreshRetryTokenForRetry: async (token, { errorType }) => {
    const count = token.getRetryCount() + 1;
    const passes = errorType === 'TRANSIENT' || errorType === 'THROTTLING';
    if (!passes || count >= 3) throw new Error('no further attempt');
    return tokenOf(count);
  },
  recordSuccess: () => undefined,
};

const tokenOf = (count: number) => ({ getRetryCount: () => count, getRetryDelay: () => 0 });

export async function startDeliveries(): Promise<DeliveriesUnderTest> {
  const engine = await startTestDynamoDb();
  const wire = await startLossyDynamoDb(engine.endpoint);
  const TableName = await createDeliveriesTable(engine.endpoint);
  const client = localDocumentClient(wire.endpoint, { retryStrategy: untiring });
  const table = { client, TableName };
  const store: DeliveriesUnderTest['store'] = (
    webhookIds,
    at,
    { account = newAccount(), event = anEvent(), test = false } = {},
  ) => storeEvent(table, account, event, webhookIds, at, test ? at : undefined);
  return {
    ...table,
    endpoint: engine.endpoint,
    disturb: wire.disturb,
    read: async (deliveryId) => (await readDeliveries(table, [deliveryId]))[0] as StoredDelivery,
    store,
    admit: async (at, { webhookId = newName('wh'), ...options } = {}) => {
      const [delivery] = await store([webhookId], at, options);
      return delivery as Delivery;
    },
    item: async (Key) => (await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }))).Item,
    items: async (pk) => {
      const query = new QueryCommand({
        TableName,
        ConsistentRead: true,
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': pk },
      });
      return (await client.send(query)).Items ?? [];
    },
    stop: async () => {
      client.destroy();
      await wire.stop();
      await engine.stop();
    },
  };
}

/** Faults for the first attempt of each request, in turn: the second attempt of the client succeeds. */
export function faultsInTurn(faults: readonly WireFault[]): (sending: Sending) => WireFault {
  let turn = 0;
  return ({ operation, attempt }) => {
    if (attempt > 1) return undefined;
    const fault = faults[turn++ % faults.length];
    // Only transactions conflict.
    return fault === 'conflict' && operation !== 'TransactWriteItems' ? undefined : fault;
  };
}

let accounts = 0;
/** A unique account. */
export const newAccount = (mode: Account['mode'] = 'live'): Account => ({
  orgId: `org_${process.pid}x${accounts++}`,
  mode,
});

let names = 0;
export const newName = (prefix: string): string => `${prefix}_${process.pid}x${names++}`;

export const anEvent = (
  object: EventEnvelope['object'] = { quoteNumber: 'Q-1' },
  event: EventEnvelope['event'] = 'quote.created',
): EventEnvelope => ({
  id: newName('evt'),
  event,
  created: '2026-03-02T10:00:00.000Z',
  object,
  livemode: true,
});
