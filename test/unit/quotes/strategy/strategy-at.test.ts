import { describe, expect, it } from 'vitest';
import { strategyAt } from '../../../../shared/quotes/strategy/strategy-at.ts';
import { type StrategyVersion, UNSET_STRATEGY } from '../../../../shared/quotes/strategy/strategy-store.ts';
import { createInMemoryStrategyStore } from '../../../support/in-memory-strategy-store.ts';

const ACCOUNT = { orgId: 'org_1', mode: 'live' } as const;
const day = (number: number) => `2026-10-${String(number).padStart(2, '0')}T00:00:00.000Z`;

/** One version a day, from the first of October. */
async function strategies(versions: number) {
  const store = createInMemoryStrategyStore();
  const { version: _, updatedAt: __, ...terms } = UNSET_STRATEGY;
  for (let number = 1; number <= versions; number++) {
    await store.replace('org_1', 'live', {
      terms: { ...terms, validityDays: number },
      updatedAt: day(number),
      author: { actor: 'operator' } as never,
    });
  }
  return store;
}

const versionAt = async (versions: number, moment: string): Promise<StrategyVersion['version']> =>
  (await strategyAt(await strategies(versions), ACCOUNT, moment)).version;

describe('the strategy at a moment', () => {
  it.each([0, 1, 3, 4, 5, 8, 9, 13])('is the version of that time among %i versions', async (versions) => {
    for (let at = 1; at <= versions; at++) {
      expect(await versionAt(versions, day(at))).toBe(at);
      expect(await versionAt(versions, day(at).replace('00.000Z', '59.999Z'))).toBe(at);
    }
    expect(await versionAt(versions, '2026-09-30T23:59:59.999Z')).toBe(0);
    expect(await versionAt(versions, '2027-01-01T00:00:00.000Z')).toBe(versions);
  });

  it('belongs to its organization and mode', async () => {
    const store = await strategies(2);
    for (const account of [
      { orgId: 'org_1', mode: 'test' },
      { orgId: 'org_2', mode: 'live' },
    ] as const) {
      expect((await strategyAt(store, account, day(9))).version).toBe(0);
    }
  });
});
