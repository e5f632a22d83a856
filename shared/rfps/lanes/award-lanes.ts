import type { FieldError } from '../../platform/http/invalid-parameters.ts';
import { LANES_PER_CHUNK } from './lane-draft.ts';
import { unknownLane } from './lane-index.ts';
import { type LaneSummary, type LaneTerms, MAX_REASONS } from './lane-summary.ts';

/** An award as requested. */
export interface Award {
  /** Indexes of lanes, each once, or all lanes that have a price and are not excluded. */
  readonly lanes: 'all' | readonly number[];
  readonly outcome: NonNullable<LaneTerms['outcome']>;
  readonly reason?: string;
}

/** Lanes that an award is about. */
export interface AwardedLanes {
  /** By index. */
  readonly terms: ReadonlyMap<number, LaneTerms>;
  /** By chunk. */
  readonly summaries: ReadonlyMap<number, readonly LaneSummary[]>;
  /** Number of lanes. */
  readonly total: number;
}

export type AwardResult =
  | { readonly ok: true; readonly terms: ReadonlyMap<number, LaneTerms> }
  | { readonly ok: false; readonly errors: readonly FieldError[] };

/** The terms of lanes after an award: it replaces outcome and reason of its lanes. */
export function awardLanes(
  { terms, summaries, total }: AwardedLanes,
  { lanes, outcome, reason }: Award,
): AwardResult {
  const summaryOf = (index: number): LaneSummary | undefined =>
    summaries.get(Math.floor(index / LANES_PER_CHUNK))?.[index % LANES_PER_CHUNK];
  const fault = (index: number): string | undefined => {
    const summary = summaryOf(index);
    if (summary?.status !== 'priced') return 'names a lane without a price';
    return summary.excluded ? 'names an excluded lane' : undefined;
  };
  const faultOf = (index: number, at: number): readonly FieldError[] => {
    const field = `lanes[${at}]`;
    if (index >= total) return [unknownLane(field, total)];
    const message = fault(index);
    return message === undefined ? [] : [{ field, message: `${message}: ${index}` }];
  };
  const errors = lanes === 'all' ? [] : lanes.flatMap(faultOf);
  if (errors.length > 0) return { ok: false, errors };

  const awarded =
    lanes === 'all'
      ? Array.from({ length: total }, (_, index) => index).filter((index) => fault(index) === undefined)
      : lanes;
  const after = new Map(terms);
  for (const index of awarded) {
    const { reason: _, ...others } = after.get(index) ?? {};
    after.set(index, { ...others, outcome, ...(reason === undefined ? {} : { reason }) });
  }
  const reasons = new Set([...after.values()].flatMap((own) => own.reason ?? []));
  if (reasons.size <= MAX_REASONS) return { ok: true, terms: after };
  const message = `must be one of the ${MAX_REASONS} reasons that lanes of this RFP have: no more are stored`;
  return { ok: false, errors: [{ field: 'reason', message }] };
}
