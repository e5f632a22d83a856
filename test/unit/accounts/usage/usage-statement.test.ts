import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { usageHeaders } from '../../../../shared/accounts/usage/usage-headers.ts';
import { periodEnd, recentPeriods, usagePeriod } from '../../../../shared/accounts/usage/usage-period.ts';
import { readUsageStatement } from '../../../../shared/accounts/usage/usage-statement.ts';
import { createInMemoryUsage } from './in-memory-usage-reader.ts';

const ACCOUNT = { orgId: 'org_1', mode: 'test' } as const;
const NOW = new Date('2026-11-21T12:00:00Z');

function usage(usageLimit = 100, billing = true) {
  const reader = createInMemoryUsage();
  reader.setOrganization('org_1', { billing, usageLimit });
  return reader;
}

describe('a usage statement', () => {
  it('has the month, the remaining calls and the reset time', async () => {
    const reader = usage();
    reader.setUsed('org_1', 'test', '2026-11', 40);

    expect(await readUsageStatement(reader, ACCOUNT, NOW)).toEqual({
      period: '2026-11',
      used: 40,
      limit: 100,
      remaining: 60,
      resetsAt: '2026-12-01T00:00:00.000Z',
      billing: true,
      history: [{ period: '2026-11', used: 40 }],
      quotes: { used: 0, limit: null, remaining: null, history: [] },
    });
  });

  it('counts quotes separately from rate calls, against their own limit', async () => {
    const reader = createInMemoryUsage();
    reader.setOrganization('org_1', { billing: true, usageLimit: 10, quoteLimit: 5 });
    reader.setUsed('org_1', 'test', '2026-11', 3);
    reader.setQuotes('org_1', 'test', '2026-11', 2);
    reader.setQuotes('org_1', 'test', '2026-09', 8);

    expect(await readUsageStatement(reader, ACCOUNT, NOW)).toMatchObject({
      used: 3,
      remaining: 7,
      history: [{ period: '2026-11', used: 3 }],
      quotes: {
        used: 2,
        limit: 5,
        remaining: 3,
        history: [
          { period: '2026-11', used: 2 },
          { period: '2026-09', used: 8 },
        ],
      },
    });
  });

  it('has 0 remaining quotes if the limit is below the usage', async () => {
    const reader = createInMemoryUsage();
    reader.setOrganization('org_1', { billing: true, usageLimit: 10, quoteLimit: 0 });
    reader.setQuotes('org_1', 'test', '2026-11', 2);

    expect((await readUsageStatement(reader, ACCOUNT, NOW))?.quotes).toMatchObject({
      limit: 0,
      remaining: 0,
    });
  });

  it('has only months with calls, newest first, for the requested number of months', async () => {
    const reader = usage();
    for (const [period, used] of Object.entries({ '2025-11': 9, '2025-12': 5, '2026-02': 3, '2026-10': 1 })) {
      reader.setUsed('org_1', 'test', period, used);
    }
    const historyOf = async (months?: number) =>
      (await readUsageStatement(reader, ACCOUNT, NOW, months))?.history.map(({ period }) => period);

    expect(await historyOf()).toEqual(['2026-10', '2026-02', '2025-12']);
    expect(await historyOf(13)).toEqual(['2026-10', '2026-02', '2025-12', '2025-11']);
    expect(await historyOf(1)).toEqual([]);
  });

  it('works above the limit and without billing', async () => {
    const reader = usage(10, false);
    reader.setUsed('org_1', 'test', '2026-11', 40);

    expect(await readUsageStatement(reader, ACCOUNT, NOW)).toMatchObject({
      used: 40,
      remaining: 0,
      billing: false,
    });
  });

  it('does not include calls of the other mode', async () => {
    const reader = usage();
    reader.setUsed('org_1', 'live', '2026-11', 40);

    expect(await readUsageStatement(reader, ACCOUNT, NOW)).toMatchObject({ used: 0, history: [] });
  });

  it('is undefined for an unknown organization', async () => {
    expect(await readUsageStatement(createInMemoryUsage(), ACCOUNT, NOW)).toBeUndefined();
  });
});

describe('periods', () => {
  it('go back by month across a year boundary, from any day', () => {
    expect(recentPeriods(new Date('2026-03-31T23:59:59Z'), 4)).toEqual([
      '2026-03',
      '2026-02',
      '2026-01',
      '2025-12',
    ]);
  });

  it('end when the next one begins', () => {
    const moments = fc.date({
      min: new Date('2020-01-01'),
      max: new Date('2090-01-01'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(moments, (moment) => {
        const end = new Date(periodEnd(usagePeriod(moment)));

        expect(end.getTime()).toBeGreaterThan(moment.getTime());
        expect(usagePeriod(new Date(end.getTime() - 1))).toBe(usagePeriod(moment));
        expect(recentPeriods(end, 2)).toEqual([usagePeriod(end), usagePeriod(moment)]);
      }),
    );
  });
});

describe('usage headers', () => {
  const DECEMBER = new Date('2026-12-30T23:59:59.500Z');

  it('have limit, used, remaining and reset', () => {
    expect(usageHeaders({ used: 3, usageLimit: 10 }, DECEMBER)).toEqual({
      'X-Usage-Limit': '10',
      'X-Usage-Used': '3',
      'X-Usage-Remaining': '7',
      'X-Usage-Reset': '2027-01-01T00:00:00.000Z',
      'RateLimit-Policy': '"monthly-rates";q=10;w=2678400',
      RateLimit: '"monthly-rates";r=7;t=86401',
    });
  });

  it('never have a negative remaining value', () => {
    expect(usageHeaders({ used: 30, usageLimit: 10 }, DECEMBER)).toMatchObject({
      'X-Usage-Remaining': '0',
      RateLimit: '"monthly-rates";r=0;t=86401',
    });
  });
});
