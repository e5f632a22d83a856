import { describe, expect, it } from 'vitest';
import type { OwnAccessorial } from '../../../../shared/costs/accessorials/own-tariff.ts';
import { DEFAULT_STRATEGY } from '../../../../shared/quotes/strategy/default-strategy.ts';
import { nextTariff, nextVersion } from '../../../../shared/quotes/strategy/next-version.ts';
import { type StrategyVersion, UNSET_STRATEGY } from '../../../../shared/quotes/strategy/strategy-store.ts';

const { version: _, ...TERMS } = DEFAULT_STRATEGY;
const KEY = { type: 'key', keyId: 'key_1', requestId: 'request_1' } as const;
const OPERATOR = { type: 'operator' } as const;
const AT = '2026-11-21T12:00:00.000Z';
const CURRENT: StrategyVersion = {
  ...TERMS,
  version: 3,
  updatedAt: '2026-10-01T00:00:00.000Z',
  updatedBy: 'key_0',
  note: 'Earlier',
};
const OTHER = { ...TERMS, validityDays: 14 };
const accessorials = [{ name: 'ferry' } as OwnAccessorial];

describe('the next version of a strategy', () => {
  it('has the new terms, their author and note, and the next number', () => {
    expect(nextVersion(CURRENT, { terms: OTHER, author: KEY, updatedAt: AT, note: 'Longer' })).toEqual({
      outcome: 'next',
      strategy: { ...OTHER, version: 4, updatedBy: 'key_1', updatedAt: AT, note: 'Longer' },
    });
  });

  it('has no note without one, and the name of an operator', () => {
    expect(nextVersion(CURRENT, { terms: OTHER, author: OPERATOR, updatedAt: AT })).toEqual({
      outcome: 'next',
      strategy: { ...OTHER, version: 4, updatedBy: 'operator', updatedAt: AT },
    });
  });

  it('keeps the accessorial tariff', () => {
    const tariff = { version: 2, updatedAt: AT, accessorials };
    expect(nextVersion({ ...CURRENT, tariff }, { terms: OTHER, author: KEY, updatedAt: AT })).toMatchObject({
      strategy: { version: 4, tariff },
    });
  });

  it('is not made for equal terms, whatever version was expected', () => {
    for (const expectedVersion of [3, 2]) {
      expect(
        nextVersion(CURRENT, { terms: TERMS, expectedVersion, author: KEY, updatedAt: AT, note: 'Again' }),
      ).toEqual({ outcome: 'unchanged', strategy: CURRENT });
    }
  });

  it('is the first one if none was set, also with the terms of the default', () => {
    expect(
      nextVersion(UNSET_STRATEGY, { terms: TERMS, expectedVersion: 0, author: KEY, updatedAt: AT }),
    ).toMatchObject({ outcome: 'next', strategy: { version: 1 } });
  });

  it('is made only from the expected version', () => {
    const replaced = (expectedVersion: number) =>
      nextVersion(CURRENT, { terms: OTHER, expectedVersion, author: KEY, updatedAt: AT });

    expect(replaced(3)).toMatchObject({ outcome: 'next' });
    expect(replaced(2)).toEqual({ outcome: 'changed-meanwhile', currentVersion: 3 });
  });
});

describe('the next version of an accessorial tariff', () => {
  it('is a version of the strategy with the same terms', () => {
    expect(nextTariff(CURRENT, { accessorials, author: KEY, updatedAt: AT })).toEqual({
      outcome: 'next',
      strategy: {
        ...TERMS,
        version: 4,
        updatedAt: AT,
        updatedBy: 'key_1',
        note: 'Accessorial tariff, version 1',
        tariff: { version: 1, updatedAt: AT, accessorials },
      },
    });
  });

  it('has the note of its author', () => {
    expect(
      nextTariff(CURRENT, { accessorials, author: OPERATOR, updatedAt: AT, note: 'Ferry' }),
    ).toMatchObject({ strategy: { note: 'Ferry', updatedBy: 'operator' } });
  });

  it('is not made for equal accessorials, whatever version was expected', () => {
    const current = { ...CURRENT, tariff: { version: 2, updatedAt: AT, accessorials } };

    expect(nextTariff(current, { accessorials: [...accessorials], author: KEY, updatedAt: AT })).toEqual({
      outcome: 'unchanged',
      strategy: current,
    });
    expect(nextTariff(CURRENT, { accessorials: [], expectedVersion: 9, author: KEY, updatedAt: AT })).toEqual(
      {
        outcome: 'unchanged',
        strategy: CURRENT,
      },
    );
  });

  it('is made only from the expected version of the tariff', () => {
    const current = { ...CURRENT, tariff: { version: 2, updatedAt: AT, accessorials } };
    const replaced = (expectedVersion: number) =>
      nextTariff(current, { accessorials: [], expectedVersion, author: KEY, updatedAt: AT });

    expect(replaced(2)).toMatchObject({ outcome: 'next', strategy: { tariff: { version: 3 } } });
    expect(replaced(3)).toEqual({ outcome: 'changed-meanwhile', currentVersion: 2 });
  });
});
