import type { EquipmentType } from '../../costs/equipment/equipment-type.ts';
import type { Account } from '../../platform/account/account.ts';
import type { UtcDay } from '../../platform/time/utc-day.ts';
import type { ContractLane, LaneRequest, LaneShape } from '../rate/contract-lane.ts';
import type { ContractRate } from '../rate/contract-rate.ts';
import type { ContractRateId } from '../rate/contract-rate-id.ts';

/** A rate with what only writes use. */
export interface StoredContractRate {
  readonly rate: ContractRate;
  /** By which a repeated import finds the rate (`externalIdentity`, `callIdentity`); undefined = not at all. */
  readonly identity: string | undefined;
  /** Also finds a rate that got an external id after the call that created it. */
  readonly callIdentity?: string | undefined;
}

/** Creates a rate (no `before`), adds a version, or deletes a rate (no `after`). */
export interface RateWrite {
  /** As it was read. */
  readonly before: StoredContractRate | undefined;
  readonly after: StoredContractRate | undefined;
}

/**
 * - changed-meanwhile: another write came first; nothing of this write was stored
 * - identity-taken: another rate has the identity
 * - lane-full: the lane has the maximum of rates
 * - account-full: the account would have more than the maximum of rates
 */
export type WriteOutcome = 'written' | 'changed-meanwhile' | 'identity-taken' | 'lane-full' | 'account-full';

/** Which rates a list has; absent members do not filter. */
export interface ContractRateFilter {
  /** The whole name, without case and accents. */
  readonly customer?: string;
  readonly equipment?: EquipmentType;
  /** A part of the text, without case, accents and punctuation. */
  readonly origin?: string;
  readonly destination?: string;
  readonly effectiveOn?: UtcDay;
  readonly externalId?: string;
}

/** A page of a list, newest first. It can be shorter than its limit before the last page. */
export interface ContractRatePage {
  readonly rates: readonly ContractRate[];
  /** The rate after which the next page begins; undefined on the last page. */
  readonly next: ContractRateId | undefined;
}

/** Port: the rates that can apply to a move. Reads are strongly consistent, one round trip each. */
export interface ContractRates {
  /** Shapes of all lanes that the account ever had: a request asks only for lanes that can exist. */
  shapes(account: Account): Promise<ReadonlySet<LaneShape>>;
  /** The rates of all days in the lanes of the requests, each once. @param shapes of the account. */
  find(
    account: Account,
    requests: readonly LaneRequest[],
    shapes: ReadonlySet<LaneShape>,
  ): Promise<readonly ContractRate[]>;
}

/** Port: contract rates of an account. Reads are strongly consistent. */
export interface ContractRateStore extends ContractRates {
  /** The current version; undefined if the rate does not exist or is deleted. */
  read(account: Account, rateId: ContractRateId): Promise<StoredContractRate | undefined>;
  /** A version, also of a deleted rate; undefined if it does not exist. */
  version(account: Account, rateId: ContractRateId, version: number): Promise<ContractRate | undefined>;
  /** A page of the rates of a filter, newest first. @param after `next` of the previous page. */
  list(
    account: Account,
    filter: ContractRateFilter,
    limit: number,
    after?: ContractRateId,
  ): Promise<ContractRatePage>;
  /** The rates with these identities, by identity. */
  identified(
    account: Account,
    identities: readonly string[],
  ): Promise<ReadonlyMap<string, StoredContractRate>>;
  /** The rates of lanes, of all days. */
  ofLanes(account: Account, lanes: readonly ContractLane[]): Promise<readonly ContractRate[]>;
  /** How many rates the account has. */
  count(account: Account): Promise<number>;
  /** Writes each rate completely or not at all. @returns an outcome for each write, in their order. */
  write(account: Account, writes: readonly RateWrite[]): Promise<readonly WriteOutcome[]>;
}
