import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { createTables, startDynamoDbLocal } from '../../lib/local/engines/dynamodb-local.ts';
import type { TableDefinition } from '../../lib/local/template/service-model.ts';
import {
  DUE_ATTRIBUTES,
  DUE_INDEX,
  LISTED_ATTRIBUTES,
  WEBHOOK_INDEX,
} from '../../shared/webhooks/deliveries/delivery.ts';

/** Folder in which `npm start` also stores a downloaded Java runtime. */
export const JAVA_DIR = fileURLToPath(new URL('../../.local', import.meta.url));

export interface TestDynamoDb {
  readonly endpoint: string;
  stop(): Promise<void>;
}

/** The engine that the test runner started for this process of tests, if it started any. */
export function sharedDynamoDbEndpoint(): string | undefined {
  const shared = process.env.TEST_DYNAMODB_ENDPOINTS?.split(' ') ?? [];
  // All processes of mutants have the same id of a pool.
  const { JEST_WORKER_ID = '1' } = process.env;
  return shared[Number(JEST_WORKER_ID) % shared.length];
}

/** DynamoDB Local in memory: one that the test runner started, or one only for this file. */
export async function startTestDynamoDb(): Promise<TestDynamoDb> {
  const shared = sharedDynamoDbEndpoint();
  if (shared !== undefined) return { endpoint: shared, stop: async () => {} };
  return startDynamoDbLocal(JAVA_DIR);
}

const text = (AttributeName: string) => ({ AttributeName, AttributeType: 'S' as const });
const partition = (AttributeName: string) => ({ AttributeName, KeyType: 'HASH' as const });
const sort = (AttributeName: string) => ({ AttributeName, KeyType: 'RANGE' as const });

const ORGANIZATIONS: Omit<TableDefinition, 'TableName'> = {
  AttributeDefinitions: [text('pk')],
  KeySchema: [partition('pk')],
};

const AUDIT: Omit<TableDefinition, 'TableName'> = {
  AttributeDefinitions: ['account', 'id'].map(text),
  KeySchema: [partition('account'), sort('id')],
};

const USAGE: Omit<TableDefinition, 'TableName'> = {
  AttributeDefinitions: ['account', 'period'].map(text),
  KeySchema: [partition('account'), sort('period')],
};

const TERMINALS: Omit<TableDefinition, 'TableName'> = {
  AttributeDefinitions: ['pk', 'sk'].map(text),
  KeySchema: [partition('pk'), sort('sk')],
};

const IDEMPOTENCY: Omit<TableDefinition, 'TableName'> = {
  AttributeDefinitions: [text('pk')],
  KeySchema: [partition('pk')],
};

const STRATEGIES: Omit<TableDefinition, 'TableName'> = {
  AttributeDefinitions: [text('account'), { AttributeName: 'version', AttributeType: 'N' }],
  KeySchema: [partition('account'), sort('version')],
};

const QUOTES: Omit<TableDefinition, 'TableName'> = {
  AttributeDefinitions: ['pk', 'sk', 'expiry'].map(text),
  KeySchema: [partition('pk'), sort('sk')],
  GlobalSecondaryIndexes: [
    {
      IndexName: 'by-expiry',
      KeySchema: [partition('expiry'), sort('pk')],
      Projection: { ProjectionType: 'KEYS_ONLY' },
    },
  ],
  StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
};

const including = (IndexName: string, hash: string, range: string, NonKeyAttributes: readonly string[]) => ({
  IndexName,
  KeySchema: [partition(hash), sort(range)],
  Projection: { ProjectionType: 'INCLUDE' as const, NonKeyAttributes: [...NonKeyAttributes] },
});

const DELIVERIES: Omit<TableDefinition, 'TableName'> = {
  AttributeDefinitions: ['pk', 'sk', 'webhookId', 'deliveryId', 'nextAttemptAt'].map(text),
  KeySchema: [partition('pk'), sort('sk')],
  GlobalSecondaryIndexes: [
    including(WEBHOOK_INDEX, 'webhookId', 'deliveryId', LISTED_ATTRIBUTES),
    including(DUE_INDEX, 'webhookId', 'nextAttemptAt', DUE_ATTRIBUTES),
  ],
};

async function createTable(
  endpoint: string,
  name: string,
  keys: Omit<TableDefinition, 'TableName'>,
): Promise<string> {
  // The name is unique, since test files share one engine.
  const TableName = `${name}-${randomUUID()}`;
  await createTables(endpoint, [{ TableName, ...keys }]);
  return TableName;
}

/** Creates an empty organizations table with the keys of the data stack; returns its name. */
export const createOrganizationsTable = (endpoint: string) =>
  createTable(endpoint, 'organizations', ORGANIZATIONS);

/** Creates an empty audit log with the keys of the data stack; returns its name. */
export const createAuditTable = (endpoint: string) => createTable(endpoint, 'audit', AUDIT);

/** Creates an empty usage table with the keys of the data stack; returns its name. */
export const createUsageTable = (endpoint: string) => createTable(endpoint, 'usage', USAGE);

/** Creates an empty table of stored responses with the keys of the data stack; returns its name. */
export const createIdempotencyTable = (endpoint: string) => createTable(endpoint, 'idempotency', IDEMPOTENCY);

/** Creates an empty market table with the keys of the data stack, equal to those of terminals; returns its name. */
export const createMarketTable = (endpoint: string) => createTable(endpoint, 'market', TERMINALS);

/** Creates an empty terminals table with the keys of the data stack; returns its name. */
export const createTerminalsTable = (endpoint: string) => createTable(endpoint, 'terminals', TERMINALS);

/** Creates an empty strategies table with the keys of the data stack; returns its name. */
export const createStrategiesTable = (endpoint: string) => createTable(endpoint, 'strategies', STRATEGIES);
/** Creates an empty quotes table with the keys of the data stack; returns its name. */
export const createQuotesTable = (endpoint: string) => createTable(endpoint, 'quotes', QUOTES);

/** Creates an empty webhooks table with the keys of the data stack, equal to those of terminals; returns its name. */
export const createWebhooksTable = (endpoint: string) => createTable(endpoint, 'webhooks', TERMINALS);

/** Creates an empty RFPs table with the keys of the data stack, equal to those of terminals; returns its name. */
export const createRfpsTable = (endpoint: string) => createTable(endpoint, 'rfps', TERMINALS);

/** Creates an empty table of contract rates with the keys of the data stack, equal to those of terminals; returns its name. */
export const createContractsTable = (endpoint: string) => createTable(endpoint, 'contracts', TERMINALS);

/** Creates an empty deliveries table with the keys and indexes of the data stack; returns its name. */
export const createDeliveriesTable = (endpoint: string) => createTable(endpoint, 'deliveries', DELIVERIES);
