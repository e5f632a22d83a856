import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { QuoteReports } from '../../../../shared/quotes/reports/quote-report.ts';
import { readQuoteReportUseCase } from '../../../../shared/quotes/reports/read-quote-report.ts';

const CALLER = { orgId: 'org_1', mode: 'test' } as const;

/** Reads a report with one cell for each of `lanes`, and records what was read. */
function reportUnderTest(lanes: readonly string[] = []) {
  const reads: string[][] = [];
  const reports: QuoteReports = {
    read: async ({ orgId }, groupBy, from, to) => {
      reads.push([orgId, groupBy, from, to]);
      const one = { quotes: 1, marginCents: 0, marginCostCents: 1, spreadCents: 0, marketCents: 1 };
      return lanes.map((label) => ({ month: from, group: label, label, sums: { undecided: one } }));
    },
  };
  const now = () => new Date('2026-11-23T12:00:00Z');
  const read = readQuoteReportUseCase({ reports, now });
  return { read: (query: Record<string, string>) => read(query, CALLER), reads };
}

describe('reading a report', () => {
  it.each([
    [{}, ['month', '2025-12', '2026-11']],
    [{ to: '2026-01' }, ['month', '2025-02', '2026-01']],
    [{ from: '2026-05', group_by: 'lane' }, ['lane', '2026-05', '2026-11']],
    [{ from: '2023-12', to: '2026-11', group_by: 'customer' }, ['customer', '2023-12', '2026-11']],
    [{ from: '2026-11', to: '2026-11', group_by: 'equipment' }, ['equipment', '2026-11', '2026-11']],
  ])('of %j reads %j', async (query, expected) => {
    const { read, reads } = reportUnderTest();
    const [groupBy, from, to] = expected;
    expect(await read(query)).toMatchObject({
      ok: true,
      body: { from, to, group_by: groupBy, rows: [], total_rows: 0, total: { quotes: 0, win_rate: null } },
    });
    expect(reads).toEqual([[CALLER.orgId, ...expected]]);
  });

  it.each([
    [{ from: '2026-13' }, 'from'],
    [{ to: '2026-1' }, 'to'],
    [{ to: '2026-11-01' }, 'to'],
    [{ from: '1999-12' }, 'from'],
    [{ from: '2026-06', to: '2026-05' }, 'from'],
    [{ from: '2023-11', to: '2026-11' }, 'from'],
    [{ group_by: 'day' }, 'group_by'],
    [{ limit: '0' }, 'limit'],
    [{ limit: '1001' }, 'limit'],
    [{ limit: 'ten' }, 'limit'],
  ])('rejects %j and reads nothing', async (query, field) => {
    const { read, reads } = reportUnderTest();
    expect(await read(query)).toMatchObject({
      ok: false,
      rejection: { kind: 'invalid', details: { errors: [{ field }] } },
    });
    expect(reads).toEqual([]);
  });

  it('has at most `limit` rows, and totals over all rows', async () => {
    const { read } = reportUnderTest(['A', 'B', 'C']);
    const answer = await read({ group_by: 'lane', limit: '2' });
    expect(answer).toMatchObject({
      body: { rows: [{ key: 'A' }, { key: 'B' }], total_rows: 3, total: { quotes: 3 } },
    });
  });

  it('rejects or reads any texts', async () => {
    const query = fc.record({
      from: fc.string(),
      to: fc.string(),
      group_by: fc.string(),
      limit: fc.string(),
    });
    await fc.assert(
      fc.asyncProperty(query, async (texts) => {
        expect(await reportUnderTest().read(texts)).toMatchObject({ ok: expect.any(Boolean) });
      }),
    );
  });
});
