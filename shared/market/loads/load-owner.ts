import type { KeyMode } from '../../platform/account/account.ts';

/** Whose loads are whose: the operator's and simulated ones serve all, an organization's are of one of its modes. */
export type LoadOwner = 'operator' | 'simulated' | `${string}#${KeyMode}`;

/** Who has loads of his own to bring: simulated ones are made. */
export type ReportingOwner = Exclude<LoadOwner, 'simulated'>;

/** Where cells are kept apart: the market's, or those of one owner alone. */
export type CellScope = 'market' | LoadOwner;

export const MARKET: CellScope = 'market';

/** The owner that an organization is in a mode. */
export const organizationOwner = (orgId: string, mode: KeyMode): ReportingOwner => `${orgId}#${mode}`;

/** Whether an owner is an organization, which has cells of its own. */
export const isOrganization = (owner: LoadOwner): boolean => owner !== 'operator' && owner !== 'simulated';

/** Whose pooled loads an owner knows: those of an organization's live keys, also where a test key asks. */
export const pooledOwner = (owner: LoadOwner): LoadOwner =>
  owner === 'operator' || owner === 'simulated' ? owner : `${owner.slice(0, owner.lastIndexOf('#'))}#live`;

/** Which owners' loads are in the market, beside the operator's: by owner. */
export type Sharing = ReadonlyMap<string, boolean>;

/** Whether an owner's loads are in the market. Those of test keys never are: test and live data do not mix. */
export const isShared = (owner: LoadOwner, sharing: Sharing): boolean =>
  owner === 'operator' || (!owner.endsWith('#test') && sharing.get(owner) === true);
