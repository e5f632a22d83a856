import type { MarketLoad } from '../../shared/market/loads/market-load.ts';

/** A load to be predicted from the weeks before it. */
export interface BacktestLoad {
  readonly load: MarketLoad;
  readonly week: number;
  /** Natural logarithm of its linehaul over the cost model's. */
  readonly residual: number;
  /** Amounts of the cost model. */
  readonly linehaulCents: number;
  readonly fuelCents: number;
  readonly equipmentCents: number;
  /** The market's true price in cents; only for simulated loads. */
  readonly truthCents: number | undefined;
}

/** A load with its prediction. */
export interface ScoredLoad extends BacktestLoad {
  readonly predictedCents: number;
  readonly minCents: number;
  readonly maxCents: number;
  readonly confidence: number;
  /** Position of the score's tier, from the lowest. */
  readonly tier: number;
  /** Loads of its lane before its week. */
  readonly laneLoads: number;
  readonly baselines: Baselines;
}

/** Baseline predictions in cents. */
export interface Baselines {
  /** The lane's last load, or the market state's if it has none. */
  readonly naive: number;
  /** The mean of the lane's loads, or of the market state's if it has none. */
  readonly laneMean: number;
  /** A line through rates and miles. */
  readonly perMile: number;
}
