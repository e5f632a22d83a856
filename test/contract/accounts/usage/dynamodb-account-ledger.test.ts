import { describe, expect, it } from '@jest/globals';
import { FAULTS, ledgersWithLostResponses, onFirstSendings } from './ledgers-with-lost-responses.ts';

const { wire, newLedger, putOrganization, putUsage, usageItem, readUsage } = ledgersWithLostResponses();

describe('account ledger: DynamoDB', () => {
  it('counts nothing for a limit of 0', async () => {
    await putOrganization('org_zero', { billing: true, usageLimit: 0 });

    expect(await (await readUsage('org_zero')).count()).toEqual({ counted: false, used: 0 });
  });

  it('counts modes and months separately', async () => {
    await putOrganization('org_apart', { billing: true, usageLimit: 1 });
    const results = [];
    for (const [mode, period] of [
      ['test', '2026-11'],
      ['live', '2026-11'],
      ['test', '2026-12'],
      ['test', '2026-11'],
    ] as const) {
      const usage = await newLedger().read({ orgId: 'org_apart', mode }, period);
      results.push(await usage?.count());
    }

    expect(results.map((result) => result?.counted)).toEqual([true, true, true, false]);
  });
});

describe('account ledger: DynamoDB with lost responses', () => {
  it('takes one round trip to read and one to count', async () => {
    await putOrganization('org_trips', { billing: true, usageLimit: 10 });
    wire.requests = [];

    await (await readUsage('org_trips')).count();

    expect(wire.requests).toEqual(['BatchGetItemCommand', 'UpdateItemCommand']);
  });

  it.each(FAULTS)('counts a call once if its first request was %s', async (fault) => {
    const orgId = `org_${fault}`;
    await putOrganization(orgId, { billing: true, usageLimit: 10 });
    const usage = await readUsage(orgId);
    wire.faultOf = onFirstSendings(fault);

    expect(await usage.count()).toEqual({ counted: true, used: 1 });
    expect(await usageItem(orgId)).toMatchObject({ used: 1 });
  });

  it('counts the last call of a limit even if the response was lost', async () => {
    await putOrganization('org_last', { billing: true, usageLimit: 1 });
    const usage = await readUsage('org_last');
    wire.faultOf = onFirstSendings('applied-but-lost');

    expect(await usage.count()).toEqual({ counted: true, used: 1 });
    expect(await usage.count()).toEqual({ counted: false, used: 1 });
  });

  it('requests unprocessed keys again', async () => {
    await putOrganization('org_slow', { billing: true, usageLimit: 10 });
    await (await readUsage('org_slow')).count();
    wire.requests = [];
    wire.unprocessedReads = 2;

    expect(await readUsage('org_slow')).toMatchObject({ billing: true, used: 1 });
    expect(wire.requests).toEqual(['BatchGetItemCommand', 'BatchGetItemCommand', 'BatchGetItemCommand']);
  });

  it('fails if keys stay unprocessed', async () => {
    wire.unprocessedReads = Number.POSITIVE_INFINITY;

    await expect(readUsage('org_slow')).rejects.toThrow('unprocessed after');
  });

  it('removes the tokens of ended processes', async () => {
    await putOrganization('org_marks', { billing: true, usageLimit: 10 });
    const stale = Object.fromEntries(Array.from({ length: 5 }, (_, index) => [`mark#gone-${index}`, 1]));
    await putUsage('org_marks', { used: 5, ...stale });

    await (await readUsage('org_marks')).count();

    const marks = Object.keys(await usageItem('org_marks')).filter((name) => name.startsWith('mark#'));
    expect(marks).toHaveLength(1);
    expect(marks[0]).not.toContain('gone');
  });

  it('fails for an invalid organization item', async () => {
    await putOrganization('org_broken', { billing: 'yes' });

    await expect(readUsage('org_broken')).rejects.toThrow('Expected boolean');
  });
});
