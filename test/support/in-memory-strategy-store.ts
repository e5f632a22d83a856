import {
  type NextVersion,
  nextTariff,
  nextVersion,
} from '../../shared/quotes/strategy/dynamodb-strategy-store.ts';
import {
  type ReplacementResult,
  type StrategyStore,
  type StrategyVersion,
  UNSET_STRATEGY,
} from '../../shared/quotes/strategy/strategy-store.ts';

/** Strategies in memory. */
export function createInMemoryStrategyStore(): StrategyStore {
  /** Versions of an account, oldest first. */
  const accounts = new Map<string, StrategyVersion[]>();
  const versionsOf = (orgId: string, mode: string) => accounts.get(`${orgId}#${mode}`) ?? [];

  const add = (
    orgId: string,
    mode: string,
    nextOf: (before: StrategyVersion) => NextVersion,
  ): ReplacementResult => {
    const versions = versionsOf(orgId, mode);
    const next = nextOf(versions.at(-1) ?? UNSET_STRATEGY);
    if (next.outcome !== 'next') return next;
    accounts.set(`${orgId}#${mode}`, [...versions, next.strategy]);
    return { outcome: 'replaced', strategy: next.strategy };
  };

  return {
    current: async (orgId, mode) => versionsOf(orgId, mode).at(-1) ?? UNSET_STRATEGY,

    version: async (orgId, mode, version) =>
      version === 0 ? UNSET_STRATEGY : versionsOf(orgId, mode)[version - 1],

    history: async (orgId, mode) => versionsOf(orgId, mode).toReversed(),

    page: async (orgId, mode, limit, before = Number.POSITIVE_INFINITY) =>
      versionsOf(orgId, mode)
        .filter(({ version }) => version < before)
        .toReversed()
        .slice(0, limit),

    replace: async (orgId, mode, replacement) =>
      add(orgId, mode, (before) => nextVersion(before, replacement)),

    replaceTariff: async (orgId, mode, replacement) =>
      add(orgId, mode, (before) => nextTariff(before, replacement)),
  };
}
