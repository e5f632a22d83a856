import { annualCents, type LaneDraft } from './lane-draft.ts';
import { isSimulated, type LaneErrorCode, type LanePrice } from './lane-result.ts';

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
