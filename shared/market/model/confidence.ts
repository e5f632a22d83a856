/**
 * Tiers of confidence, from the lowest. The edges are those that rate services publish scores by (62, 75, 87); what each
 * means in error is measured by the backtest.
 */
export const CONFIDENCE_TIERS = [
  { name: '0-62', from: 0 },
  { name: '63-75', from: 63 },
  { name: '76-87', from: 76 },
  { name: '88-100', from: 88 },
] as const;

/** The tier's position of a score, from 0, the lowest. */
export const tierOf = (confidence: number): number =>
  CONFIDENCE_TIERS.reduce((tier, { from }, position) => (confidence >= from ? position : tier), 0);

/** Expected deviation of a load's rate, as a share of it, and the score it gets; between them the score is a line. */
const SCORES = [
  { deviation: 0.04, score: 100 },
  { deviation: 0.072, score: 88 },
  { deviation: 0.084, score: 76 },
  { deviation: 0.105, score: 63 },
  { deviation: 0.5, score: 0 },
] as const;

/** Loads of the lane itself, and contributors behind them, without which a score stays in the lowest tier. */
const MIN_LANE_LOADS = 8;
const MIN_LANE_CONTRIBUTORS = 3;
const HIGHEST_UNPROVEN = CONFIDENCE_TIERS[1].from - 1;

/** What a lane's own loads say for it: those of the weeks that count, and how many contributors brought them. */
export interface LaneEvidence {
  readonly loads: number;
  readonly contributors: number;
}

/** Whether a lane has 8 loads of its own or more, from 3 contributors or more. */
const isProven = ({ loads, contributors }: LaneEvidence): boolean =>
  loads >= MIN_LANE_LOADS && contributors >= MIN_LANE_CONTRIBUTORS;

/** The score that is answered, of what the expected error gives: at most 62 for a lane that is not proven. */
export const shownConfidence = (expected: number, evidence: LaneEvidence): number =>
  isProven(evidence) ? expected : Math.min(HIGHEST_UNPROVEN, expected);

/** Confidence of 0-100 in a rate whose loads are expected to deviate by so much: lower, never higher, for more. */
export function confidenceOf(deviation: number): number {
  let [best] = SCORES as readonly { deviation: number; score: number }[];
  for (const worse of SCORES.slice(1)) {
    if (best === undefined || deviation <= best.deviation) break;
    if (deviation < worse.deviation) {
      const along = (deviation - best.deviation) / (worse.deviation - best.deviation);
      return Math.floor(best.score + (worse.score - best.score) * along);
    }
    best = worse;
  }
  return best?.score ?? 0;
}
