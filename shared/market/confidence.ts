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
