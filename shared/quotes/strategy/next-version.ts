import { sameTerms } from './convert-strategy.ts';
import type { KeptStrategy, Replacement, ReplacementResult } from './strategy-store.ts';

type NextVersion =
  | { readonly outcome: 'next'; readonly strategy: KeptStrategy }
  | { readonly outcome: 'unchanged'; readonly strategy: KeptStrategy }
  | Extract<ReplacementResult, { outcome: 'changed-meanwhile' }>;

/**
 * The version that a replacement makes after the current one, if any. Terms that are in force already are no change,
 * even for one who expected an older version: a repeated request finds what it asked for.
 */
export function nextVersion(
  current: KeptStrategy,
  { terms, updatedAt, expectedVersion }: Replacement,
): NextVersion {
  if (current.version > 0 && sameTerms(current, terms)) return { outcome: 'unchanged', strategy: current };
  if (expectedVersion !== undefined && expectedVersion !== current.version) {
    return { outcome: 'changed-meanwhile', currentVersion: current.version };
  }
  return { outcome: 'next', strategy: { ...terms, version: current.version + 1, updatedAt } };
}
