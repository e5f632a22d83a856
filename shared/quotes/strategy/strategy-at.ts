import type { Account } from '../../platform/account/account.ts';
import { type StrategyStore, type StrategyVersion, UNSET_STRATEGY } from './strategy-store.ts';

/** Versions that a query reads: strategies seldom change between a moment and its processing. */
const VERSIONS_AT_ONCE = 4;

/**
 * The version that was current at a moment. Unlike the current version, it does not depend on when it is read.
 * @param moment ISO 8601 UTC, with milliseconds.
 */
export async function strategyAt(
  { page }: Pick<StrategyStore, 'page'>,
  { orgId, mode }: Account,
  moment: string,
): Promise<StrategyVersion> {
  let before: number | undefined;
  for (;;) {
    const versions = await page(orgId, mode, VERSIONS_AT_ONCE, before);
    const found = versions.find(({ updatedAt }) => updatedAt <= moment);
    if (found !== undefined) return found;
    before = versions.at(-1)?.version;
    if (before === undefined) return UNSET_STRATEGY;
  }
}
