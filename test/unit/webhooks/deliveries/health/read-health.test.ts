import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type AttemptCounts,
  addCounts,
  countsOfAttempt,
  NO_ATTEMPTS,
} from '../../../../../shared/webhooks/deliveries/health/attempt-counts.ts';
import { readHealthUseCase } from '../../../../../shared/webhooks/deliveries/health/read-health.ts';
import type { Webhook } from '../../../../../shared/webhooks/store/webhook.ts';

const NOW = new Date('2026-03-02T10:20:30.400Z');
const HOUR_MS = 3_600_000;
const webhook = { id: `wh_${'0'.repeat(26)}`, orgId: 'org_1', mode: 'live' } as Webhook;
const caller = { orgId: 'org_1', mode: 'live' } as const;

const attempt = (status: number | undefined, durationMs: number) =>
  countsOfAttempt({
    number: 1,
    startedAt: '',
    url: '',
    durationMs,
    ...(status === undefined ? { error: 'timeout' } : { status }),
    ...(status === undefined || status < 300 ? {} : { error: 'status' }),
  });

function healthUnderTest(stored: ReadonlyMap<number, AttemptCounts> = new Map()) {
  const periods: (readonly [Date, Date])[] = [];
  const read = readHealthUseCase({
    webhooks: { get: async (_, id) => (id === webhook.id ? webhook : undefined) },
    counts: {
      byHour: async (_, from, to) => {
        periods.push([from, to]);
        return stored;
      },
    },
    now: () => NOW,
  });
  return { periods, read: (query = {}, id = webhook.id) => read(id, query, caller) };
}

describe('the health of a webhook', () => {
  it('has an entry for each hour, also without attempts, and ends with the current hour', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 720 }), async (hours) => {
        const { read, periods } = healthUnderTest();
        const answer = await read({ hours: String(hours) });
        if (!answer.ok) throw new Error('rejected');
        const starts = answer.body.data.hours.map(({ startsAt }) => Date.parse(startsAt));
        expect(starts).toHaveLength(hours);
        expect(starts.at(-1)).toBe(Date.parse('2026-03-02T10:00:00Z'));
        expect(starts.slice(1).every((start, index) => start - (starts[index] ?? 0) === HOUR_MS)).toBe(true);
        expect(periods).toEqual([[new Date(starts[0] ?? 0), new Date(starts.at(-1) ?? 0)]]);
        expect(answer.body.data.total).toEqual({
          attempts: 0,
          succeeded: 0,
          failed: 0,
          successRate: null,
          latencyMs: null,
        });
      }),
      { numRuns: 20 },
    );
  });

  it('shows rates and latencies by hour and in total', async () => {
    const nine = [attempt(200, 10), attempt(204, 30), attempt(503, 100)].reduce(addCounts, NO_ATTEMPTS);
    const stored = new Map([
      [Date.parse('2026-03-02T09:00:00Z'), nine],
      [Date.parse('2026-03-02T10:00:00Z'), attempt(undefined, 5_000)],
    ]);

    expect(await healthUnderTest(stored).read({ hours: '2' })).toEqual({
      ok: true,
      body: {
        status: 'success',
        data: {
          webhookId: webhook.id,
          total: {
            attempts: 4,
            succeeded: 2,
            failed: 2,
            successRate: 0.5,
            latencyMs: { average: 47, p50: 33, p95: 100 },
          },
          hours: [
            {
              startsAt: '2026-03-02T09:00:00.000Z',
              attempts: 3,
              succeeded: 2,
              failed: 1,
              successRate: 0.6666,
              latencyMs: { average: 47, p50: 33, p95: 100 },
            },
            {
              startsAt: '2026-03-02T10:00:00.000Z',
              attempts: 1,
              succeeded: 0,
              failed: 1,
              successRate: 0,
              latencyMs: null,
            },
          ],
        },
      },
    });
  });

  it('has a success rate of 1 only without failures', async () => {
    const many = { ...NO_ATTEMPTS, attempts: 1_000_000, succeeded: 999_999 };
    const answer = await healthUnderTest(new Map([[Date.parse('2026-03-02T10:00:00Z'), many]])).read();
    expect(answer).toMatchObject({ body: { data: { total: { successRate: 0.9999, failed: 1 } } } });
  });

  it.each(['0', '721', '-1', '1.5', 'x', '5h'])('rejects %j hours', async (hours) => {
    const { read, periods } = healthUnderTest();
    expect(await read({ hours })).toMatchObject({
      ok: false,
      rejection: { kind: 'invalid', message: 'Invalid request: hours must be an integer from 1 to 720.' },
    });
    expect(periods).toEqual([]);
  });

  it('covers 24 hours without a parameter, and does not exist for another webhook', async () => {
    expect(await healthUnderTest().read()).toMatchObject({ body: { data: { hours: { length: 24 } } } });
    expect(await healthUnderTest().read({}, `wh_${'1'.repeat(26)}`)).toMatchObject({
      ok: false,
      rejection: { kind: 'not-found' },
    });
  });
});
