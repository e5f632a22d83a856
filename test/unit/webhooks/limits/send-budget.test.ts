import { describe, expect, it } from '@jest/globals';
import type { RateBuckets } from '../../../../shared/webhooks/deliveries/delivery-ports.ts';
import {
  DELIVERY_RATES,
  type DeliveryRates,
  parseDeliveryRates,
  writeDeliveryRates,
} from '../../../../shared/webhooks/limits/delivery-rates.ts';
import { createSendBudget, HORIZON_MS } from '../../../../shared/webhooks/limits/send-budget.ts';
import { aMessage, later, NOW } from '../deliveries/doubles.ts';

const URL_A = 'https://a.example/hooks';
const URL_B = 'https://b.example:8443/hooks';

/** Buckets in memory, by the generic cell rate algorithm as in the table. */
function createInMemoryRateBuckets() {
  const fullAt = new Map<string, number>();
  const asked: { bucket: string; count: number }[] = [];
  const reserve: RateBuckets['reserve'] = async (
    orgId,
    bucket,
    { burst, perMinute },
    count,
    at,
    horizonMs,
  ) => {
    asked.push({ bucket: `${orgId} ${bucket}`, count });
    const [now, intervalMs] = [at.getTime(), 60_000 / perMinute];
    const base = Math.max(now, fullAt.get(`${orgId} ${bucket}`) ?? 0);
    const room = Math.floor((horizonMs + burst * intervalMs - (base - now)) / intervalMs);
    const granted = Math.max(0, Math.min(count, room));
    fullAt.set(`${orgId} ${bucket}`, base + granted * intervalMs);
    return { granted, from: base - (burst - 1) * intervalMs, intervalMs };
  };
  return { asked, reserve };
}

/** A budget on buckets in memory, with a clock that a test sets. */
function budgetUnderTest(rates: Partial<DeliveryRates> = {}) {
  const clock = { ms: 0 };
  const buckets = createInMemoryRateBuckets();
  const { asked } = buckets;
  const budget = createSendBudget({
    buckets,
    rates: { ...DELIVERY_RATES, ...rates },
    now: () => later(clock.ms),
    random: () => 0.5,
  });
  const admitMany = (count: number, url = URL_A, message = {}) =>
    Promise.all(Array.from({ length: count }, () => budget.admit(aMessage(message), url)));
  return { budget, asked, clock, admitMany };
}

const sent = (admissions: readonly { readonly send: boolean }[]) =>
  admissions.filter(({ send }) => send).length;

