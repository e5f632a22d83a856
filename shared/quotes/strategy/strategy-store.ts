import type { KeyMode } from '../../platform/account/account.ts';
import { DEFAULT_STRATEGY } from './default-strategy.ts';
import type { PricingStrategy } from './pricing-strategy.ts';

/** All of a strategy that its owner decides. */
export type StrategyTerms = Omit<PricingStrategy, 'version'>;

/** A version as it is kept. */
export interface KeptStrategy extends PricingStrategy {
  /** ISO 8601 UTC; "" for version 0, which nobody set. */
  readonly updatedAt: string;
}

/** What an account has before it sets anything. */
export const UNSET_STRATEGY: KeptStrategy = { ...DEFAULT_STRATEGY, updatedAt: '' };

export interface Replacement {
  readonly terms: StrategyTerms;
  /** ISO 8601 UTC. */
  readonly updatedAt: string;
  /** The version that must still be the current one; absent = whichever is. */
  readonly expectedVersion?: number;
}

/** `unchanged`: the current version has these terms already, so that there is no new one. */
export type ReplacementResult =
  | { readonly outcome: 'replaced' | 'unchanged'; readonly strategy: KeptStrategy }
  | { readonly outcome: 'changed-meanwhile'; readonly currentVersion: number };

/**
 * Port: the pricing strategies of an organization, test and live apart. Versions are numbered from 1 without a gap, and
 * none is ever changed or lost. Every answer is up to date, and a write whose answer was lost is made once.
 */
export interface StrategyStore {
  /** The strategy in force, in one round trip; version 0 where none was ever set. */
  current(orgId: string, mode: KeyMode): Promise<KeptStrategy>;
  /** A version by its number, 0 too; undefined where there is none. */
  version(orgId: string, mode: KeyMode, version: number): Promise<KeptStrategy | undefined>;
  /** Versions that were set, newest first. */
  history(orgId: string, mode: KeyMode): Promise<readonly KeptStrategy[]>;
  /**
   * Makes the next version. Of several at once each gets a number of its own and the last one is in force;
   * `changed-meanwhile` where another version than the expected one is, or where others keep coming first.
   */
  replace(orgId: string, mode: KeyMode, replacement: Replacement): Promise<ReplacementResult>;
}
