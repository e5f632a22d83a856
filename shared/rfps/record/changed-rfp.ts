import { chunkCount } from '../lanes/lane-draft.ts';
import { NO_COUNTERS } from './rfp-counters.ts';
import type { RfpChange, StoredRfp } from './rfp-store.ts';

/** An RFP as a change stores it, so that the answer can be composed before the write. */
export function changedRfp(rfp: StoredRfp, change: RfpChange, at: Date): StoredRfp {
  const { name, state, margin, terms, counters, version, reservation } = change;
  const changed: StoredRfp = {
    ...rfp,
    ...(name === undefined ? {} : { name }),
    ...(state === undefined ? {} : { state }),
    ...(margin === undefined ? {} : { marginPercent: margin.percent }),
    ...(terms === undefined ? {} : { termsRevision: rfp.termsRevision + 1 }),
    ...(counters === undefined ? {} : { counters }),
    ...(reservation && { calls: rfp.calls + reservation.calls, period: reservation.period }),
    updatedAt: at.toISOString(),
  };
  if (version !== undefined) {
    return {
      ...changed,
      run: rfp.run + 1,
      version: rfp.version + 1,
      pricing: version.pricing,
      remaining: chunkCount(rfp.lanes),
      counters: NO_COUNTERS,
      calls: reservation?.calls ?? 0,
    };
  }
  if (terms === undefined || terms.chunks.length === 0) return changed;
  return { ...changed, run: rfp.run + 1, remaining: terms.chunks.length };
}
