import { describe, expect, it } from 'vitest';
import { OVERRIDABLE } from '../../../../shared/costs/accessorials/charge-overrides.ts';
import type { PricingRule } from '../../../../shared/quotes/strategy/pricing-strategy.ts';
import { rulesSizeErrors } from '../../../../shared/quotes/strategy/read-rules.ts';
import { readStrategyHistoryUseCase } from '../../../../shared/quotes/strategy/strategy-history.ts';
import { UNSET_STRATEGY } from '../../../../shared/quotes/strategy/strategy-store.ts';
import { pricingRule } from '../../../support/pricing-rules.ts';

const accessorialOverrides = Object.fromEntries(OVERRIDABLE.map((name) => [name, { percentOfBase: 123.45 }]));
const rules: PricingRule[] = [];
for (;;) {
  const next = pricingRule(`rule ${rules.length}`, { maxMiles: 100 }, { accessorialOverrides });
  if (rulesSizeErrors([...rules, next]).length > 0) break;
  rules.push(next);
}

/** 150 versions with rules of the largest size. */
const readHistory = readStrategyHistoryUseCase({
  page: async (_orgId, _mode, limit, before = 151) =>
    Array.from({ length: Math.min(limit, before - 1) }, (_, at) => ({
      ...UNSET_STRATEGY,
      version: before - 1 - at,
      rules,
    })),
});

describe('the history of a strategy with rules', () => {
  it('has pages that fit into a response, and every version once', async () => {
    const seen: number[] = [];
    let cursor: string | null = '151';
    let pages = 0;
    while (cursor !== null) {
      const answer = await readHistory({ limit: '100', cursor }, { orgId: 'org_1', mode: 'test' });
      if (!answer.ok || 'replayed' in answer) throw new Error('no page');
      const { versions, pagination } = answer.body;
      expect(Buffer.byteLength(JSON.stringify(answer.body))).toBeLessThan(5_000_000);
      seen.push(...versions.map(({ version }) => version));
      cursor = pagination.next_cursor;
      pages += 1;
    }
    expect(seen).toEqual(Array.from({ length: 151 }, (_, at) => 150 - at));
    expect(pages).toBeGreaterThan(2);
  });
});
