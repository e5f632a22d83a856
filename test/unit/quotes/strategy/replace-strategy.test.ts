import { describe, expect, it } from 'vitest';
import { DEFAULT_STRATEGY } from '../../../../shared/quotes/strategy/default-strategy.ts';
import { replaceStrategyUseCase } from '../../../../shared/quotes/strategy/replace-strategy.ts';
import { createInMemoryStrategyStore } from '../../../support/in-memory-strategy-store.ts';

const CALLER = { orgId: 'org_1', mode: 'test', keyId: 'key_1', requestId: 'request-1' } as const;
const NOW = '2026-10-07T17:00:00.000Z';
const { version: _, ...DEFAULT_TERMS } = DEFAULT_STRATEGY;
const TERMS = { ...DEFAULT_TERMS, fuel: 'included', validityDays: 3 } as const;

function strategyUnderTest() {
  const strategies = createInMemoryStrategyStore();
  return { strategies, replace: replaceStrategyUseCase({ strategies, now: () => new Date(NOW) }) };
}

describe('the replacement of a strategy', () => {
  it('returns the next version, with its ETag, and records who made it and why', async () => {
    const { strategies, replace } = strategyUnderTest();

    expect(await replace(CALLER, { terms: TERMS, note: 'Shorter', expectedVersion: 0 })).toMatchObject({
      ok: true,
      headers: { ETag: '"1"' },
      body: { version: 1, fuel: 'included', validity_days: 3, updated_at: NOW },
    });
    expect(await strategies.current('org_1', 'test')).toEqual({
      ...TERMS,
      version: 1,
      updatedAt: NOW,
      updatedBy: 'key_1',
      note: 'Shorter',
    });
    expect(await strategies.current('org_1', 'live')).toMatchObject({ version: 0 });
  });

  it('by the same terms adds no version', async () => {
    const { strategies, replace } = strategyUnderTest();
    const first = await replace(CALLER, { terms: TERMS });

    expect(await replace(CALLER, { terms: TERMS, expectedVersion: 0 })).toEqual(first);
    expect(await strategies.history('org_1', 'test')).toHaveLength(1);
  });

  it('is rejected if the version is not the expected one', async () => {
    const { replace } = strategyUnderTest();
    await replace(CALLER, { terms: TERMS });

    expect(await replace(CALLER, { terms: DEFAULT_TERMS, expectedVersion: 0 })).toEqual({
      ok: false,
      rejection: {
        kind: 'conflict',
        message: 'The pricing strategy has changed. The current version is 1. Read it, then try again.',
        code: 'STRATEGY_CHANGED',
        details: { current_version: 1 },
      },
    });
  });
});
