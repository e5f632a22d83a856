import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import {
  type AuditLog,
  createDynamoDbAuditLog,
  createDynamoDbAuditWriter,
} from '../../../shared/accounts/audit/dynamodb-audit-log.ts';
import { createDynamoDbStrategyStore } from '../../../shared/quotes/strategy/dynamodb-strategy-store.ts';
import {
  DEFAULT_STRATEGY,
  type Replacement,
  type StrategyStore,
  type StrategyTerms,
} from '../../../shared/quotes/strategy/strategy-store.ts';
import { createAuditTable, createStrategiesTable, startTestDynamoDb } from '../../support/dynamodb-local.ts';
import { createInMemoryStrategyStore } from '../../support/in-memory-strategy-store.ts';
import { localDocumentClient } from '../../support/local-document-client.ts';

/** A store on one engine. */
export interface StoreUnderTest {
  readonly store: StrategyStore;
  stop(): Promise<void>;
}

export interface DynamoDbUnderTest extends StoreUnderTest {
  readonly client: DynamoDBDocumentClient;
  readonly table: string;
  readonly auditLog: AuditLog;
}

export async function dynamoDb(): Promise<DynamoDbUnderTest> {
  const engine = await startTestDynamoDb();
  const table = await createStrategiesTable(engine.endpoint);
  const auditTable = await createAuditTable(engine.endpoint);
  const client = localDocumentClient(engine.endpoint);
  return {
    store: createDynamoDbStrategyStore({
      client,
      TableName: table,
      audit: createDynamoDbAuditWriter(auditTable),
    }),
    auditLog: createDynamoDbAuditLog(client, auditTable),
    client,
    table,
    stop: async () => {
      client.destroy();
      await engine.stop();
    },
  };
}

/** Every engine that the contract suite runs on. */
export const ENGINES: readonly (readonly [string, () => Promise<StoreUnderTest>])[] = [
  ['DynamoDB', dynamoDb],
  ['memory', async () => ({ store: createInMemoryStrategyStore(), stop: async () => undefined })],
];

/** Terms that differ from the default. */
export const terms = (change: Partial<StrategyTerms> = {}): StrategyTerms => {
  const { version, ...defaults } = DEFAULT_STRATEGY;
  return { ...defaults, ...change };
};

/** A replacement that is identified by its validity in days. */
export const replacement = (validityDays: number, change: Partial<Replacement> = {}): Replacement => ({
  terms: terms({ validityDays }),
  updatedAt: '2026-03-01T12:00:00.000Z',
  author: { type: 'key', keyId: 'key_1', requestId: 'request-1' },
  ...change,
});
