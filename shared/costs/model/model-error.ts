/**
 * How far off the model is, as a share of the rate, for the middle 80% of lanes: by how much it differs from the
 * published anchors (docs/how-a-rate-is-made.md). Widest where terminals, queues and road miles differ most.
 */
const SHORT_HAUL = { upToMiles: 150, error: 0.35 };
const LONG_HAUL = { fromMiles: 400, error: 0.25 };

/** What each doubt about the inputs (old diesel price, uncertain place) takes off the confidence. */
export const POINTS_PER_DOUBT = 5;

/** The model's error at a distance (one-way miles): 0.35 means that the rate may lie 35% off. */
export function modelError(miles: number): number {
  const span = LONG_HAUL.fromMiles - SHORT_HAUL.upToMiles;
  const along = Math.min(1, Math.max(0, (miles - SHORT_HAUL.upToMiles) / span));
  return SHORT_HAUL.error + (LONG_HAUL.error - SHORT_HAUL.error) * along;
}

/** The middle 80% of what is expected around a rate, in integer cents. */
export function rateRange(rateCents: number, miles: number): { minCents: number; maxCents: number } {
  const factor = 1 + modelError(miles);
  return { minCents: Math.round(rateCents / factor), maxCents: Math.round(rateCents * factor) };
}

/**
 * Confidence of 0-100 in a rate that rests on the model alone. The range runs from one error below to one above:
 * what its width leaves of 100 is 30 for short hauls and 50 for long ones, always in the lowest tier (0-62).
 */
export function modelConfidence(miles: number, doubts: number): number {
  return Math.max(0, Math.round(100 * (1 - 2 * modelError(miles))) - doubts * POINTS_PER_DOUBT);
}
