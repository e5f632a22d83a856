import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AUDIT_RETENTION_DAYS, auditEvent, OPERATOR } from '../../../../shared/accounts/audit/audit-event.ts';
import {
  createDynamoDbAuditLog,
  createDynamoDbAuditWriter,
} from '../../../../shared/accounts/audit/dynamodb-audit-log.ts';
import { newOrgId } from '../../../../shared/accounts/organizations/organization.ts';
import type { Account } from '../../../../shared/platform/account/account.ts';
import { transactWrite } from '../../../../shared/platform/dynamodb/transact-write.ts';
import { DAY_MS } from '../../../../shared/platform/time/utc-calendar.ts';
import { createAuditTable, startTestDynamoDb, type TestDynamoDb } from '../../../support/dynamodb-local.ts';
import { localDocumentClient } from '../../../support/local-document-client.ts';

const NOW = new Date('2026-11-22T12:00:00.000Z');

let engine: TestDynamoDb;
let client: DynamoDBDocumentClient;
let table: string;
beforeAll(async () => {
  engine = await startTestDynamoDb();
  client = localDocumentClient(engine.endpoint);
  table = await createAuditTable(engine.endpoint);
});
afterAll(async () => {
  client.destroy();
  await engine.stop();
});

const newAccount = (): Account => ({ orgId: newOrgId(), mode: 'test' });
const list = (account: Account, limit: number, after?: string) =>
  createDynamoDbAuditLog(client, table).list(
    account,
    { limit, ...(after === undefined ? {} : { after }) },
    NOW,
  );

/** Records events of these ages, in days; returns them, newest first. */
async function record(account: Account, ...ages: readonly number[]) {
  const events = [];
  for (const age of ages.toSorted((a, b) => b - a)) {
    const target = { type: 'webhook', id: `wh_${age}` } as const;
    const details = { events: ['rfp.created'], enabled: true, count: age, url: null };
    const at = new Date(NOW.getTime() - age * DAY_MS);
    const event = auditEvent({ action: 'webhook.updated', target, details }, OPERATOR, at);
    await transactWrite(client, [createDynamoDbAuditWriter(table).record(account, event)]);
    events.unshift(event);
  }
  return events;
}

describe('the audit log in DynamoDB', () => {
  // First: ids of one process never go back in time.
  it('leaves out events after the retention, and DynamoDB deletes them', async () => {
    const account = newAccount();
    const [young, old] = await record(account, AUDIT_RETENTION_DAYS - 1, AUDIT_RETENTION_DAYS + 1);

    await expect(list(account, 10)).resolves.toEqual({ events: [young] });
    await expect(list(account, 10, old?.id)).resolves.toEqual({ events: [] });
    const { Put } = createDynamoDbAuditWriter(table).record(account, Object(young));
    const expiry = Number(Put?.Item?.ttl) * 1000;
    expect(expiry - Date.parse(String(young?.at))).toBe(AUDIT_RETENTION_DAYS * DAY_MS);
  });

  it('goes on after a page that DynamoDB ended at 1 MB', async () => {
    const account = newAccount();
    const writer = createDynamoDbAuditWriter(table);
    const target = { type: 'webhook', id: 'wh_1' } as const;
    const ids: string[] = [];
    for (let number = 0; number < 8; number++) {
      const details = { url: String(number).repeat(300_000) };
      const event = auditEvent({ action: 'webhook.updated', target, details }, OPERATOR, NOW);
      await transactWrite(client, [writer.record(account, event)]);
      ids.unshift(event.id);
    }

    const found: string[] = [];
    let after: string | undefined;
    do {
      const page = await list(account, 10, after);
      found.push(...page.events.map(({ id }) => id));
      after = page.next;
    } while (after !== undefined);

    expect(found).toEqual(ids);
  });
});
