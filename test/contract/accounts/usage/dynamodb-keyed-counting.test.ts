import { describe, expect, it } from '@jest/globals';
import type { KeyedAnswer } from '../../../../shared/accounts/idempotency/dynamodb-idempotency-store.ts';
import type { Account } from '../../../../shared/platform/account/account.ts';
import { FAULTS, ledgersWithLostResponses, onFirstSendings } from './ledgers-with-lost-responses.ts';

const { wire, newAnswers, putOrganization, usageItem, readUsage } = ledgersWithLostResponses();

const at = new Date('2026-11-21T12:00:00Z');
const keyedAnswer = ({ orgId, mode }: Account): KeyedAnswer => ({
  call: { orgId, mode, operation: 'price-lanes', key: 'key-1', bodyHash: 'hash', at },
  body: '{"status":"success"}',
});

describe('keyed counting: DynamoDB', () => {
  it('stores nothing for a call above the limit', async () => {
    const account = { orgId: 'org_keyed_full', mode: 'test' } as const;
    await putOrganization(account.orgId, { billing: true, usageLimit: 1 });
    const usage = await readUsage(account.orgId);
    await usage.count();
    const answer = keyedAnswer(account);

    expect(await usage.countAnswered(answer)).toEqual({ counted: false, used: 1 });
    expect(await newAnswers().find(answer.call)).toBeUndefined();
  });
});

describe('keyed counting: DynamoDB with lost responses', () => {
  it('takes one round trip to read and one to count and store', async () => {
    await putOrganization('org_keyed_trips', { billing: true, usageLimit: 10 });
    wire.requests = [];

    const account = { orgId: 'org_keyed_trips', mode: 'test' } as const;
    await (await readUsage(account.orgId)).countAnswered(keyedAnswer(account));

    expect(wire.requests).toEqual(['BatchGetItemCommand', 'TransactWriteItemsCommand']);
  });

  it.each(FAULTS)('counts a keyed call once if its first request was %s', async (fault) => {
    const account = { orgId: `org_keyed_${fault}`, mode: 'test' } as const;
    await putOrganization(account.orgId, { billing: true, usageLimit: 1 });
    const usage = await readUsage(account.orgId);
    const answer = keyedAnswer(account);
    wire.faultOf = onFirstSendings(fault);

    expect(await usage.countAnswered(answer)).toEqual({ counted: true, used: 1 });
    expect(await usageItem(account.orgId)).toMatchObject({ used: 1 });
    expect(await newAnswers().find(answer.call)).toMatchObject({ body: answer.body });
  });

  it('recognizes its own write after the engine discarded the transaction token', async () => {
    const account = { orgId: 'org_forgetful', mode: 'test' } as const;
    await putOrganization(account.orgId, { billing: true, usageLimit: 1 });
    const usage = await readUsage(account.orgId);
    wire.faultOf = onFirstSendings('applied-but-lost');
    wire.forgetTokens = true;

    expect(await usage.countAnswered(keyedAnswer(account))).toEqual({ counted: true, used: 1 });
    expect(await usageItem(account.orgId)).toMatchObject({ used: 1 });
  });

  it('fails and counts nothing if a transaction always conflicts', async () => {
    const account = { orgId: 'org_endless_conflict', mode: 'test' } as const;
    await putOrganization(account.orgId, { billing: true, usageLimit: 5 });
    const usage = await readUsage(account.orgId);
    wire.faultOf = () => 'conflict';

    await expect(usage.countAnswered(keyedAnswer(account))).rejects.toThrow('cancelled 16 times');
    expect(await usageItem(account.orgId)).toEqual({});
  });
});
