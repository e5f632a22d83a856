import { isDeepStrictEqual } from 'node:util';
import { UNSET_TARIFF } from '../../costs/accessorials/own-tariff.ts';
import { sameTerms } from './convert-strategy.ts';
import type { Replacement, ReplacementResult, StrategyVersion, TariffReplacement } from './strategy-store.ts';

export type NextVersion =
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
  const { version, tariff } = current;
  return {
    outcome: 'next',
    strategy: {
      ...terms,
      version: version + 1,
      updatedBy: nameOf(author),
      ...change,
      ...(tariff !== undefined && { tariff }),
    },
  };
}

/** The next version after a replacement of the accessorial tariff; `unchanged` as in `nextVersion`. */
export function nextTariff(
  current: StrategyVersion,
  { accessorials, expectedVersion, author, updatedAt, note }: TariffReplacement,
): NextVersion {
  const { tariff = UNSET_TARIFF, note: _, ...terms } = current;
  if (isDeepStrictEqual(tariff.accessorials, accessorials)) {
    return { outcome: 'unchanged', strategy: current };
  }
  if (expectedVersion !== undefined && expectedVersion !== tariff.version) {
    return { outcome: 'changed-meanwhile', currentVersion: tariff.version };
  }
  const version = tariff.version + 1;
  return {
    outcome: 'next',
    strategy: {
      ...terms,
      version: current.version + 1,
      updatedAt,
      updatedBy: nameOf(author),
      // The history lists versions of the tariff among those of the strategy.
      note: note ?? `Accessorial tariff, version ${version}`,
      tariff: { version, updatedAt, accessorials },
    },
  };
}

const nameOf = (author: Replacement['author']): string =>
  author.type === 'key' ? author.keyId : author.type;
