import * as v from 'valibot';
import type { KeyedCall } from '../accounts/idempotency/dynamodb-idempotency-store.ts';
import type { Account } from '../platform/account/account.ts';
import { optionalField } from '../platform/http/body-fields.ts';
import type { FieldError } from '../platform/http/invalid-parameters.ts';
import { type Answer, type Outcome, reject, succeed } from '../platform/http/outcome.ts';
import {
  isRequestObject,
  MAX_FIELD_ERRORS,
  readField,
  rejectUnknownFields,
} from '../platform/http/request-fields.ts';
import { boundedText, NO_CONTROL } from '../platform/text/bounded-text.ts';
import { invalidParameters } from '../quotes/request/quote-rejections.ts';
import { applyRfpChange } from './apply-rfp-change.ts';
import type { RfpAnswer } from './documents/rfp-document.ts';
import { chunkOf, MAX_RFP_LANES } from './lanes/lane-draft.ts';
import { type LaneSummary, type LaneTerms, MAX_REASON_LENGTH, MAX_REASONS } from './lanes/lane-result.ts';
import { laneList, readLaneList, unknownLane } from './read-lane-list.ts';
import { countLanes, type RfpCounters } from './record/rfp-counters.ts';
import { allows, rfpStatus } from './record/rfp-status.ts';
import { rfpNotReady } from './rfp-rejections.ts';
import type { RfpStore } from './store/dynamodb-rfp-store.ts';

const tooLong = `must have at most ${MAX_REASON_LENGTH} characters`;

const reason = v.pipe(
  boundedText(MAX_REASON_LENGTH, 'must be a string', (fault) => (fault === 'control' ? NO_CONTROL : tooLong)),
  v.check((text) => text.isWellFormed(), 'must be well-formed Unicode'),
  v.transform((text) => text.trim()),
);

/** Fields of the body. */
export const awardFields = v.strictObject({
  lanes: laneList('all', MAX_RFP_LANES),
  outcome: v.picklist(['won', 'lost'], 'must be won or lost'),
  reason: optionalField(reason),
});

/** Reads the body of an award. A rejection names each invalid field, at most 1,000. */
export function readAward(body: unknown): Outcome<Award> {
  const errors: FieldError[] = [];
  if (!isRequestObject(body)) {
    errors.push({ field: 'body', message: 'must be a JSON object with lanes and outcome' });
    return reject(invalidParameters(errors));
  }
  const { entries } = awardFields;
  rejectUnknownFields(body, entries, '', errors);
  const lanes = readLaneList(body.lanes, 'all', MAX_RFP_LANES, errors);
  if (body.outcome === undefined) errors.push({ field: 'outcome', message: 'is required' });
  const outcome = readField(body, 'outcome', entries.outcome, '', errors);
  const given = readField(body, 'reason', entries.reason, '', errors);
  if (errors.length > 0 || lanes === undefined || outcome === undefined) {
    return reject(invalidParameters(errors.slice(0, MAX_FIELD_ERRORS)));
  }
  return succeed({ lanes, outcome, ...(given === undefined || given === '' ? {} : { reason: given }) });
}

export interface AwardRfpPorts {
  readonly rfps: Pick<RfpStore, 'read' | 'terms' | 'summaries' | 'change'>;
  readonly now: () => Date;
}

/**
 * Records lanes as won or lost; prices stay. A later award of the same lanes replaces outcome and reason. The status is
 * `awarded` when no priced lane is open.
 */
export function awardRfpUseCase({ rfps, now }: AwardRfpPorts) {
  return (rfpId: string, award: Award, caller: Account, keyed?: KeyedCall): Promise<Answer<RfpAnswer>> => {
    return applyRfpChange({ rfps }, { rfpId, caller, keyed }, async (rfp) => {
      const status = rfpStatus(rfp);
      if (!allows(status, 'award')) return reject(rfpNotReady(rfp.rfpId, status, 'award'));
      const [terms, summaries] = await Promise.all([
        rfps.terms(caller, rfp),
        rfps.summaries(caller, rfp.rfpId, rfp.version),
      ]);
      const awarded = awardLanes({ terms: terms.lanes, summaries, total: rfp.lanes }, award);
      if (!awarded.ok) return awarded;
      const { lanes, counters } = awarded.body;
      return succeed({
        change: { terms: { ...terms, lanes, chunks: [], corrected: [] }, counters, at: now() },
      });
    });
  };
}

/** An award as requested. */
interface Award {
  /** Indexes of lanes, each once, or all lanes that have a price and are not excluded. */
  readonly lanes: 'all' | readonly number[];
  readonly outcome: NonNullable<LaneTerms['outcome']>;
  readonly reason?: string;
}

/** Lanes that an award is about. */
interface AwardedLanes {
  /** By index. */
  readonly terms: ReadonlyMap<number, LaneTerms>;
  /** By chunk. */
  readonly summaries: ReadonlyMap<number, readonly LaneSummary[]>;
  /** Number of lanes. */
  readonly total: number;
}

/** The terms of lanes after an award, which replaces outcome and reason of its lanes, and the counters of all lanes. */
export function awardLanes(
  { terms, summaries, total }: AwardedLanes,
  { lanes, outcome, reason }: Award,
): Outcome<{ readonly lanes: ReadonlyMap<number, LaneTerms>; readonly counters: RfpCounters }> {
  const all = Array.from({ length: total }, (_, index) => index);
  const summaryOf = (index: number): LaneSummary | undefined =>
    summaries.get(chunkOf(index).chunk)?.[chunkOf(index).offset];
  const fault = (index: number): string | undefined => {
    const summary = summaryOf(index);
    if (summary?.status !== 'priced') return 'names a lane without a price';
    return summary.excluded ? 'names an excluded lane' : undefined;
  };
  const errors = (lanes === 'all' ? [] : lanes).flatMap((index, at): readonly FieldError[] => {
    const field = `lanes[${at}]`;
    if (index >= total) return [unknownLane(field, total)];
    const message = fault(index);
    return message === undefined ? [] : [{ field, message: `${message}: ${index}` }];
  });
  if (errors.length > 0) return reject(invalidParameters(errors.slice(0, MAX_FIELD_ERRORS)));

  const after = new Map(terms);
  for (const index of lanes === 'all' ? all.filter((one) => fault(one) === undefined) : lanes) {
    const { reason: _, ...others } = after.get(index) ?? {};
    after.set(index, { ...others, outcome, ...(reason === undefined ? {} : { reason }) });
  }
  const reasons = new Set([...after.values()].flatMap((own) => own.reason ?? []));
  if (reasons.size > MAX_REASONS) {
    const message = `must be one of the ${MAX_REASONS} reasons that lanes of this RFP have: no more are stored`;
    return reject(invalidParameters([{ field: 'reason', message }]));
  }
  const counted = all.flatMap((index) => summaryOf(index) ?? []);
  return succeed({ lanes: after, counters: countLanes(counted, after) });
}
