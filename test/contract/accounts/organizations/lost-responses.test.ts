import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { issueApiKey } from '../../../../shared/accounts/api-keys/api-key-record.ts';
import { auditEvent, keyCreated, OPERATOR } from '../../../../shared/accounts/audit/audit-event.ts';
import {
  at,
  BOTH_SCOPES,
  dynamoDb,
  type Ports,
  standardOrganization,
  storeOrganization,
} from './ports-under-test.ts';

/** Number of next writes that are applied with a lost response, so that the SDK retries them. */
let answersToLose = 0;

/** Drops responses below the SDK's retries. */
function loseAnswers(client: DynamoDBDocumentClient): void {
  client.middlewareStack.add(
    (next, context) => async (args) => {
      const result = await next(args);
      if (/^(Update|TransactWrite)/.test(String(context.commandName)) && answersToLose > 0) {
        answersToLose -= 1;
        throw Object.assign(new Error('The answer was lost'), { name: 'TimeoutError' });
      }
      return result;
    },
    { step: 'finalizeRequest', priority: 'low', name: 'lose-answers' },
  );
}

describe('a write with a lost response', () => {
  let ports: Ports;
  beforeAll(async () => {
    ports = await dynamoDb(loseAnswers);
  });
  afterAll(() => ports.stop());
  beforeEach(() => {
    answersToLose = 0;
  });

  it('creates an organization once', async () => {
    const organization = standardOrganization();
    const { record } = issueApiKey({ ...BOTH_SCOPES, orgId: organization.orgId }, at(1));

    answersToLose = 1;
    await ports.organizations.create(organization, record);

    expect(answersToLose).toBe(0);
    await expect(ports.organizations.find(organization.orgId)).resolves.toEqual(organization);
  });

  it('adds a key once', async () => {
    const { orgId } = await storeOrganization(ports);
    const { record } = issueApiKey({ ...BOTH_SCOPES, orgId }, at(2));

    answersToLose = 1;
    const change = { type: 'add', record } as const;
    const event = auditEvent(keyCreated(record), OPERATOR, at(2));
    await expect(ports.keys.change({ orgId, mode: 'test' }, { change, at: at(2), event })).resolves.toBe(
      'changed',
    );

    expect(answersToLose).toBe(0);
    await expect(ports.directory.findKey(record.hash)).resolves.toEqual(record);
    await expect(ports.keys.list({ orgId, mode: 'test' }, at(3))).resolves.toHaveLength(2);
  });

  it('switches the gateway key, and is not mistaken for another change', async () => {
    const { orgId } = await storeOrganization(ports);
    const to = { id: 'new', value: 'value-of-new', planId: 'plan-new' };

    answersToLose = 1;
    const outcome = await ports.organizations.switchGatewayKey(orgId, {
      from: 'old',
      to,
      plan: { name: 'enterprise', requestsPerMinute: 60 },
      retire: { id: 'old', until: at(30).toISOString() },
    });

    expect({ outcome, answersToLose }).toEqual({ outcome: 'switched', answersToLose: 0 });
    expect((await ports.organizations.find(orgId))?.gatewayKey).toEqual(to);
  });
});
