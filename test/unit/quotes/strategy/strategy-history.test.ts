import { describe, expect, it } from 'vitest';
import { OVERRIDABLE } from '../../../../shared/costs/accessorials/charge-overrides.ts';
import type { PricingRule } from '../../../../shared/quotes/strategy/pricing-strategy.ts';
import { rulesSizeErrors } from '../../../../shared/quotes/strategy/read-rules.ts';
import { readStrategyHistoryUseCase } from '../../../../shared/quotes/strategy/strategy-history.ts';
import { type StrategyVersion, UNSET_STRATEGY } from '../../../../shared/quotes/strategy/strategy-store.ts';
import { bodyOf } from '../../../support/answer-parts.ts';
import { pricingRule } from '../../../support/pricing-rules.ts';

const accessorialOverrides = Object.fromEntries(OVERRIDABLE.map((name) => [name, { percentOfBase: 123.45 }]));
const rules: PricingRule[] = [];
for (;;) {
  const next = pricingRule(`rule ${rules.length}`, { maxMiles: 100 }, { accessorialOverrides });
  if (rulesSizeErrors([...rules, next]).length > 0) break;
  rules.push(next);
}

/** The history of an organization with versions 1 to `newest`. */
const historyOf = (newest: number, fieldsOf: (version: number) => Partial<StrategyVersion>) =>
  readStrategyHistoryUseCase({
    page: async (orgId, mode, limit, before = newest + 1) => {
      if (`${orgId} ${mode}` !== 'org_1 test') return [];
      const versions = Array.from({ length: Math.min(limit, before - 1) }, (_, at) => before - 1 - at);
      return versions.map((version) => ({ ...UNSET_STRATEGY, version, ...fieldsOf(version) }));
    },
  });
const CALLER = { orgId: 'org_1', mode: 'test' } as const;

describe('the history of a strategy with rules', () => {
  it('has pages that fit into a response, and every version once', async () => {
    const readHistory = historyOf(150, () => ({ rules }));
    const seen: number[] = [];
    let cursor: string | null = '151';
    let pages = 0;
    while (cursor !== null) {
      const answer = await readHistory({ limit: '100', cursor }, CALLER);
      const { versions, pagination } = bodyOf(answer);
      expect(Buffer.byteLength(JSON.stringify(bodyOf(answer)))).toBeLessThan(5_000_000);
      seen.push(...versions.map(({ version }) => version));
      cursor = pagination.next_cursor;
      pages += 1;
    }
    expect(seen).toEqual(Array.from({ length: 151 }, (_, at) => 150 - at));
    expect(pages).toBeGreaterThan(2);
  });
});

describe('the history of a strategy', () => {
  const smallHistory = (newest: number) =>
    historyOf(newest, (version) => (version === 2 ? { updatedBy: 'key_1', note: 'Reason' } : {}));
  const pageOf = async (newest: number, query: Readonly<Record<string, string>>) => {
    const answer = await smallHistory(newest)(query, CALLER);
    const { versions, pagination } = bodyOf(answer);
    return { versions: versions.map(({ version }) => version), pagination };
  };

  it.each([
    [0, {}, [0], null],
    [2, {}, [2, 1, 0], null],
    [2, { limit: '3' }, [2, 1, 0], null],
    [2, { limit: '2' }, [2, 1], '1'],
    [2, { limit: '1' }, [2], '2'],
    [2, { limit: '2', cursor: '1' }, [0], null],
    [2, { limit: '1', cursor: '2' }, [1], '1'],
    [2, { limit: '1', cursor: '1' }, [0], null],
  ])('of %i versions has with %j the page %j and the cursor %j', async (newest, query, versions, cursor) => {
    const { limit = '20' } = query as { limit?: string };
    expect(await pageOf(newest, query)).toEqual({
      versions,
      pagination: { next_cursor: cursor, limit: Number(limit) },
    });
  });

  it('has the author and the reason of a version, "" if there is none', async () => {
    const answer = await smallHistory(2)({}, CALLER);
    expect(answer).toMatchObject({
      body: {
        versions: [
          { version: 2, updated_by: 'key_1', note: 'Reason', terms: { validity_days: 7 } },
          { version: 1, updated_by: '', note: '' },
          { version: 0, updated_at: '', updated_by: '', note: '' },
        ],
      },
    });
  });

  it.each([
    ['cursor', 'x', 'must be the next_cursor of a previous page'],
    ['cursor', '1'.repeat(16), 'must be the next_cursor of a previous page'],
    ['limit', '0', 'must be an integer from 1 to 100'],
    ['limit', '101', 'must be an integer from 1 to 100'],
  ])('rejects %s=%s', async (field, value, message) => {
    expect(await smallHistory(2)({ [field]: value }, CALLER)).toMatchObject({
      ok: false,
      rejection: { kind: 'invalid', details: { errors: [{ field, message }] } },
    });
  });
});
