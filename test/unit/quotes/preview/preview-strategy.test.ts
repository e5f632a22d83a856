import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Account } from '../../../../shared/platform/account/account.ts';
import {
  previewStrategyUseCase,
  summarizeChanges,
} from '../../../../shared/quotes/preview/preview-strategy.ts';
import { applyStrategy } from '../../../../shared/quotes/pricing/apply-strategy.ts';
import type { PricingStrategy } from '../../../../shared/quotes/strategy/pricing-strategy.ts';
import { DEFAULT_STRATEGY } from '../../../../shared/quotes/strategy/pricing-strategy.ts';
import type { QuoteStore } from '../../../support/in-memory-quote-store.ts';
import { ownEntry } from '../../../support/own-tariffs.ts';
import { pricingRule } from '../../../support/pricing-rules.ts';
import { anyMove, anyStrategy } from '../../../support/pricing-strategies.ts';
import { CALLER, quotingUnderTest } from '../quoting-under-test.ts';

/** The newest quotes of a store in memory. */
const recentOf = (store: Pick<QuoteStore, 'list' | 'read'>) => ({
  recent: async (account: Account, limit: number) => {
    const { rows } = await store.list(account, {}, limit, 0);
    return Promise.all(
      rows.map(async (row) => ({ row, detail: (await store.read(account, row.quoteId))?.detail })),
    );
  },
});

async function preview(
  store: Pick<QuoteStore, 'list' | 'read'>,
  current: PricingStrategy,
  terms: PricingStrategy,
  quotes = 100,
) {
  const previewStrategy = previewStrategyUseCase({
    strategies: { current: async () => ({ ...current, updatedAt: '' }) },
    quotes: recentOf(store),
  });
  const answer = await previewStrategy(CALLER, { terms, quotes, warnings: [] });
  if (!answer.ok || 'replayed' in answer) throw new Error('no preview');
  return answer.body;
}

describe('a preview of a pricing strategy', () => {
  it('has the rules of either strategy for each quote, and the own tariff of the current one', async () => {
    const under = quotingUnderTest();
    const request = { customer: 'Acme', special_requirements: ['chassis', 'prepull'] };
    await under.quote(request);
    await under.quote();
    const rules = [pricingRule('Acme', { customer: 'acme' }, { margin: { percent: 90, floorCents: 0 } })];
    const ruled = { ...DEFAULT_STRATEGY, rules };
    const accessorials = [ownEntry({ name: 'prepull', charge: { cents: 85_50 } })];
    const tariff = { version: 1, updatedAt: '', accessorials };
    const current = { ...DEFAULT_STRATEGY, version: 7, tariff };
    const { quotes, current_version } = await preview(under.store, current, ruled);
    expect(current_version).toBe(7);
    expect(quotes.map(({ change }) => change > 0)).toEqual([false, true]);
    const { base_rate, fuel_surcharge, accessorial_charges, total_rate } = (
      await quotingUnderTest({ strategy: { rules, tariff } }).quote(request)
    ).quote.pricing;
    const { chassis = 0, prepull = 0 } = accessorial_charges;
    expect(quotes[1]?.after).toEqual({
      base_rate,
      fuel_surcharge,
      accessorials: chassis + prepull,
      total_rate,
    });
    const back = await preview(under.store, { ...ruled, tariff }, DEFAULT_STRATEGY);
    expect(back.quotes.map(({ before, after }) => [before, after])).toEqual(
      quotes.map(({ before, after }) => [after, before]),
    );
  });

  it('stores the input of a price so that any strategy gives the same price again', () => {
    fc.assert(
      fc.property(anyMove, anyStrategy, (move, strategy) => {
        const stored = JSON.parse(JSON.stringify(move));
        expect(applyStrategy(stored, strategy)).toEqual(applyStrategy(move, strategy));
      }),
    );
  });

  it('compares with the current strategy, and shows the total as quoted', async () => {
    const expensive = { ...DEFAULT_STRATEGY, margins: [{ fromMiles: 0, percent: 40, floorCents: 0 }] };
    const { store, quote } = quotingUnderTest({ strategy: expensive });
    const { pricing } = (await quote()).quote;
    const { quotes, summary } = await preview(store, DEFAULT_STRATEGY, DEFAULT_STRATEGY);

    expect(quotes[0]?.quoted_total).toBe(pricing.total_rate);
    expect(quotes[0]?.before.total_rate).toBeLessThan(pricing.total_rate);
    expect(quotes[0]).toMatchObject({ change: 0, change_percent: 0 });
    expect(summary).toMatchObject({ quotes: 1, changed: 0 });
  });

  it('skips quotes that were stored without the input of their price', async () => {
    const { store, quote } = quotingUnderTest();
    await quote();
    const without = {
      list: store.list,
      read: async (...args: Parameters<typeof store.read>) => {
        const stored = await store.read(...args);
        if (stored === undefined) return stored;
        const { pricedMove, ...detail } = stored.detail as Record<string, unknown>;
        expect(pricedMove).toBeDefined();
        return { ...stored, detail };
      },
    };
    const { quotes, summary } = await preview(without, DEFAULT_STRATEGY, DEFAULT_STRATEGY);
    expect([quotes, summary.quotes, summary.skipped]).toEqual([[], 0, 1]);
  });
});

