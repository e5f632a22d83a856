import * as v from 'valibot';
import type { TollsDocument } from '../../costs/tolls/toll-facilities.ts';
import type { FieldError } from '../../platform/http/invalid-parameters.ts';
import type { SetPrice } from '../../quotes/pricing/apply-strategy.ts';
import { marketBasis, type routeStop } from '../../quotes/record/quote-document.ts';
import type { QuotedMove, QuotePrice } from '../../quotes/strategy/pricing-strategy.ts';
import { annualCents, type LaneDraft } from './lane-draft.ts';

/** Codes of lanes that are not priced. Only INTERNAL_ERROR is a failure of the service. */
export const LANE_ERROR_CODES = [
  'LANE_INVALID',
  'LOCATION_NOT_FOUND',
  'LOCATION_AMBIGUOUS',
  'NO_ROUTE',
  'INTERNAL_ERROR',
] as const;
export type LaneErrorCode = (typeof LANE_ERROR_CODES)[number];

export interface LaneError {
  readonly code: LaneErrorCode;
  /** What to change, as a sentence. */
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>> & { readonly errors?: readonly FieldError[] };
}

const text = v.string();
const whole = v.pipe(v.number(), v.integer(), v.minValue(0));
const amount = v.pipe(v.number(), v.minValue(0));

/** Market rate of a lane without margin and accessorials, as in rates. Money in USD, distance in one-way miles. */
export const laneAnalysis = v.looseObject({
  suggested_rate: amount,
  rate_per_mile: amount,
  confidence_score: v.pipe(whole, v.maxValue(100)),
  distance: amount,
  distance_source: text,
  rate_range: v.looseObject({ min: amount, max: amount }),
  trend: v.picklist(['rising', 'falling', 'stable']),
  activity: v.picklist(['low', 'medium', 'high']),
  fuel: v.looseObject({
    ...{ amount, diesel_price: amount, diesel_region: text, diesel_date: v.pipe(v.string(), v.isoDate()) },
    estimated: v.exactOptional(v.literal(true)),
  }),
  basis: marketBasis,
});
export type LaneAnalysis = v.InferOutput<typeof laneAnalysis>;

/** A stop of a priced lane, as resolved. */
export type LaneStop = v.InferOutput<typeof routeStop>;

/** A priced lane. */
export interface PricedLane {
  readonly status: 'priced';
  readonly origin: LaneStop;
  readonly destination: LaneStop;
  /** Between them, in order. */
  readonly stops: readonly LaneStop[];
  readonly analysis: LaneAnalysis;
  /** The input of the customer's price. Another margin then prices the same market costs exactly. */
  readonly move: QuotedMove;
  readonly tolls: TollsDocument;
  readonly warnings: readonly string[];
}

/** A lane without a price. */
export interface FailedLane {
  readonly status: 'failed';
  readonly error: LaneError;
}

export type LaneResult = PricedLane | FailedLane;

/** Whether the loads behind the price of a lane are simulated. */
export const isSimulated = (result: LaneResult): boolean =>
  result.status === 'priced' && result.analysis.basis.source === 'simulated';

/** A lane's price for the customer, which is derived from `PricedLane.move`. */
export interface LanePrice {
  /** Also failed if a person set a total that fuel and accessorials exceed. */
  readonly result: LaneResult;
  /** Absent for a failed lane. */
  readonly price?: QuotePrice;
  /** Present if a person set the price. */
  readonly setPrice?: SetPrice;
}

/** Maximum different reasons of the lanes of an RFP, so that the terms of all lanes fit into an item. */
export const MAX_REASONS = 50;
/** Characters of a reason. */
export const MAX_REASON_LENGTH = 200;

/** What callers set for single lanes. */
export interface LaneTerms {
  /** Excluded lanes keep their price and are in no sum. */
  readonly excluded?: true;
  readonly outcome?: 'won' | 'lost';
  /** Why the lane was won or lost, as the caller wrote it; only with an outcome. */
  readonly reason?: string;
}

/** What filters, orders and sums of lanes need. */
export interface LaneSummary {
  readonly status: 'priced' | 'failed';
  /** 0 to 100; 0 for a failed lane. */
  readonly confidence: number;
  /** Customer's price times loads a week, integer cents; 0 without a price or a volume. */
  readonly weeklyCents: number;
  /** See `annualCents`; 0 without a price or a volume. */
  readonly annualCents: number;
  readonly origin: string;
  readonly excluded: boolean;
  /** Whether the loads behind the price are simulated. */
  readonly simulated: boolean;
  /** Absent for a priced lane. */
  readonly code?: LaneErrorCode;
}

/** The summary of a lane. */
export function summarizeLane(
  { origin, weeklyVolume }: Pick<LaneDraft, 'origin' | 'weeklyVolume'>,
  { result, price }: LanePrice,
  terms: Pick<LaneTerms, 'excluded'>,
): LaneSummary {
  const excluded = terms.excluded === true;
  if (result.status === 'failed') {
    const none = { confidence: 0, weeklyCents: 0, annualCents: 0, simulated: false };
    return { status: 'failed', ...none, origin, excluded, code: result.error.code };
  }
  const [totalCents, loads] = [price?.totalCents ?? 0, weeklyVolume ?? 0];
  return {
    status: 'priced',
    confidence: result.analysis.confidence_score,
    weeklyCents: Math.round(totalCents * loads),
    annualCents: annualCents(totalCents, loads),
    origin,
    excluded,
    simulated: isSimulated(result),
  };
}
