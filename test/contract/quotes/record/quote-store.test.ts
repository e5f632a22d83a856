import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Account } from '../../../../shared/platform/account/account.ts';
import type { QuoteRow } from '../../../../shared/quotes/record/stored-quote.ts';
import {
  answerOf,
  type Clock,
  newAccount,
  quoteAt,
  quoteMaker,
  readable,
  startStore,
} from '../quotes-under-test.ts';

const NOON = new Date('2026-03-17T12:00:00.000Z');
const later = (days: number) => new Date(NOON.getTime() + days * 86_400_000);
const ids = (rows: readonly QuoteRow[]) => rows.map(({ quoteId }) => quoteId);

describe('quotes in DynamoDB', () => {
  const clock: Clock = { now: NOON };
  let engine: Awaited<ReturnType<typeof startStore>>;
  beforeAll(async () => {
    engine = await startStore(clock);
  });
  afterAll(() => engine.stop());

  /** Creates quotes with these creation times, oldest first. */
  async function made(account: Account, moments: readonly Date[], validityDays = 7, make = quoteMaker()) {
    const quotes = moments.map((moment) => make(moment, validityDays));
    for (const quote of quotes) {
      await expect(engine.store.create(account, quote)).resolves.toMatchObject({ outcome: 'created' });
    }
    return quotes;
  }

  it('are read as they were created, only by their account', async () => {
    clock.now = NOON;
    const account = newAccount();
    const quote = quoteAt(NOON);
    await engine.store.create(account, quote);

    await expect(engine.store.read(account, quote.quoteId)).resolves.toEqual({
      ...readable(quote),
      status: 'active',
      outcome: 'open',
    });
    for (const stranger of [newAccount(), { ...account, mode: 'live' as const }]) {
      await expect(engine.store.read(stranger, quote.quoteId)).resolves.toBeUndefined();
      await expect(engine.store.convert(stranger, quote.quoteId)).resolves.toEqual({ outcome: 'not-found' });
      await expect(engine.store.delete(stranger, quote.quoteId)).resolves.toBe('not-found');
      await expect(engine.store.list(stranger, {}, 20, 0)).resolves.toEqual({ rows: [], totalCount: 0 });
    }
    await expect(engine.store.read(account, quoteAt(NOON).quoteId)).resolves.toBeUndefined();
  });

  it('expire after their last day, in reads, lists and totals', async () => {
    const account = newAccount();
    clock.now = NOON;
    const [short, long] = [...(await made(account, [NOON], 0)), ...(await made(account, [NOON], 1))];

    clock.now = new Date('2026-03-17T23:59:59.999Z');
    expect((await engine.store.list(account, { status: 'active' }, 20, 0)).totalCount).toBe(2);
    clock.now = new Date('2026-03-18T00:00:00.000Z');

    expect(ids((await engine.store.list(account, { status: 'active' }, 20, 0)).rows)).toEqual([
      long?.quoteId,
    ]);
    expect(await engine.store.list(account, { status: 'expired' }, 20, 0)).toMatchObject({
      totalCount: 1,
      rows: [{ quoteId: short?.quoteId, status: 'expired' }],
    });
    const quoteId = short?.quoteId ?? ('' as never);
    await expect(engine.store.convert(account, quoteId)).resolves.toEqual({ outcome: 'expired' });
    await expect(engine.store.read(account, quoteId)).resolves.toMatchObject({ status: 'expired' });
  });

  it('are declined once, active or expired, and then not converted', async () => {
    const account = newAccount();
    clock.now = NOON;
    const [active, expired] = [...(await made(account, [NOON])), ...(await made(account, [later(-9)]))];
    const decline = { reason: 'price', competitorPriceCents: 95_000, note: 'Rail' } as const;
    for (const [quote, status] of [
      [active, 'active'],
      [expired, 'expired'],
    ] as const) {
      if (quote === undefined) throw new Error('no quote');
      const { quoteId } = quote;
      const declined = {
        ...readable(quote),
        status,
        outcome: 'lost',
        declinedAt: NOON.toISOString(),
        decline,
      };
      for (const time of [NOON, later(0.1)]) {
        clock.now = time;
        const result = await engine.store.decline(account, quoteId, decline);
        expect(result).toEqual({ outcome: 'declined', quote: declined });
      }
      clock.now = NOON;
      expect(await engine.store.decline(account, quoteId, { reason: 'timing' })).toEqual({
        outcome: 'already-declined',
      });
      expect(await engine.store.convert(account, quoteId)).toEqual({ outcome: 'already-declined' });
    }
  });

  it('are superseded by the quote that revises them, and then neither decided on nor revised', async () => {
    const account = newAccount();
    clock.now = NOON;
    const [first] = await made(account, [NOON]);
    const revises = first?.quoteId ?? ('' as never);
    const decline = { reason: 'price' } as const;
    await engine.store.decline(account, revises, decline);
    const make = quoteMaker();
    const second = { ...make(NOON), revises };
    expect(await engine.store.create(account, second)).toEqual({ outcome: 'created' });

    expect(await engine.store.read(account, second.quoteId)).toMatchObject({ outcome: 'open', revises });
    expect(await engine.store.read(account, revises)).toMatchObject({
      ...{ status: 'active', outcome: 'superseded', decline },
      supersededBy: second.quoteId,
    });
    const superseded = { outcome: 'superseded', by: second.quoteId };
    expect(await engine.store.convert(account, revises)).toEqual(superseded);
    expect(await engine.store.decline(account, revises, { reason: 'timing' })).toEqual(superseded);
    const third = { ...make(NOON), revises };
    expect(await engine.store.create(account, third)).toEqual({
      outcome: 'not-revisable',
      reason: superseded,
    });
    expect(await engine.store.read(account, third.quoteId)).toBeUndefined();

    await engine.store.convert(account, second.quoteId);
    expect(await engine.store.decline(account, second.quoteId, decline)).toEqual({
      outcome: 'already-converted',
    });
    for (const [revised, reason] of [
      [second.quoteId, 'already-converted'],
      [make(NOON).quoteId, 'not-found'],
    ] as const) {
      expect(await engine.store.create(account, { ...make(NOON), revises: revised })).toEqual({
        outcome: 'not-revisable',
        reason: { outcome: reason },
      });
    }
    const outcomes = (await engine.store.list(account, {}, 20, 0)).rows.map(({ outcome }) => outcome);
    expect(outcomes.toSorted()).toEqual(['superseded', 'won']);
  });

  it('have one decision, whatever concurrent calls decide', async () => {
    const account = newAccount();
    clock.now = NOON;
    const make = quoteMaker();
    for (let round = 0; round < 5; round++) {
      const [quote] = await made(account, [NOON]);
      const revises = quote?.quoteId ?? ('' as never);
      const results = await Promise.all([
        engine.store.convert(account, revises),
        engine.store.create(account, { ...make(NOON), revises }),
        engine.store.create(account, { ...make(NOON), revises }),
      ]);
      const applied = results.filter(({ outcome }) => ['converted', 'created'].includes(outcome));
      expect(applied).toHaveLength(1);
    }
    const { rows, totalCount } = await engine.store.list(account, {}, 100, 0);
    expect(rows).toHaveLength(totalCount);
    const of = (wanted: string) => rows.filter(({ outcome }) => outcome === wanted).length;
    expect(of('won') + of('superseded')).toBe(5);
    expect(of('open')).toBe(of('superseded'));
  });

  it('are created together with the answer to a key, or not at all', async () => {
    const account = newAccount();
    clock.now = NOON;
    const [one, other] = [quoteAt(NOON), quoteAt(NOON)];
    const answer = answerOf(`${account.orgId}-key`);

    await expect(engine.store.create(account, one, answer)).resolves.toMatchObject({ outcome: 'created' });
    await expect(engine.store.create(account, other, answer)).resolves.toMatchObject({
      outcome: 'answered',
    });

    await expect(engine.store.read(account, other.quoteId)).resolves.toBeUndefined();
    expect(ids((await engine.store.list(account, {}, 20, 0)).rows)).toEqual([one.quoteId]);
  });

  it('have exact counts after concurrent conversions and deletions', async () => {
    const account = newAccount();
    clock.now = NOON;
    const quotes = await made(account, [NOON, NOON, NOON]);

    await Promise.all(
      quotes
        .slice(0, 2)
        .flatMap(({ quoteId }) => [
          engine.store.convert(account, quoteId),
          engine.store.convert(account, quoteId),
          engine.store.delete(account, quoteId),
          engine.store.delete(account, quoteId),
        ]),
    );

    for (const [filter, totalCount] of [
      [{}, 1],
      [{ status: 'active' }, 1],
      [{ status: 'converted' }, 0],
    ] as const) {
      const page = await engine.store.list(account, filter, 20, 0);
      expect({ totalCount: page.totalCount, rows: page.rows.length }).toEqual({
        totalCount,
        rows: totalCount,
      });
    }
  });
});
