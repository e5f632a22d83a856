/**
 * The model's error for the middle 80% of lanes, as a share of the rate. Source: the differences from the published
 * anchors (docs/explanation/cost-model.md). Short hauls have the largest error: terminals, queues and road miles vary most.
 */
const SHORT_HAUL = { upToMiles: 150, error: 0.35 };
const LONG_HAUL = { fromMiles: 400, error: 0.25 };

/** Confidence points subtracted for each uncertain input (stale diesel price, uncertain place): a doubt. */
export const POINTS_PER_DOUBT = 5;

/** The model's error at a distance (one-way miles), as a share of the rate: 0.35 is 35%. */
export function modelError(miles: number): number {
  const span = LONG_HAUL.fromMiles - SHORT_HAUL.upToMiles;
  const progress = Math.min(1, Math.max(0, (miles - SHORT_HAUL.upToMiles) / span));
  return SHORT_HAUL.error + (LONG_HAUL.error - SHORT_HAUL.error) * progress;
}

/** The range around a rate that contains the middle 80% of lanes, in integer cents. */
export function rateRange(rateCents: number, miles: number): { minCents: number; maxCents: number } {
  const factor = 1 + modelError(miles);
  return { minCents: Math.round(rateCents / factor), maxCents: Math.round(rateCents * factor) };
}

/**
 * Confidence (0-100) in a rate of the cost model, minus points for each doubt. At most 13 for short hauls and 25 for long
 * hauls: the scores that a market's rate has with such an error.
 */
export function modelConfidence(miles: number, doubts: number): number {
  return Math.max(0, Math.round(100 * (0.55 - 1.2 * modelError(miles))) - doubts * POINTS_PER_DOUBT);
}
