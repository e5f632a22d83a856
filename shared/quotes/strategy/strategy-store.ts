import type { Author } from '../../accounts/audit/audit-event.ts';
import type { OwnAccessorial } from '../../costs/accessorials/own-tariff.ts';
import type { KeyMode } from '../../platform/account/account.ts';
import type { PricingStrategy } from './pricing-strategy.ts';

/**
 * The initial strategy of every organization: a usual brokerage margin with a floor for short moves, and no other change
 * to the market rate except rounding to cents.
 */
export const DEFAULT_STRATEGY: PricingStrategy = {
  version: 0,
  margins: [{ fromMiles: 0, percent: 15, floorCents: 50_00 }],
  marginsByEquipment: {},
  fuel: 'separate',
  accessorialOverrides: {},
  portFees: false,
  volumeDiscounts: [],
  rounding: { toCents: 1, mode: 'nearest' },
  validityDays: 7,
  guaranteedPercent: 15,
};

/** The fields of a strategy that its organization sets. Its accessorial tariff is replaced separately. */
export type StrategyTerms = Omit<PricingStrategy, 'version' | 'tariff'>;

/** A stored version. */
export interface StrategyVersion extends PricingStrategy {
  /** ISO 8601 UTC; "" for version 0, the default. */
  readonly updatedAt: string;
  /** Id of the API key that set it, or `operator`; absent for version 0. */
  readonly updatedBy?: string;
  /** The reason for the change in the caller's words; absent if none was given. */
  readonly note?: string;
}

/** The version of an account that has set no strategy. */
export const UNSET_STRATEGY: StrategyVersion = { ...DEFAULT_STRATEGY, updatedAt: '' };

interface Change {
  /** ISO 8601 UTC. */
  readonly updatedAt: string;
  readonly note?: string;
  /** The version that must be the current one; absent = any. */
  readonly expectedVersion?: number;
  /** Recorded in the audit log together with the version. */
  readonly author: Author;
}

export interface Replacement extends Change {
  readonly terms: StrategyTerms;
}

/** `expectedVersion` is the version of the tariff. */
export interface TariffReplacement extends Change {
  readonly accessorials: readonly OwnAccessorial[];
}

/** `unchanged`: the current version already has these terms, and no version was added. */
export type ReplacementResult =
  | { readonly outcome: 'replaced' | 'unchanged'; readonly strategy: StrategyVersion }
  | { readonly outcome: 'changed-meanwhile'; readonly currentVersion: number };

/**
 * Port: pricing strategies of organizations, separate for test and live mode. Versions are numbered from 1 without gaps
 * and never change. Reads are strongly consistent, and a write is applied once even if its response is lost.
 */
export interface StrategyStore {
  /** The current version, in one round trip; version 0 if none was set. */
  current(orgId: string, mode: KeyMode): Promise<StrategyVersion>;
  /** A version by its number, including 0; undefined if it does not exist. */
  version(orgId: string, mode: KeyMode, version: number): Promise<StrategyVersion | undefined>;
  /** All versions except 0, newest first. */
  history(orgId: string, mode: KeyMode): Promise<readonly StrategyVersion[]>;
  /** The newest versions below `before`, except 0, newest first; at most `limit`. Absent `before` = the newest of all. */
  page(orgId: string, mode: KeyMode, limit: number, before?: number): Promise<readonly StrategyVersion[]>;
  /**
   * Adds the next version with another accessorial tariff and the same terms, so that one version number states everything
   * that prices. `changed-meanwhile` as for `replace`, with the version of the tariff.
   */
  replaceTariff(orgId: string, mode: KeyMode, replacement: TariffReplacement): Promise<ReplacementResult>;
  /**
   * Adds the next version. Concurrent replacements each get their own number, and the last one is current.
   * `changed-meanwhile`: the current version is not the expected one, or other writes came first each time.
   */
  replace(orgId: string, mode: KeyMode, replacement: Replacement): Promise<ReplacementResult>;
}
