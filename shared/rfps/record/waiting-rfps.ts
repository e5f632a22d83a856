import type { Account } from '../../platform/account/account.ts';
import type { RfpId } from './rfp-id.ts';

/**
 * Port: RFPs whose work waits until their organization is resumed. The worker leaves chunks without a trace: an RFP that is
 * `pricing` has chunks without a result.
 */
export interface WaitingRfps {
  /** Stores that the file of an RFP was sent, so that `resume` finds it. @param bytes its length. */
  keepFile(account: Account, rfpId: RfpId, bytes: number): Promise<void>;
  /**
   * Requests the work on each RFP of an account that is pricing or has a kept file again; safe to repeat. Call it after
   * the organization is active.
   * @returns how many RFPs these are.
   */
  resume(account: Account): Promise<number>;
}
