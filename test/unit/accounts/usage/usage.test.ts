import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  createDeduplicationTokens,
  type DeduplicationToken,
} from '../../../../shared/accounts/usage/dynamodb-account-ledger.ts';
import { shardBounds, shardWithRoom } from '../../../../shared/accounts/usage/dynamodb-quote-meter.ts';
import { readAccountItems } from '../../../../shared/accounts/usage/dynamodb-read-account.ts';
import {
  periodEnd,
  reachedUsagePercent,
  recentPeriods,
  usageHeaders,
  usagePeriod,
} from '../../../../shared/accounts/usage/usage-headers.ts';
import { readUsageStatement } from '../../../../shared/accounts/usage/usage-statement.ts';
import type { BatchRead } from '../../../../shared/platform/dynamodb/batch-get.ts';
import { createInMemoryUsage } from './in-memory-usage-reader.ts';

const ACCOUNT = { orgId: 'org_1', mode: 'test' } as const;
const NOW = new Date('2026-11-21T12:00:00Z');

describe('a usage statement', () => {
  it('has only months with calls, newest first, for the requested number of months', async () => {
    const reader = createInMemoryUsage();
    reader.setOrganization('org_1', { billing: true, usageLimit: 100 });
    for (const [period, used] of Object.entries({ '2025-11': 9, '2025-12': 5, '2026-02': 3, '2026-10': 1 })) {
      reader.setUsed('org_1', 'test', period, used);
    }
    const historyOf = async (months?: number) =>
      (await readUsageStatement(reader, ACCOUNT, NOW, months))?.history.map(({ period }) => period);

    expect(await historyOf()).toEqual(['2026-10', '2026-02', '2025-12']);
    expect(await historyOf(13)).toEqual(['2026-10', '2026-02', '2025-12', '2025-11']);
    expect(await historyOf(1)).toEqual([]);
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
  it.each([
    [
      { used: 3, usageLimit: 10 },
      '2026-12-30T23:59:59.500Z',
      [
        '10',
        '3',
        '7',
        '2027-01-01T00:00:00.000Z',
        '"monthly-rates";q=10;w=2678400',
        '"monthly-rates";r=7;t=86401',
      ],
    ],
  ])('of %j at %s have limit, count, remainder, reset and policy', (usage, now, values) => {
    const names = [
      'X-Usage-Limit',
      'X-Usage-Used',
      'X-Usage-Remaining',
      'X-Usage-Reset',
      'RateLimit-Policy',
      'RateLimit',
    ];
    expect(usageHeaders(usage, new Date(now))).toEqual(
      Object.fromEntries(names.map((name, index) => [name, values[index]])),
    );
  });
});

describe('a logged usage percent', () => {
  it('is each whole percent from 80, at the call that reaches it; never for a limit of 0', () => {
    expect([799, 800, 801, 809, 810, 1000].map((used) => reachedUsagePercent(used, 1000))).toEqual([
      undefined,
      80,
      undefined,
      undefined,
      81,
      100,
    ]);
    expect([0, 1].map((used) => reachedUsagePercent(used, 0))).toEqual([undefined, undefined]);
  });
});

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);

describe('the bounds of a sharded count', () => {
  it.each([
    ['divide a limit', [0, 0, 0, 0], 8, [2, 2, 2, 2]],
    ['give the remainder to the first shards', [0, 0, 0, 0], 6, [2, 2, 1, 1]],
    ['leave a shard above the level as it is', [7, 0, 0, 0], 10, [7, 1, 1, 1]],
    ['are the counts at the limit', [3, 1], 4, [3, 1]],
    ['are the counts above the limit', [3, 1], 2, [3, 1]],
    ['of a limit of 0 are 0', [0, 0], 0, [0, 0]],
  ])('%s', (_, counts, limit, bounds) => {
    expect(shardBounds(counts, limit)).toEqual(bounds);
  });

  it('let writers that read at different times reach the limit exactly without exceeding it', () => {
    const counts = fc.array(fc.nat(12), { minLength: 1, maxLength: 16 });
    fc.assert(
      fc.property(counts, fc.nat(120), fc.infiniteStream(fc.nat()), (start, limit, choices) => {
        const stored = [...start];
        // Each writer read the counts of a moment; it may write at any later one.
        const readings = [[...stored]];
        const next = (below: number) => Number(choices.next().value) % below;
        for (let step = 0; step < 400; step++) {
          const read = readings[next(readings.length)] ?? [];
          const bounds = shardBounds(read, limit);
          const shard = shardWithRoom(read, bounds, next(read.length));
          if (shard !== undefined && (stored[shard] ?? 0) < (bounds[shard] ?? 0)) {
            stored[shard] = (stored[shard] ?? 0) + 1;
          }
          // A query reads one item after the other, so that each count may be of another moment.
          readings.push(stored.map((count, at) => readings[next(readings.length)]?.[at] ?? count));
          readings.push([...stored]);
        }
        for (;;) {
          const bounds = shardBounds(stored, limit);
          const shard = shardWithRoom(stored, bounds, 0);
          if (shard === undefined) break;
          stored[shard] = (stored[shard] ?? 0) + 1;
        }
        expect(sum(stored)).toBe(Math.max(limit, sum(start)));
      }),
      { numRuns: 200 },
    );
  });
});

describe('a shard with room', () => {
  it.each([
    [0, 1],
    [1, 1],
    [2, 3],
    [3, 3],
    [4, 1],
  ])('is searched from shard %d upwards and then from the first one: %d', (from, found) => {
    expect(shardWithRoom([5, 4, 5, 0, 5], [5, 5, 5, 5, 5], from)).toBe(found);
  });

  it('is not found if all are full', () => {
    expect(shardWithRoom([5, 4], [5, 4], 1)).toBeUndefined();
  });
});

const SECOND = 1_000;

function tokensAt(start: number) {
  let clock = start;
  return { tokens: createDeduplicationTokens('owner', () => clock), advance: (ms: number) => (clock += ms) };
}

describe('deduplication tokens', () => {
  it('gives concurrent calls different slots, and a later call a free one', async () => {
    const { tokens } = tokensAt(0);
    const inFlight: DeduplicationToken[] = [];
    const hold = (token: DeduplicationToken) =>
      new Promise<void>((resolve) => {
        inFlight.push(token);
        if (inFlight.length === 3) resolve();
        else queueMicrotask(() => resolve());
      });

    await Promise.all([tokens.withToken(hold), tokens.withToken(hold), tokens.withToken(hold)]);
    const later = await tokens.withToken(async (token) => token);

    expect(new Set(inFlight.map(({ name }) => name)).size).toBe(3);
    expect(inFlight.map(({ name }) => name)).toContain(later.name);
  });

  it('increases the sequence even if the clock stands still or goes back', async () => {
    const { tokens, advance } = tokensAt(1_800_000_000_000);
    const numbers: number[] = [];
    for (const step of [0, 0, 5, -5 * SECOND, 10]) {
      advance(step);
      numbers.push(await tokens.withToken(async ({ sequence }) => sequence));
    }

    expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
    expect(numbers.every(Number.isSafeInteger)).toBe(true);
  });

  it('frees the slot of a failed call', async () => {
    const { tokens } = tokensAt(0);
    const failing = tokens.withToken(async ({ name }) => {
      throw new Error(name);
    });
    const failed = await failing.catch((error: Error) => error.message);

    expect(await tokens.withToken(async ({ name }) => name)).toBe(failed);
  });

  it('retires a slot before its tokens are stale', async () => {
    const { tokens, advance } = tokensAt(0);
    const item: Record<string, number> = { used: 3 };
    const { name, sequence } = await tokens.withToken(async (token) => token);
    item[name] = sequence;

    advance(60 * SECOND);
    expect(tokens.staleTokensIn(item)).toEqual([]);
    expect(await tokens.withToken(async (token) => token.name)).not.toBe(name);

    advance(1);
    expect(tokens.staleTokensIn(item)).toEqual([name]);
  });

  it('returns a bounded number of stale tokens at once', () => {
    const { tokens } = tokensAt(10 * 60 * SECOND);
    const item = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`mark#gone-${index}`, index]));

    expect(tokens.staleTokensIn(item)).toHaveLength(20);
  });
});

/** DynamoDB Local answers every read consistently: only the request shows what a table in AWS would answer. */
it('reads organization and usage consistently', async () => {
  const requests: Parameters<BatchRead>[0][] = [];
  const read: BatchRead = async (requested) => {
    requests.push(requested);
    return new Map([['organizations', [{ billing: true, usageLimit: 10 }]]]);
  };
  const tables = {
    client: {} as DynamoDBDocumentClient,
    read,
    organizationsTable: 'organizations',
    usageTable: 'usage',
  };

  await readAccountItems(tables, { orgId: 'org_1', mode: 'live' }, ['2026-03']);

  expect(requests).toMatchObject([
    { organizations: { ConsistentRead: true }, usage: { ConsistentRead: true } },
  ]);
});
