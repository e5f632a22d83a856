import { afterAll, expect, it } from '@jest/globals';
import { createDynamoDbPreviewLimit } from '../../../../shared/accounts/usage/dynamodb-preview-limit.ts';
import { PREVIEWS_A_MINUTE } from '../../../../shared/accounts/usage/usage-headers.ts';
import { createUsageTable, startTestDynamoDb } from '../../../support/dynamodb-local.ts';
import { localDocumentClient } from '../../../support/local-document-client.ts';

const { endpoint, stop } = await startTestDynamoDb();
afterAll(stop);
const take = createDynamoDbPreviewLimit(localDocumentClient(endpoint), await createUsageTable(endpoint));

const takenOf = async (count: number, orgId: string, time: string) => {
  const account = { orgId, mode: 'test' } as const;
  const taken = await Promise.all(Array.from({ length: count }, () => take(account, new Date(time))));
  return taken.filter(Boolean).length;
};

it('takes exactly 60 previews a minute of an organization, also at the same moment', async () => {
  expect(await takenOf(130, 'org_1', '2026-11-21T12:00:30Z')).toBe(PREVIEWS_A_MINUTE);
  expect(await takenOf(1, 'org_1', '2026-11-21T12:00:59Z')).toBe(0);
  expect(await takenOf(130, 'org_1', '2026-11-21T12:01:00Z')).toBe(PREVIEWS_A_MINUTE);
  expect(await takenOf(1, 'org_2', '2026-11-21T12:01:00Z')).toBe(1);
});
