/** Groups of scores whose errors the backtest measures, from the lowest. */
export const CONFIDENCE_TIERS = [
  { name: '0-39', from: 0 },
  { name: '40-59', from: 40 },
  { name: '60-79', from: 60 },
  { name: '80-100', from: 80 },
] as const;

/** Position of a score's tier, from 0, the lowest. */
export const tierOf = (confidence: number): number =>
  CONFIDENCE_TIERS.reduce((tier, { from }, position) => (confidence >= from ? position : tier), 0);

/** Expected size of a load's deviation, as a share of the rate, and its score. Scores between them are interpolated. */
const SCORES = [
  { deviation: 0.035, score: 100 },
  { deviation: 0.06, score: 80 },
  { deviation: 0.08, score: 60 },
  { deviation: 0.1, score: 40 },
  { deviation: 0.13, score: 20 },
  { deviation: 0.25, score: 0 },
] as const;

export interface LaneEvidence {
  readonly ownLoads: number;
  /** Visible loads, of which few count in each week. */
  readonly loads: number;
}

/** The highest score of a lane without loads, and the loads at which half of the rest is reached. */
const MOST_WITHOUT_LOADS = 50;
const HALF_LOADS = 12;

/** Confidence of 0-100: by the expected deviation, but at most what the lane's loads support. */
export function confidenceOf(deviation: number, { ownLoads, loads }: LaneEvidence): number {
  const evidence = Math.max(ownLoads, loads);
  const most = MOST_WITHOUT_LOADS + (100 - MOST_WITHOUT_LOADS) * (evidence / (evidence + HALF_LOADS));
  return Math.floor(Math.min(most, scoreOf(deviation)));
}

function scoreOf(deviation: number): number {
  let [best] = SCORES as readonly { deviation: number; score: number }[];
  for (const worse of SCORES.slice(1)) {
    if (best === undefined || deviation <= best.deviation) break;
    if (deviation < worse.deviation) {
      const along = (deviation - best.deviation) / (worse.deviation - best.deviation);
      return best.score + (worse.score - best.score) * along;
    }
    best = worse;
  }
  return best?.score ?? 0;
}
