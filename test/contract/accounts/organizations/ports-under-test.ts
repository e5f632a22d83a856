import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { type ApiKeyChoices, issueApiKey } from '../../../../shared/accounts/api-keys/api-key-record.ts';
import type { ApiKeyStore } from '../../../../shared/accounts/organizations/api-key-store.ts';
import { createDynamoDbApiKeyStore } from '../../../../shared/accounts/organizations/dynamodb-api-key-store.ts';
import { createDynamoDbKeyDirectory } from '../../../../shared/accounts/organizations/dynamodb-key-directory.ts';
import { createDynamoDbOrganizationStore } from '../../../../shared/accounts/organizations/dynamodb-organization-store.ts';
import type { KeyDirectory } from '../../../../shared/accounts/organizations/key-directory.ts';
import { newOrgId, type Organization } from '../../../../shared/accounts/organizations/organization.ts';
import type { OrganizationStore } from '../../../../shared/accounts/organizations/organization-store.ts';
import { createOrganizationsTable, startTestDynamoDb } from '../../../support/dynamodb-local.ts';
import { createInMemoryOrganizations } from '../../../support/in-memory-organization-store.ts';
import { localDocumentClient } from '../../../support/local-document-client.ts';

/** The ports on organizations and keys, on one engine. */
export interface Ports {
  readonly organizations: OrganizationStore;
  readonly keys: ApiKeyStore;
  readonly directory: KeyDirectory;
  stop(): Promise<void>;
}

/** DynamoDB Local; `prepare` may add to the client before its first use. */
export async function dynamoDb(prepare?: (client: DynamoDBDocumentClient) => void): Promise<Ports> {
  const engine = await startTestDynamoDb();
  const table = await createOrganizationsTable(engine.endpoint);
  const client = localDocumentClient(engine.endpoint);
  prepare?.(client);
  return {
    organizations: createDynamoDbOrganizationStore(client, table),
    keys: createDynamoDbApiKeyStore(client, table),
    directory: createDynamoDbKeyDirectory(client, table),
    stop: async () => {
      client.destroy();
      await engine.stop();
    },
  };
}

const inMemory = async (): Promise<Ports> => ({
  ...createInMemoryOrganizations(),
  stop: async () => undefined,
});

export const BOTH_SCOPES = { mode: 'test', scopes: ['read', 'write'] } as const satisfies ApiKeyChoices;
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
export const ENGINES = [
  ['DynamoDB', () => dynamoDb()],
  ['memory', inMemory],
] as const;

/** Stores an organization and its first key. */
export async function storeOrganization(ports: Ports, change: Partial<Organization> = {}) {
  const organization = standardOrganization(change);
  const { orgId } = organization;
  const { record } = issueApiKey({ ...BOTH_SCOPES, orgId }, at(1));
  await ports.organizations.create(organization, record);
  return { organization, record, orgId };
}
