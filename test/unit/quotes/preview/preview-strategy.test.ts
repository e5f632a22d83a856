import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Account } from '../../../../shared/platform/account/account.ts';
import { previewStrategyUseCase } from '../../../../shared/quotes/preview/preview-strategy.ts';
import { readPricedMove, withPricedMove } from '../../../../shared/quotes/preview/priced-move.ts';
import { applyStrategy } from '../../../../shared/quotes/pricing/apply-strategy.ts';
import type { QuoteStore } from '../../../../shared/quotes/record/quote-store.ts';
import { DEFAULT_STRATEGY } from '../../../../shared/quotes/strategy/default-strategy.ts';
import type { PricingStrategy } from '../../../../shared/quotes/strategy/pricing-strategy.ts';
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
  const answer = await previewStrategy(CALLER, { terms, quotes });
  if (!answer.ok || 'replayed' in answer) throw new Error('no preview');
  return answer.body;
}

/** Requests with one terminal, by road, and between ports with several terminals. */
const REQUESTS = [
  {},
  { origin: 'USLAX', special_requirements: ['chassis', 'prepull', 'guaranteed'] },
  { origin: 'Garden City Terminal', destination: 'Atlanta, GA', special_requirements: ['hazmat'] },
  { origin: 'Chicago, IL', destination: 'Memphis, TN', equipment_type: 'reefer' },
  { origin: 'Denver, CO', destination: 'USSAV', equipment_type: 'container_20' },
];

describe('a preview of a pricing strategy', () => {
  it('has the totals that each quote has with either strategy, exactly', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyStrategy,
        anyStrategy,
        fc.subarray(REQUESTS, { minLength: 1 }),
        async (one, other, requests) => {
          const first = quotingUnderTest({ strategy: one });
          for (const request of requests) await first.quote(request);
          const { quotes, current_version } = await preview(first.store, one, other);

          expect(current_version).toBe(one.version);
          expect(quotes.map(({ before }) => before.total_rate)).toEqual(
            quotes.map((quote) => quote.quoted_total),
          );
          for (const [at, { after, quote_id }] of quotes.toReversed().entries()) {
            // The same request with the other strategy; of several terminals, that of the first quote.
            const [terminal] = [
              first.kept[at]?.detail as {
                route: {
                  origin: { name: string; type: string };
                  destination: { name: string; type: string };
                };
              },
            ];
            const { origin, destination } = terminal.route;
            const named = {
              ...(origin.type === 'city' ? {} : { origin: origin.name }),
              ...(destination.type === 'city' ? {} : { destination: destination.name }),
            };
            const { quote } = await quotingUnderTest({ strategy: other }).quote({
              ...requests[at],
              ...named,
            });
            expect([quote_id, after]).toEqual([
              quote_id,
              {
                base_rate: quote.pricing.base_rate,
                fuel_surcharge: quote.pricing.fuel_surcharge,
                accessorials: expect.closeTo(
                  Object.values(quote.pricing.accessorial_charges).reduce((sum, usd) => sum + usd, 0),
                  4,
                ),
                total_rate: quote.pricing.total_rate,
              },
            ]);
          }
        },
      ),
      { numRuns: 25 },
    );
  });

  it('has the rules of either strategy for each quote', async () => {
    const under = quotingUnderTest();
    await under.quote({ customer: 'Acme' });
    await under.quote();
    const rules = [pricingRule('Acme', { customer: 'acme' }, { margin: { percent: 90, floorCents: 0 } })];
    const ruled = { ...DEFAULT_STRATEGY, rules };
    const { quotes } = await preview(under.store, DEFAULT_STRATEGY, ruled);
    expect(quotes.map(({ change }) => change > 0)).toEqual([false, true]);
    const { quote } = await quotingUnderTest({ strategy: { rules } }).quote({ customer: 'Acme' });
    expect(quotes[1]?.after.total_rate).toBe(quote.pricing.total_rate);
    const back = await preview(under.store, ruled, DEFAULT_STRATEGY);
    expect(back.quotes.map(({ before, after }) => [before, after])).toEqual(
      quotes.map(({ before, after }) => [after, before]),
    );
  });

  it('stores the input of a price so that any strategy gives the same price again', () => {
    fc.assert(
      fc.property(anyMove, anyStrategy, (move, strategy) => {
        const stored = JSON.parse(JSON.stringify(withPricedMove({ other: 1 }, move)));
        const read = readPricedMove(stored);
        expect(read && applyStrategy(read, strategy)).toEqual(applyStrategy(move, strategy));
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

  it('has the newest quotes, at most as many as requested', async () => {
    const { store, quote } = quotingUnderTest();
    const references = ['A', 'B', 'C'];
    for (const customer_reference of references) await quote({ customer_reference });
    const { quotes, summary } = await preview(store, DEFAULT_STRATEGY, DEFAULT_STRATEGY, 2);
    expect(quotes.map(({ customer_reference }) => customer_reference)).toEqual(['C', 'B']);
    expect(summary).toMatchObject({ quotes: 2, skipped: 0 });
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
