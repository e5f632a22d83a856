import type { KeyMode } from '../../platform/account/account.ts';

/**
 * Owner of loads. All callers may see loads of the operator and simulated loads; an organization's belong to one of
 * its modes.
 */
export type LoadOwner = 'operator' | 'simulated' | `${string}#${KeyMode}`;

/** An owner that can import loads. */
export type ReportingOwner = Exclude<LoadOwner, 'simulated'>;

/** Scope of a cell: the market, or one owner. */
export type CellScope = 'market' | LoadOwner;

export const MARKET: CellScope = 'market';

/** The owner for an organization and a mode. */
export const organizationOwner = (orgId: string, mode: KeyMode): ReportingOwner => `${orgId}#${mode}`;

/** Whether an owner is an organization, which has cells of its own. */
export const isOrganization = (owner: LoadOwner): boolean => owner !== 'operator' && owner !== 'simulated';

/** The id of an organization that owns loads; undefined for the operator and for simulated loads. */
export const organizationOf = (owner: LoadOwner): string | undefined =>
  isOrganization(owner) ? owner.slice(0, owner.lastIndexOf('#')) : undefined;

/** The owner whose pooled loads an organization knows: its live mode, for a test key as well. */
export const pooledOwner = (owner: LoadOwner): LoadOwner =>
  isOrganization(owner) ? `${organizationOf(owner)}#live` : owner;

/** Whether an owner's loads are in the market, by owner; the operator's always are. */
export type Sharing = ReadonlyMap<string, boolean>;

/** Whether an owner's loads are in the market. Those of test keys never are: test data and live data do not mix. */
export const isShared = (owner: LoadOwner, sharing: Sharing): boolean =>
  owner === 'operator' || (!owner.endsWith('#test') && sharing.get(owner) === true);
