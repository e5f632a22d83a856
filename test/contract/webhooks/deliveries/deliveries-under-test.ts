import type { DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { type DynamoDBDocumentClient, GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { Account } from '../../../../shared/platform/account/account.ts';
import type { Delivery } from '../../../../shared/webhooks/deliveries/delivery.ts';
import { createDeliveryIds } from '../../../../shared/webhooks/deliveries/delivery-id.ts';
import { createDynamoDbAttemptCounts } from '../../../../shared/webhooks/deliveries/dynamodb/dynamodb-attempt-counts.ts';
import { createDynamoDbConcurrencyLimit } from '../../../../shared/webhooks/deliveries/dynamodb/dynamodb-concurrency-limit.ts';
import { createDynamoDbDeferredDeliveries } from '../../../../shared/webhooks/deliveries/dynamodb/dynamodb-deferred-deliveries.ts';
import { createDynamoDbDeliveryAttempts } from '../../../../shared/webhooks/deliveries/dynamodb/dynamodb-delivery-attempts.ts';
import { createDynamoDbDeliveryIntake } from '../../../../shared/webhooks/deliveries/dynamodb/dynamodb-delivery-intake.ts';
import { createDynamoDbDeliveryRecords } from '../../../../shared/webhooks/deliveries/dynamodb/dynamodb-delivery-records.ts';
import { createDynamoDbDueDeliveries } from '../../../../shared/webhooks/deliveries/dynamodb/dynamodb-due-deliveries.ts';
import { createDynamoDbRedeliveries } from '../../../../shared/webhooks/deliveries/dynamodb/dynamodb-redeliveries.ts';
import type { EventEnvelope } from '../../../../shared/webhooks/events/event-message.ts';
import { createDynamoDbCallLeases } from '../../../../shared/webhooks/limits/dynamodb-call-leases.ts';
import { createDeliveriesTable, startTestDynamoDb } from '../../../support/dynamodb-local.ts';
import { localDocumentClient } from '../../../support/local-document-client.ts';
import { type Sending, startLossyDynamoDb, type WireFault } from '../../../support/lossy-dynamodb.ts';

/** A table of deliveries behind a wire with faults, with all its adapters. */
export interface DeliveriesUnderTest {
  readonly client: DynamoDBDocumentClient;
  readonly TableName: string;
  readonly newDeliveryId: (now: Date) => string;
  readonly intake: ReturnType<typeof createDynamoDbDeliveryIntake>;
  readonly attempts: ReturnType<typeof createDynamoDbDeliveryAttempts>;
  readonly counts: ReturnType<typeof createDynamoDbAttemptCounts>;
  readonly records: ReturnType<typeof createDynamoDbDeliveryRecords>;
  readonly redeliveries: ReturnType<typeof createDynamoDbRedeliveries>;
  readonly due: ReturnType<typeof createDynamoDbDueDeliveries>;
  /** A new adapter, as in another process, with its own cache. */
  newDeferredDeliveries(): ReturnType<typeof createDynamoDbDeferredDeliveries>;
  newCallLeases(): ReturnType<typeof createDynamoDbCallLeases>;
  newConcurrencyLimit(): ReturnType<typeof createDynamoDbConcurrencyLimit>;
  disturb(fault: (sending: Sending) => WireFault): void;
  /** The item of a key. */
  item(key: { readonly pk: string; readonly sk: string }): Promise<Record<string, unknown> | undefined>;
  /** All items of a partition. */
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
  const newDeliveryId = createDeliveryIds();
  return {
    ...table,
    newDeliveryId,
    intake: createDynamoDbDeliveryIntake({ ...table, newDeliveryId }),
    attempts: createDynamoDbDeliveryAttempts(table),
    counts: createDynamoDbAttemptCounts(table),
    records: createDynamoDbDeliveryRecords(table),
    redeliveries: createDynamoDbRedeliveries({ ...table, newDeliveryId }),
    due: createDynamoDbDueDeliveries(table),
    newDeferredDeliveries: () => createDynamoDbDeferredDeliveries(table),
    newCallLeases: () => createDynamoDbCallLeases(table),
    newConcurrencyLimit: () => createDynamoDbConcurrencyLimit(table),
    disturb: wire.disturb,
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

/** One pending delivery of a new event to a new webhook. */
export async function admitted(
  { intake, records }: DeliveriesUnderTest,
  at: Date,
  { account = newAccount(), webhookId = newName('wh'), event = anEvent() } = {},
): Promise<Delivery> {
  const { pending } = await intake.admit(account, event, [webhookId], at);
  const delivery = await records.get(pending[0]?.deliveryId ?? '');
  if (delivery === undefined) throw new Error('the delivery was not made');
  return delivery;
}
