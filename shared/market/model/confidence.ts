/**
 * Tiers of confidence, from the lowest. Rate services publish scores by the same edges (62, 75, 87). The backtest
 * measures the error of each tier.
 */
export const CONFIDENCE_TIERS = [
  { name: '0-62', from: 0 },
  { name: '63-75', from: 63 },
  { name: '76-87', from: 76 },
  { name: '88-100', from: 88 },
] as const;

/** Position of a score's tier, from 0, the lowest. */
export const tierOf = (confidence: number): number =>
  CONFIDENCE_TIERS.reduce((tier, { from }, position) => (confidence >= from ? position : tier), 0);

/**
 * Expected deviation of a load's rate, as a share of the rate, and its score. Scores between them are interpolated.
 */
const SCORES = [
  { deviation: 0.04, score: 100 },
  { deviation: 0.072, score: 88 },
  { deviation: 0.084, score: 76 },
  { deviation: 0.105, score: 63 },
  { deviation: 0.5, score: 0 },
] as const;

/** Fewer loads of the lane, or fewer contributors, keep a score in the lowest tier. */
const MIN_LANE_LOADS = 8;
const MIN_LANE_CONTRIBUTORS = 3;
const HIGHEST_UNPROVEN = CONFIDENCE_TIERS[1].from - 1;

/** A lane's own loads in the weeks that count, and their contributors. */
export interface LaneEvidence {
  readonly loads: number;
  readonly contributors: number;
}

const isProven = ({ loads, contributors }: LaneEvidence): boolean =>
  loads >= MIN_LANE_LOADS && contributors >= MIN_LANE_CONTRIBUTORS;

/** The published score: at most 62 unless the lane has 8 loads of its own from 3 contributors. */
export const shownConfidence = (expected: number, evidence: LaneEvidence): number =>
  isProven(evidence) ? expected : Math.min(HIGHEST_UNPROVEN, expected);

/** Confidence of 0-100 for an expected deviation; it never rises with the deviation. */
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