const anyTotal = fc.integer({ min: 1, max: 5_000_000 });

const anyChange = fc.oneof(
  fc.record({ beforeCents: anyTotal, afterCents: anyTotal }),
  anyTotal.map((cents) => ({ beforeCents: cents, afterCents: cents })),
  fc.record({ beforeCents: anyTotal, percent: fc.integer({ min: -30, max: 30 }) }).map((one) => ({
    beforeCents: one.beforeCents * 100,
    afterCents: one.beforeCents * (100 + one.percent),
  })),
);

const ranges = (changes: Parameters<typeof summarizeChanges>[0]) =>
  summarizeChanges(changes)
    .distribution.filter(({ quotes }) => quotes > 0)
    .map(({ from_percent, to_percent, quotes }) => [from_percent, to_percent, quotes]);

describe('the summary of changed totals', () => {
  it('counts every quote once, and its sums are exact', () => {
    fc.assert(
      fc.property(fc.array(anyChange, { maxLength: 100 }), (changes) => {
        const summary = summarizeChanges(changes);
        const cents = (usd: number) => Math.round(usd * 100);
        const total = (of: 'beforeCents' | 'afterCents') => changes.reduce((sum, one) => sum + one[of], 0);
        expect(summary.quotes).toBe(changes.length);
        expect(summary.changed).toBe(summary.increased + summary.decreased);
        expect(summary.changed).toBe(changes.filter((one) => one.beforeCents !== one.afterCents).length);
        expect(cents(summary.total_before)).toBe(total('beforeCents'));
        expect(cents(summary.total_after)).toBe(total('afterCents'));
        expect(cents(summary.total_change)).toBe(total('afterCents') - total('beforeCents'));
        expect(summary.distribution.reduce((sum, { quotes }) => sum + quotes, 0)).toBe(changes.length);
      }),
    );
  });

  it('has at least half of the changes on each side of the median', () => {
    fc.assert(
      fc.property(fc.array(anyChange, { minLength: 1, maxLength: 100 }), (changes) => {
        const median = summarizeChanges(changes).median_change * 100;
        const values = changes.map((one) => one.afterCents - one.beforeCents);
        expect(values.filter((value) => value <= median + 0.51).length * 2).toBeGreaterThanOrEqual(
          values.length,
        );
        expect(values.filter((value) => value >= median - 0.51).length * 2).toBeGreaterThanOrEqual(
          values.length,
        );
      }),
    );
  });

  it('puts each quote into the range of its change', () => {
    fc.assert(
      fc.property(anyChange, (change) => {
        const [[from, to] = []] = ranges([change]);
        const percent = ((change.afterCents - change.beforeCents) * 100) / change.beforeCents;
        const [near, far] = percent < 0 ? [to, from] : [from, to];
        if (percent === 0) expect([from, to]).toEqual([0, 0]);
        else {
          expect(Math.abs(percent)).toBeGreaterThan(Math.abs(near ?? 0));
          expect(Math.abs(percent)).toBeLessThanOrEqual(
            far === null ? Number.POSITIVE_INFINITY : Math.abs(far ?? 0),
          );
        }
      }),
    );
  });

  it('has bounds that belong to the range nearer to 0, without an error of binary fractions', () => {
    const by = (percent: number) => ({ beforeCents: 100_00, afterCents: 100_00 + percent * 100 });
    expect(ranges([2, 2.01, -2, -2.01, 0, 0.01, 20, 20.01, -20.01].map(by))).toEqual([
      [null, -20, 1],
      [-5, -2, 1],
      [-2, 0, 1],
      [0, 0, 1],
      [0, 2, 2],
      [2, 5, 1],
      [10, 20, 1],
      [20, null, 1],
    ]);
  });

  it('is 0 without quotes, and has the mean of both middles for an even number', () => {
    expect(summarizeChanges([])).toMatchObject({ quotes: 0, median_change: 0, median_change_percent: 0 });
    const changes = [0, 100, 250, 9_000].map((cents) => ({
      beforeCents: 10_000,
      afterCents: 10_000 + cents,
    }));
    expect(summarizeChanges(changes)).toMatchObject({ median_change: 1.75, median_change_percent: 1.75 });
  });
});
