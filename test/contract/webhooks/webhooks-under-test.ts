import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import {
  type AuditLog,
  createDynamoDbAuditLog,
  createDynamoDbAuditWriter,
} from '../../../shared/accounts/audit/dynamodb-audit-log.ts';
import { createDynamoDbIdempotencyStore } from '../../../shared/accounts/idempotency/dynamodb-idempotency-store.ts';
import type { KeyedAnswer } from '../../../shared/accounts/idempotency/idempotency-store.ts';
import type { Account, Caller } from '../../../shared/platform/account/account.ts';
import { createDynamoDbWebhookHealth } from '../../../shared/webhooks/store/dynamodb-webhook-health.ts';
import { createDynamoDbWebhookStore } from '../../../shared/webhooks/store/dynamodb-webhook-store.ts';
import type { Webhook } from '../../../shared/webhooks/store/webhook.ts';
import { newWebhookId } from '../../../shared/webhooks/store/webhook-id.ts';
import {
  createAuditTable,
  createIdempotencyTable,
  createWebhooksTable,
  startTestDynamoDb,
} from '../../support/dynamodb-local.ts';
import { createInMemoryWebhooks, type InMemoryWebhooks } from '../../support/in-memory-webhook-store.ts';
import { localDocumentClient } from '../../support/local-document-client.ts';

export interface Engine extends InMemoryWebhooks {
  /** Absent for the double, which records no events. */
  readonly auditLog?: AuditLog;
  stop(): Promise<void>;
}

export interface Tables {
  readonly client: DynamoDBDocumentClient;
  readonly webhooks: string;
  readonly answers: string;
  readonly audit: string;
}

/** Long: a busy machine is slow with a hundred concurrent connections. */
/** The adapters on two tables. */
export function webhooksOn({ client, webhooks: TableName, answers, audit }: Tables): InMemoryWebhooks {
  const memory = createDynamoDbIdempotencyStore(client, answers);
  return {
    store: createDynamoDbWebhookStore({
      client,
      TableName,
      audit: createDynamoDbAuditWriter(audit),
      rememberAnswer: memory.putAnswer,
    }),
    health: createDynamoDbWebhookHealth({ client, TableName }),
  };
}

/** Empty tables on DynamoDB Local. */
export async function localTables(endpoint: string): Promise<Omit<Tables, 'client'>> {
  const [webhooks, answers, audit] = await Promise.all([
    createWebhooksTable(endpoint),
    createIdempotencyTable(endpoint),
    createAuditTable(endpoint),
  ]);
  return { webhooks, answers, audit };
}

async function dynamoDbLocal(): Promise<Engine> {
  const engine = await startTestDynamoDb();
  const client = localDocumentClient(engine.endpoint);
  const tables = await localTables(engine.endpoint);
  return {
    ...webhooksOn({ client, ...tables }),
    auditLog: createDynamoDbAuditLog(client, tables.audit),
    stop: async () => {
      client.destroy();
      await engine.stop();
    },
  };
}

async function inMemory(): Promise<Engine> {
  const keys = new Set<string>();
  const remember = ({ call: { orgId, key } }: KeyedAnswer) => {
    const name = `${orgId} ${key}`;
    return !keys.has(name) && keys.add(name).has(name);
  };
  return { ...createInMemoryWebhooks(remember), stop: async () => undefined };
}

/** All implementations that the contract suite tests. */
export const ENGINES = [
  ['DynamoDB Local', dynamoDbLocal],
  ['memory', inMemory],
] as const;

let accounts = 0;
/** A unique account. */
export const newAccount = (mode: Account['mode'] = 'test'): Caller => ({
  orgId: `org_${process.pid}x${accounts++}`,
  mode,
  keyId: 'key_1',
  requestId: 'request-1',
});

export const NOON = new Date('2026-11-21T12:00:00.000Z');
export const minutesLater = (minutes: number) => new Date(NOON.getTime() + minutes * 60_000);

/** A webhook as the use case makes it. */
export function newWebhook({ orgId, mode }: Account, at = NOON): Webhook {
  return {
    id: newWebhookId(),
    orgId,
    mode,
    url: 'https://receiver.example/hook?a=b',
    events: ['quote.deleted', 'quote.created'],
    enabled: true,
    createdAt: at.toISOString(),
    updatedAt: at.toISOString(),
    secrets: [{ ciphertext: `sealed-${Math.random()}`, createdAt: at.toISOString() }],
  };
}

/** The answer of a call with an Idempotency-Key. */
export const keyedAnswer = ({ orgId, mode }: Account, key: string): KeyedAnswer => ({
  call: { orgId, mode, operation: 'create-webhook', key, bodyHash: 'hash', at: NOON },
  body: '{}',
});
