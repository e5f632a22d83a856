import { foldCase } from '../../platform/text/text-folding.ts';
import { rfpStatus } from './rfp-status.ts';
import type { RfpFilter, StoredRfp } from './rfp-store.ts';

/** Whether an RFP has the status and customer of a filter. Days of creation are limits of the ids that are read. */
export const matchesFilter = (
  rfp: Pick<StoredRfp, 'state' | 'remaining' | 'counters' | 'customer' | 'customerId'>,
  { status, customer, customerId }: RfpFilter,
): boolean =>
  (status === undefined || rfpStatus(rfp) === status) &&
  (customerId === undefined || rfp.customerId === customerId) &&
  (customer === undefined || foldCase(rfp.customer) === foldCase(customer));