describe('the budget of requests', () => {
  it.each([
    ['live', 5_000, 6_000],
    ['test', 5_000, 600],
  ] as const)(
    'of %s events allows a burst of %d and %d per minute for an organization',
    async (mode, burst, perMinute) => {
      const { admitMany, clock } = budgetUnderTest({ host: 1_000_000 });
      expect(sent(await admitMany(burst, URL_A, { mode }))).toBe(burst);
      clock.ms = 20_000;
      expect(sent(await admitMany(perMinute / 3, URL_B, { mode }))).toBe(perMinute / 3);
      expect(sent(await admitMany(1, 'https://c.example/', { mode }))).toBe(0);
      // The last one prefetched tokens, which have expired.
      clock.ms = 50_000;
      expect(sent(await admitMany(perMinute, 'https://d.example/', { mode }))).toBe(perMinute / 2 - 26);
    },
  );

  it('postpones a delivery to the time of the token that is reserved for it', async () => {
    const { budget, admitMany, clock } = budgetUnderTest({ burst: 2, host: 60 });

    const admissions = await admitMany(4);

    expect(admissions).toEqual([
      { send: true },
      { send: true },
      { send: false, dueAt: later(1_000), hostTokenAt: later(1_000).toISOString() },
      { send: false, dueAt: later(2_000), hostTokenAt: later(2_000).toISOString() },
    ]);
    clock.ms = 2_000;
    // Its own token is available, and a new delivery waits for the next one.
    expect(await budget.admit(aMessage({ hostTokenAt: later(2_000).toISOString() }), URL_A)).toEqual({
      send: true,
    });
    expect(await budget.admit(aMessage(), URL_A)).toMatchObject({ send: false, dueAt: later(3_000) });
  });

  it('of the organization is not used by deliveries that wait for one host', async () => {
    const { admitMany, asked } = budgetUnderTest({ burst: 10, live: 600, host: 60 });

    await admitMany(500, URL_A);

    expect(asked).toEqual([
      { bucket: 'org_1 host#a.example', count: 500 },
      { bucket: 'org_1 live', count: 10 },
    ]);
    expect(sent(await admitMany(1, URL_B))).toBe(0);
    expect(await admitMany(1, URL_B)).toEqual([
      { send: false, dueAt: later(200), tokenAt: later(200).toISOString() },
    ]);
  });

  it('takes no token if both are reserved, until five minutes later', async () => {
    const { budget, asked, clock } = budgetUnderTest();
    const message = aMessage({ tokenAt: NOW.toISOString() });
    clock.ms = 300_000;
    expect(await budget.admit(message, URL_A)).toEqual({ send: true });
    expect(asked).toEqual([]);
    clock.ms = 300_001;
    expect(await budget.admit(message, URL_A)).toEqual({ send: true });
    expect(asked.map(({ bucket }) => bucket)).toEqual(['org_1 host#a.example', 'org_1 live']);
  });

  it('postpones without a token beyond the horizon, and reads an empty bucket at most once a second', async () => {
    const { admitMany, asked, clock } = budgetUnderTest({ burst: 1, host: 60 });
    const reservable = 1 + HORIZON_MS / 1_000;

    const admissions = await admitMany(reservable + 5);
    expect(admissions.slice(reservable)).toEqual(
      Array.from({ length: 5 }, () => ({ send: false, dueAt: later(HORIZON_MS * 0.75) })),
    );
    const before = asked.length;
    await admitMany(50);
    clock.ms = 999;
    await admitMany(1);
    expect(asked).toHaveLength(before);
    clock.ms = 1_000;
    await admitMany(1);
    expect(asked).toHaveLength(before + 1);
  });

  it('fails all concurrent calls if the table fails, and reads again', async () => {
    let fails = true;
    const budget = createSendBudget({
      rates: DELIVERY_RATES,
      now: () => NOW,
      random: Math.random,
      buckets: {
        reserve: async (_orgId, _bucket, _rate, count) => {
          if (fails) throw new Error('no table');
          return { granted: count, from: 0, intervalMs: 1 };
        },
      },
    });
    const outcomes = await Promise.allSettled([
      budget.admit(aMessage(), URL_A),
      budget.admit(aMessage(), URL_A),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    fails = false;
    expect(await budget.admit(aMessage(), URL_A)).toEqual({ send: true });
  });

  it('gives an immediate request a token of now, or none', async () => {
    const { budget, admitMany } = budgetUnderTest({ burst: 3, host: 60 });
    const owner = { orgId: 'org_1', mode: 'live' } as const;
    await admitMany(2);
    expect([await budget.takeNow(owner, URL_A), await budget.takeNow(owner, URL_A)]).toEqual([true, false]);
    // The organization has no token left for live events, also for another host.
    expect(await budget.takeNow(owner, URL_B)).toBe(false);
    expect(await budget.takeNow({ ...owner, mode: 'test' }, URL_B)).toBe(true);
  });
});

describe('parsing delivery rates', () => {
  it('reads its own output, and keeps the defaults of omitted limits', () => {
    expect(writeDeliveryRates(DELIVERY_RATES)).toBe('burst=5000,live=6000,test=600,host=1200,unproven=20');
    expect(parseDeliveryRates(writeDeliveryRates(DELIVERY_RATES))).toEqual(DELIVERY_RATES);
    expect(parseDeliveryRates('host=7, burst=9')).toEqual({ ...DELIVERY_RATES, host: 7, burst: 9 });
  });

  it.each(['', 'host', 'host=', 'host=0', 'host=-1', 'host=1.5', 'hosts=3', 'host=3;live=4'])(
    'rejects %j',
    (text) => {
      expect(() => parseDeliveryRates(text)).toThrow(/must be one of burst, live, test, host, unproven/);
    },
  );
});
