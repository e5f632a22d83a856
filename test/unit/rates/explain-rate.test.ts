import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { explanationValue } from '../../../bin/freight/rates.ts';
import { dieselFor } from '../../../shared/costs/diesel/diesel-lookup.ts';
import { CONTAINER_EQUIPMENT } from '../../../shared/costs/equipment/equipment-type.ts';
import { POINTS_PER_DOUBT } from '../../../shared/costs/model/cost-model.ts';
import { createEmbeddedGeocoder } from '../../../shared/geography/places/embedded-geocoder.ts';
import { createEmbeddedRoadDistances } from '../../../shared/geography/roads/embedded-road-distances.ts';
import type { MarketLane } from '../../../shared/market/loads/market-lane.ts';
import { NO_MARKET } from '../../../shared/market/store/published-market.ts';
import { type ExplainRequest, explainRate } from '../../../shared/rates/explain-rate.ts';
import { loadTerminals } from '../../../shared/terminals/catalogue/embedded-terminals.ts';
import { buildEmbeddedDirectory } from '../../../shared/terminals/search/embedded-terminal-directory.ts';
import { SmallMarket, steady } from '../market/small-market.ts';

const NOW = new Date('2026-10-07T12:00:00Z');
const PLAIN = { equipment: 'container_40', hazmat: false, overweight: false } as const;

const places = createEmbeddedGeocoder();
const roadDistances = createEmbeddedRoadDistances();
const terminals = buildEmbeddedDirectory(loadTerminals());
const ports = { terminals, places, roadDistances, dieselFor, now: NOW };

const explain = (originTerminal: string, destination: string, terms: Partial<ExplainRequest['terms']> = {}) =>
  explainRate(ports, { originTerminal, destination, terms: { ...PLAIN, ...terms } });

const terms = fc.record({
  equipment: fc.constantFrom(...CONTAINER_EQUIPMENT),
  hazmat: fc.boolean(),
  overweight: fc.boolean(),
  date: fc.constantFrom(undefined, '2025-12-24', '2026-04-09', '2027-04-09'),
});
const anyTerminal = fc.constantFrom(...loadTerminals().map(({ name }) => name));
const anyZip = fc.integer({ min: 501, max: 99_950 }).map((digits) => String(digits).padStart(5, '0'));

describe('the explanation of a rate', () => {
  it('has lines that add up to the suggested rate for any lane', async () => {
    let priced = 0;
    await fc.assert(
      fc.asyncProperty(anyTerminal, anyZip, terms, async (terminal, zip, asked) => {
        const explanation = await explain(terminal, zip, asked);
        if (explanation.outcome !== 'explained') return;
        priced += 1;
        const { lines, linehaul, rate, minimum } = explanationValue(explanation);
        const sumOf = (some: typeof lines) =>
          some.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);
        expect(sumOf(lines)).toBe(Math.round(rate.analysis.suggestedRate * 100));
        expect(sumOf(lines.filter(({ item }) => item !== 'fuel'))).toBe(Math.round(linehaul * 100));
        expect(lines.find(({ item }) => item === 'fuel')?.amount).toBe(rate.analysis.fuel.amount);
        expect(linehaul).toBeGreaterThanOrEqual(minimum.linehaul);
        for (const { quantity, rate: each, amount } of lines) {
          expect(Math.abs(quantity * each - amount)).toBeLessThan(0.02);
        }
        expect(rate.analysis.rateRange.min).toBeLessThanOrEqual(rate.analysis.suggestedRate);
        expect(rate.analysis.rateRange.max).toBeGreaterThanOrEqual(rate.analysis.suggestedRate);
      }),
      { numRuns: 300 },
    );
    // About 40% of the generated ZIPs exist, and Hawaii and the islands have no road.
    expect(priced).toBeGreaterThan(50);
  });
});

describe('the explanation of a rate from own loads', () => {
  /** A market of 60 own loads on the requested lane, at about 1.2 times the cost model. */
  const marketOf = (lanes: readonly Omit<MarketLane, 'miles'>[]) =>
    new SmallMarket(
      steady(0, 60, 3, 0.18),
      'unfitted',
      lanes.map((one) => ({ ...one, miles: 60 })),
    );
  const withMarket = (own: boolean) => ({
    ...ports,
    market: {
      owner: 'org_1#live' as const,
      published: NO_MARKET,
      lanes: {
        read: async (_owner: unknown, lanes: readonly Omit<MarketLane, 'miles'>[]) =>
          lanes.map(() => ({ market: {}, own: own ? marketOf(lanes).cells(0) : {} })),
      },
    },
  });
  const request = (date?: string) => ({
    originTerminal: 'APM Terminals Pier 400',
    destination: '92335',
    terms: { ...PLAIN, ...(date === undefined ? {} : { date }) },
  });
  const explainedWith = async (own: boolean, date?: string) => {
    const explanation = await explainRate(withMarket(own), request(date));
    if (explanation.outcome !== 'explained') throw new Error(explanation.outcome);
    return explanation;
  };

  it('has less confidence for a date far ahead, whose diesel price is of an earlier week', async () => {
    const now = await explainedWith(true);
    const ahead = await explainedWith(true, '2027-04-09');

    expect(ahead.derivation.doubts.length).toBeGreaterThan(now.derivation.doubts.length);
    expect(ahead.derivation.confidence).toBe(
      Math.max(
        0,
        (ahead.derivation.market?.analysis.confidence ?? 0) -
          POINTS_PER_DOUBT * ahead.derivation.doubts.length,
      ),
    );
  });
});
