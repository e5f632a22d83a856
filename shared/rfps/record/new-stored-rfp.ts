import { chunkCount } from '../lanes/lane-draft.ts';
import { NO_COUNTERS } from './rfp-counters.ts';
import { rfpCreatedAt } from './rfp-id.ts';
import type { NewRfp, Reservation, StoredRfp } from './rfp-store.ts';

/** An RFP as its creation stores it, so that the answer can be composed before the write. */
export const newStoredRfp = (
  { lanes, pricing, ...fields }: NewRfp,
  { calls, period }: Pick<Reservation, 'calls' | 'period'>,
): StoredRfp => ({
  ...fields,
  pricing,
  state: 'open',
  failure: undefined,
  columns: undefined,
  uploadUntil: undefined,
  lanes: lanes.length,
  version: 1,
  run: 1,
  remaining: chunkCount(lanes.length),
  termsRevision: 0,
  marginPercent: undefined,
  counters: NO_COUNTERS,
  calls,
  period,
  updatedAt: rfpCreatedAt(fields.rfpId).toISOString(),
});
