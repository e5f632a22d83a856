import { sameTerms } from './convert-strategy.ts';
import type { Replacement, ReplacementResult, StrategyVersion } from './strategy-store.ts';

type NextVersion =
  | { readonly outcome: 'next'; readonly strategy: StrategyVersion }
  | { readonly outcome: 'unchanged'; readonly strategy: StrategyVersion }
  | Extract<ReplacementResult, { outcome: 'changed-meanwhile' }>;

/**
 * The next version after a replacement. If the terms equal the current ones, the outcome is `unchanged`, whatever version
 * was expected, so that a repeated request succeeds. The note of such a request is not stored.
 */
export function nextVersion(
  current: StrategyVersion,
  { terms, expectedVersion, author, ...change }: Replacement,
): NextVersion {
  if (current.version > 0 && sameTerms(current, terms)) return { outcome: 'unchanged', strategy: current };
  if (expectedVersion !== undefined && expectedVersion !== current.version) {
    return { outcome: 'changed-meanwhile', currentVersion: current.version };
  }
  const updatedBy = author.type === 'key' ? author.keyId : author.type;
  return { outcome: 'next', strategy: { ...terms, version: current.version + 1, updatedBy, ...change } };
}
