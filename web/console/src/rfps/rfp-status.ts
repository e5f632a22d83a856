import { allows } from '../../../../shared/rfps/record/rfp-status.ts';
import type { Rfp } from '../api/client.ts';

export type RfpStatus = Rfp['status'];

export const STATUS_TITLES: Readonly<Record<RfpStatus, string>> = {
  awaiting_upload: 'Waiting for the file',
  pricing: 'Pricing',
  priced: 'Priced',
  awarded: 'Awarded',
  closed: 'Closed',
  failed: 'Failed',
};

export { allows };

/** Whether the status can change without an action of a person. */
export const isRunning = (status: RfpStatus): boolean => status === 'awaiting_upload' || status === 'pricing';
