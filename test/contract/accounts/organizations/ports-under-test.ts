import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { type ApiKeyChoices, issueApiKey } from '../../../../shared/accounts/api-keys/api-key-record.ts';
import type { KeyScope } from '../../../../shared/accounts/api-keys/key-scope.ts';
import type { AuditEvent } from '../../../../shared/accounts/audit/audit-event.ts';
import {
  createDynamoDbAuditLog,
  createDynamoDbAuditWriter,
} from '../../../../shared/accounts/audit/dynamodb-audit-log.ts';
import {
  createDynamoDbKeyUses,
  type KeyUses,
} from '../../../../shared/accounts/authorization/dynamodb-key-uses.ts';
import { createDynamoDbIdempotencyStore } from '../../../../shared/accounts/idempotency/dynamodb-idempotency-store.ts';
import {
  type ApiKeyStore,
  createDynamoDbApiKeyStore,
} from '../../../../shared/accounts/organizations/dynamodb-api-key-store.ts';
import {
  createDynamoDbFindOrganization,
  createDynamoDbKeyDirectory,
  type KeyDirectory,
} from '../../../../shared/accounts/organizations/dynamodb-key-directory.ts';
import {
  createDynamoDbOrganizationStore,
  type OrganizationStore,
} from '../../../../shared/accounts/organizations/dynamodb-organization-store.ts';
import { newOrgId, type Organization } from '../../../../shared/accounts/organizations/organization.ts';
import type { Account } from '../../../../shared/platform/account/account.ts';
import {
  createAuditTable,
  createIdempotencyTable,
  createOrganizationsTable,
  startTestDynamoDb,
} from '../../../support/dynamodb-local.ts';
import { createInMemoryOrganizations } from '../../../support/in-memory-organization-store.ts';
import { localDocumentClient } from '../../../support/local-document-client.ts';

/** The ports on organizations and keys, on one engine. */
export interface Ports {
  readonly organizations: OrganizationStore;
  readonly keys: ApiKeyStore;
  readonly directory: KeyDirectory;
  readonly findWithoutKeys: ReturnType<typeof createDynamoDbFindOrganization>;
  readonly uses: KeyUses;
  /** Events of an account, oldest first. */
  events(account: Account): Promise<readonly AuditEvent[]>;
  stop(): Promise<void>;
}

/** DynamoDB Local; `prepare` may add to the client before its first use. */
export async function dynamoDb(prepare?: (client: DynamoDBDocumentClient) => void) {
  const engine = await startTestDynamoDb();
  const [table, auditTable, answersTable] = await Promise.all([
    createOrganizationsTable(engine.endpoint),
    createAuditTable(engine.endpoint),
    createIdempotencyTable(engine.endpoint),
  ]);
  const client = localDocumentClient(engine.endpoint);
  prepare?.(client);
  const audit = createDynamoDbAuditWriter(auditTable);
  const { putAnswer } = createDynamoDbIdempotencyStore(client, answersTable);
  const log = createDynamoDbAuditLog(client, auditTable);
  return {
    client,
    table,
    organizations: createDynamoDbOrganizationStore({ client, table, audit, now: () => at(0) }),
    keys: createDynamoDbApiKeyStore({ client, TableName: table, audit, rememberAnswer: putAnswer }),
    directory: createDynamoDbKeyDirectory(client, table),
    findWithoutKeys: createDynamoDbFindOrganization(client, table),
    uses: createDynamoDbKeyUses(client, table),
    events: async (account: Account) =>
      (await log.list(account, { limit: 1_000 }, at(0))).events.toReversed(),
    stop: async () => {
      client.destroy();
      await engine.stop();
    },
  } satisfies Ports & { client: DynamoDBDocumentClient; table: string };
}

function inMemory(): Promise<Ports> {
  const answered = new Set<string>();
  const memory = createInMemoryOrganizations(
    ({ call: { key } }) => !answered.has(key) && Boolean(answered.add(key)),
  );
  return Promise.resolve({
    ...memory,
    findWithoutKeys: async (orgId) => {
      const organization = await memory.directory.findOrganization(orgId);
      if (organization === undefined) return undefined;
      const { gatewayKey: _key, retiring: _retiring, ...withoutKeys } = organization;
      return withoutKeys;
    },
    uses: {
      record: async (hash, day) => {
        const key = await memory.directory.findKey(hash);
        if (key !== undefined && (key.lastUsedOn ?? '') < day) Object.assign(key, { lastUsedOn: day });
      },
    },
    events: async (account) => memory.events(account),
    stop: async () => undefined,
  });
}

export const BOTH_SCOPES = {
  name: 'Test',
  mode: 'test',
  scopes: ['read', 'write'],
} as const satisfies ApiKeyChoices;
export const at = (second: number) => new Date(Date.UTC(2026, 2, 1, 12, 0, second));

export function standardOrganization(change: Partial<Organization> = {}): Organization {
  return {
    orgId: newOrgId(),
    name: 'Ácme & Söhne "1"',
    status: 'active',
    billing: true,
    usageLimit: 500,
    plan: { name: 'standard' },
    gatewayKey: { id: 'old', value: 'value-of-old', planId: 'standard' },
    retiring: [],
    createdAt: at(0).toISOString(),
    ...change,
  };
}

/** Every engine that the contract suites run on. */
export const ENGINES: readonly (readonly [string, () => Promise<Ports>])[] = [
  ['DynamoDB', () => dynamoDb()],
  ['memory', inMemory],
];

/** Stores an organization and its first key. */
export async function storeOrganization(
  ports: Ports,
  change: Partial<Organization> = {},
  scopes: readonly KeyScope[] = BOTH_SCOPES.scopes,
) {
  const organization = standardOrganization(change);
  const { orgId } = organization;
  const { record } = issueApiKey({ ...BOTH_SCOPES, scopes, orgId }, at(1));
  await ports.organizations.create(organization, record);
  return { organization, record, orgId };
}
