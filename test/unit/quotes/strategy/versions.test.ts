import { describe, expect, it } from '@jest/globals';
import { OVERRIDABLE } from '../../../../shared/costs/accessorials/charge-overrides.ts';
import { strategyAt } from '../../../../shared/quotes/loads/import-converted-quote.ts';
import type { PricingRule } from '../../../../shared/quotes/strategy/pricing-strategy.ts';
import { type StrategyVersion, UNSET_STRATEGY } from '../../../../shared/quotes/strategy/pricing-strategy.ts';
import { readExpectedVersion, rulesSizeErrors } from '../../../../shared/quotes/strategy/read-strategy.ts';
import { readStrategyHistoryUseCase } from '../../../../shared/quotes/strategy/strategy-history.ts';
import { bodyOf } from '../../../support/answer-parts.ts';
import { pricingRule } from '../../../support/pricing-rules.ts';

describe('the version that If-Match names', () => {
  it.each(['', '"a"', '"7", "8"', 'X"7"', '"7"x', '"1000000000000000"'])('is rejected: %j', (ifMatch) => {
    expect(readExpectedVersion(ifMatch, 'strategy')).toEqual({
      errors: [{ field: 'If-Match', message: 'must be "*" or the ETag of one version of the strategy' }],
    });
  });
});

describe('the strategy at a moment', () => {
  const day = (number: number) => `2026-10-${String(number).padStart(2, '0')}T00:00:00.000Z`;

  /** One version a day, from the first of October. */
  const strategies = (versions: number) => ({
    page: async (_orgId: string, _mode: string, limit: number, before = versions + 1) =>
      Array.from({ length: Math.min(limit, before - 1) }, (_, at) => before - 1 - at).map((version) => ({
        ...UNSET_STRATEGY,
        version,
        updatedAt: day(version),
      })),
  });

  it.each([0, 3, 4, 5, 9])('is the version of that time among %i versions', async (versions) => {
    const store = strategies(versions);
    const versionAt = async (moment: string) =>
      (await strategyAt(store, { orgId: 'org_1', mode: 'live' }, moment)).version;
    for (let at = 1; at <= versions; at++) {
      expect(await versionAt(day(at))).toBe(at);
      expect(await versionAt(day(at).replace('00.000Z', '59.999Z'))).toBe(at);
    }
    expect(await versionAt('2026-09-30T23:59:59.999Z')).toBe(0);
    expect(await versionAt('2027-01-01T00:00:00.000Z')).toBe(versions);
  });
});

describe('the history of a strategy', () => {
  const CALLER = { orgId: 'org_1', mode: 'test' } as const;

  /** The history of an organization with versions 1 to `newest`. */
  const historyOf = (newest: number, terms: Partial<StrategyVersion> = {}) =>
    readStrategyHistoryUseCase({
      page: async (orgId, mode, limit, before = newest + 1) => {
        if (`${orgId} ${mode}` !== 'org_1 test') return [];
        const versions = Array.from({ length: Math.min(limit, before - 1) }, (_, at) => before - 1 - at);
        return versions.map((version) => ({ ...UNSET_STRATEGY, version, ...terms }));
      },
    });
  const historyPage = async (read: ReturnType<typeof historyOf>, query: Readonly<Record<string, string>>) =>
    bodyOf(await read(query, CALLER));

  it('has pages that fit into a response, and every version once, with rules of the largest size', async () => {
    const accessorialOverrides = Object.fromEntries(
      OVERRIDABLE.map((name) => [name, { percentOfBase: 123.45 }]),
    );
    const rules: PricingRule[] = [];
    while (rulesSizeErrors(rules).length === 0) {
      rules.push(pricingRule(`rule ${rules.length}`, { maxMiles: 100 }, { accessorialOverrides }));
    }
    const read = historyOf(150, { rules: rules.slice(0, -1) });
    const seen: number[] = [];
    const sizes: number[] = [];
    let cursor: string | null = '151';
    while (cursor !== null) {
      const { versions, pagination } = await historyPage(read, { limit: '100', cursor });
      sizes.push(Buffer.byteLength(JSON.stringify(versions)));
      seen.push(...versions.map(({ version }) => version));
      cursor = pagination.next_cursor;
    }
    expect(seen).toEqual(Array.from({ length: 151 }, (_, at) => 150 - at));
    expect(Math.max(...sizes)).toBeLessThan(5_000_000);
    expect(sizes.length).toBeGreaterThan(2);
  });
});
