import { describe, expect, it } from '@jest/globals';
import { keyedAnswer } from './keyed-counting-contract.ts';
import {
  FAULTS,
  ledgersWithLostResponses,
  nowAndThen,
  onFirstSendings,
} from './ledgers-with-lost-responses.ts';

const { wire, newLedger, newAnswers, putOrganization, usageItem, readUsage } = ledgersWithLostResponses();

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

  it('replays the answer of a call that was applied although its response was lost', async () => {
    const account = { orgId: 'org_deaf', mode: 'test' } as const;
    await putOrganization(account.orgId, { billing: true, usageLimit: 5 });
    const usage = await readUsage(account.orgId);
    wire.faultOf = () => 'applied-but-lost';
    await expect(usage.countAnswered(keyedAnswer(account, { body: '"first"' }))).rejects.toThrow('injected');
    wire.faultOf = () => undefined;

    const again = await usage.countAnswered(keyedAnswer(account, { body: '"second"' }));

    expect(again).toMatchObject({ answeredBefore: { body: '"first"' } });
    expect(await usageItem(account.orgId)).toMatchObject({ used: 1 });
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

  it('counts each of many keyed and other calls once despite lost requests and responses', async () => {
    const orgId = 'org_mixed_storm';
    const account = { orgId, mode: 'test' } as const;
    await putOrganization(orgId, { billing: true, usageLimit: 60 });
    const processes = [newLedger(), newLedger(), newLedger(), newLedger()];
    wire.faultOf = nowAndThen(7);

    // 50 calls without a key, 25 keys with two calls each.
    const calls = Array.from({ length: 100 }, async (_, index) => {
      const usage = await readUsage(orgId, processes[index % processes.length]);
      if (index % 2 === 0) return usage.count();
      const key = `key-${index % 50}`;
      return usage.countAnswered(keyedAnswer(account, { key, body: `"${key} ${index}"` }));
    });
    const results = await Promise.all(calls);

    const counted = results.filter((result) => 'counted' in result && result.counted);
    expect(counted).toHaveLength(60);
    expect(await usageItem(orgId)).toMatchObject({ used: 60 });
  });
});
