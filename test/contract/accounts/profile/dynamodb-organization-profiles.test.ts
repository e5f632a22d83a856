import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type AuditWriter,
  createDynamoDbAuditWriter,
} from '../../../../shared/accounts/audit/dynamodb-audit-log.ts';
import { createDynamoDbOrganizationStore } from '../../../../shared/accounts/organizations/dynamodb-organization-store.ts';
import { createDynamoDbOrganizationProfiles } from '../../../../shared/accounts/profile/dynamodb-organization-profiles.ts';
import {
  createAuditTable,
  createOrganizationsTable,
  startTestDynamoDb,
  type TestDynamoDb,
} from '../../../support/dynamodb-local.ts';
import { localDocumentClient } from '../../../support/local-document-client.ts';
import { standardOrganization } from '../organizations/ports-under-test.ts';

let engine: TestDynamoDb;
let client: DynamoDBDocumentClient;
let table: string;
let audit: AuditWriter;

beforeAll(async () => {
  engine = await startTestDynamoDb();
  table = await createOrganizationsTable(engine.endpoint);
  audit = createDynamoDbAuditWriter(await createAuditTable(engine.endpoint));
  client = localDocumentClient(engine.endpoint);
});

afterAll(async () => {
  client.destroy();
  await engine.stop();
});

describe('the profile of an organization', () => {
  it.each([
    ['on the standard plan', {}],
    ['on an enterprise plan', { plan: { name: 'enterprise', requestsPerMinute: 60 } }],
    ['without billing, with limits of 0', { billing: false, usageLimit: 0, quoteLimit: 0 }],
    ['that is suspended', { status: 'suspended' }],
  ] as const)('%s is as it was stored, without its gateway key', async (_kind, change) => {
    const organization = standardOrganization(change);
    const { orgId, name, plan, billing, usageLimit, quoteLimit } = organization;
    await createDynamoDbOrganizationStore({ client, table, audit, now: () => new Date() }).createImported(
      organization,
    );

    await expect(createDynamoDbOrganizationProfiles(client, table).readProfile(orgId)).resolves.toEqual({
      ...{ name, plan, billing, usageLimit },
      ...(quoteLimit === undefined ? {} : { quoteLimit }),
    });
  });

  it('has a changed limit at once', async () => {
    const organization = standardOrganization();
    const store = createDynamoDbOrganizationStore({ client, table, audit, now: () => new Date() });
    const { readProfile } = createDynamoDbOrganizationProfiles(client, table);
    await store.createImported(organization);

    await store.setUsageTerms(organization.orgId, { usageLimit: 3, quoteLimit: 4 });
    await expect(readProfile(organization.orgId)).resolves.toMatchObject({ usageLimit: 3, quoteLimit: 4 });
    await store.setUsageTerms(organization.orgId, { quoteLimit: null });
    await expect(readProfile(organization.orgId)).resolves.not.toHaveProperty('quoteLimit');
  });

  it('is undefined for an unknown organization', async () => {
    await expect(
      createDynamoDbOrganizationProfiles(client, table).readProfile('org_none'),
    ).resolves.toBeUndefined();
  });
});
