import {
  createDynamoDbAuditLog,
  createDynamoDbAuditWriter,
} from '../../../shared/accounts/audit/dynamodb-audit-log.ts';
import { createDynamoDbStrategies } from '../../../shared/quotes/strategy/dynamodb-strategies.ts';
import {
  createDynamoDbStrategyReplacements,
  type Replacement,
} from '../../../shared/quotes/strategy/dynamodb-strategy-replacements.ts';
import { DEFAULT_STRATEGY, type StrategyTerms } from '../../../shared/quotes/strategy/pricing-strategy.ts';
import { createAuditTable, createStrategiesTable, startTestDynamoDb } from '../../support/dynamodb-local.ts';
import { localDocumentClient } from '../../support/local-document-client.ts';

export type DynamoDbUnderTest = Awaited<ReturnType<typeof dynamoDb>>;

/** Strategies on DynamoDB Local, with their audit log. */
export async function dynamoDb() {
  const engine = await startTestDynamoDb();
  const table = await createStrategiesTable(engine.endpoint);
  const auditTable = await createAuditTable(engine.endpoint);
  const client = localDocumentClient(engine.endpoint);
  return {
    store: {
      ...createDynamoDbStrategies(client, table),
      ...createDynamoDbStrategyReplacements({
        client,
        TableName: table,
        audit: createDynamoDbAuditWriter(auditTable),
      }),
    },
    auditLog: createDynamoDbAuditLog(client, auditTable),
    client,
    table,
    stop: async () => {
      client.destroy();
      await engine.stop();
    },
  };
}

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
