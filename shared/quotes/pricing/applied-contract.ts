import type { VolumeTier } from '../../contracts/rate/contract-rate.ts';
import type { SelectedContractRate } from '../../contracts/rate/select-contract-rate.ts';

/** The contract rate of a lane. */
export interface AppliedContract extends SelectedContractRate {
  /** The tier whose amount applies; undefined: the amount of the rate. */
  readonly tier: VolumeTier | undefined;
}
