import { describe, expect, it } from '@jest/globals';
import { describeAccountLedger } from './account-ledger-contract.ts';
import { describeKeyedCounting } from './keyed-counting-contract.ts';
import {
  FAULTS,
  ledgersWithLostResponses,
  nowAndThen,
  onFirstSendings,
} from './ledgers-with-lost-responses.ts';

const { wire, newLedger, newAnswers, putOrganization, putUsage, usageItem, readUsage } =
  ledgersWithLostResponses();

const underTest = () => ({ ledger: newLedger(), answers: newAnswers(), addOrganization: putOrganization });
describeAccountLedger('DynamoDB', underTest);
describeKeyedCounting('DynamoDB', underTest);

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

  it.each([1_000, 60])(
    'counts each call of a storm once, at a limit of %d, however the wire fails',
    async (limit) => {
      const orgId = `org_storm_${limit}`;
      await putOrganization(orgId, { billing: true, usageLimit: limit });
      const processes = [newLedger(), newLedger(), newLedger(), newLedger()];
      wire.faultOf = nowAndThen(8);

      const calls = Array.from({ length: 100 }, async (_, index) =>
        (await readUsage(orgId, processes[index % processes.length])).count(),
      );
      const counted = (await Promise.all(calls)).filter((result) => result.counted);

      expect(counted).toHaveLength(Math.min(100, limit));
      expect(await usageItem(orgId)).toMatchObject({ used: counted.length });
    },
  );

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
