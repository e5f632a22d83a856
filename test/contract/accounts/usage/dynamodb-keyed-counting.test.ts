import { describe, expect, it } from '@jest/globals';
import { keyedAnswer } from './keyed-counting-contract.ts';
import { FAULTS, ledgersOnABadWire, nowAndThen, onFirstSendings } from './ledgers-on-a-bad-wire.ts';

const { wire, newLedger, newAnswers, putOrganization, usageItem, openAccount } = ledgersOnABadWire();

describe('keyed counting: DynamoDB on a bad wire', () => {
  it('takes one round trip to read and one to count and remember', async () => {
    await putOrganization('org_keyed_trips', { billing: true, usageLimit: 10 });
    wire.requests = [];

    const holder = { orgId: 'org_keyed_trips', mode: 'test' } as const;
    await (await openAccount(holder.orgId)).countAnswered(keyedAnswer(holder));

    expect(wire.requests).toEqual(['BatchGetItemCommand', 'TransactWriteItemsCommand']);
  });

  it.each(FAULTS)('counts a keyed call once whose first sending was %s', async (fault) => {
    const holder = { orgId: `org_keyed_${fault}`, mode: 'test' } as const;
    await putOrganization(holder.orgId, { billing: true, usageLimit: 1 });
    const account = await openAccount(holder.orgId);
    const answer = keyedAnswer(holder);
    wire.faultOf = onFirstSendings(fault);

    expect(await account.countAnswered(answer)).toEqual({ counted: true, used: 1 });
    expect(await usageItem(holder.orgId)).toMatchObject({ used: 1 });
    expect(await newAnswers().find(answer.call)).toMatchObject({ body: answer.body });
  });

  it('repeats the answer of a call that was applied and never heard of it', async () => {
    const holder = { orgId: 'org_deaf', mode: 'test' } as const;
    await putOrganization(holder.orgId, { billing: true, usageLimit: 5 });
    const account = await openAccount(holder.orgId);
    wire.faultOf = () => 'applied-but-lost';
    await expect(account.countAnswered(keyedAnswer(holder, { body: '"first"' }))).rejects.toThrow('injected');
    wire.faultOf = () => undefined;

    const again = await account.countAnswered(keyedAnswer(holder, { body: '"second"' }));

    expect(again).toMatchObject({ answeredBefore: { body: '"first"' } });
    expect(await usageItem(holder.orgId)).toMatchObject({ used: 1 });
  });

  it('knows its own write where the engine has forgotten the token of the transaction', async () => {
    const holder = { orgId: 'org_forgetful', mode: 'test' } as const;
    await putOrganization(holder.orgId, { billing: true, usageLimit: 1 });
    const account = await openAccount(holder.orgId);
    wire.faultOf = onFirstSendings('applied-but-lost');
    wire.forgetTokens = true;

    expect(await account.countAnswered(keyedAnswer(holder))).toEqual({ counted: true, used: 1 });
    expect(await usageItem(holder.orgId)).toMatchObject({ used: 1 });
  });

  it('gives up, and counts nothing, on a transaction that conflicts for ever', async () => {
    const holder = { orgId: 'org_endless_conflict', mode: 'test' } as const;
    await putOrganization(holder.orgId, { billing: true, usageLimit: 5 });
    const account = await openAccount(holder.orgId);
    wire.faultOf = () => 'conflict';

    await expect(account.countAnswered(keyedAnswer(holder))).rejects.toThrow('cancelled 16 times');
    expect(await usageItem(holder.orgId)).toEqual({});
  }, 30_000);

  it('counts each of many keyed and other calls once, however the wire fails', async () => {
    const orgId = 'org_mixed_storm';
    const holder = { orgId, mode: 'test' } as const;
    await putOrganization(orgId, { billing: true, usageLimit: 60 });
    const processes = [newLedger(), newLedger(), newLedger(), newLedger()];
    wire.faultOf = nowAndThen(7);

    // 50 calls without a key, 25 keys with two calls each.
    const calls = Array.from({ length: 100 }, async (_, index) => {
      const account = await openAccount(orgId, processes[index % processes.length]);
      if (index % 2 === 0) return account.count();
      const key = `key-${index % 50}`;
      return account.countAnswered(keyedAnswer(holder, { key, body: `"${key} ${index}"` }));
    });
    const countings = await Promise.all(calls);

    const counted = countings.filter((counting) => 'counted' in counting && counting.counted);
    expect(counted).toHaveLength(60);
    expect(await usageItem(orgId)).toMatchObject({ used: 60 });
  });
});
