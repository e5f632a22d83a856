import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import {
  createDynamoDbAuditLog,
  createDynamoDbAuditWriter,
} from '../../../shared/accounts/audit/dynamodb-audit-log.ts';
import {
  createDynamoDbIdempotencyStore,
  type KeyedAnswer,
} from '../../../shared/accounts/idempotency/dynamodb-idempotency-store.ts';
import type { Account, Caller } from '../../../shared/platform/account/account.ts';
import { createDynamoDbWebhookHealth } from '../../../shared/webhooks/store/dynamodb-webhook-health.ts';
import { createDynamoDbWebhookStore } from '../../../shared/webhooks/store/dynamodb-webhook-store.ts';
import { newWebhookId, type Webhook } from '../../../shared/webhooks/store/webhook.ts';
import {
  createAuditTable,
  createIdempotencyTable,
  createWebhooksTable,
  startTestDynamoDb,
} from '../../support/dynamodb-local.ts';
import { localDocumentClient } from '../../support/local-document-client.ts';

export interface Tables {
  readonly client: DynamoDBDocumentClient;
  readonly webhooks: string;
  readonly answers: string;
  readonly audit: string;
}

export type WebhooksUnderTest = ReturnType<typeof webhooksOn>;

/** The adapters on their tables. */
export function webhooksOn({ client, webhooks: TableName, answers, audit }: Tables) {
  const memory = createDynamoDbIdempotencyStore(client, answers);
  return {
    store: createDynamoDbWebhookStore({
      client,
      TableName,
      audit: createDynamoDbAuditWriter(audit),
      rememberAnswer: memory.putAnswer,
    }),
    health: createDynamoDbWebhookHealth({ client, TableName }),
    answers: memory,
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

export async function startWebhooks() {
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
