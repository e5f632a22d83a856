import type { MarketLoad } from '../../shared/market/loads/market-load.ts';
import type { ForecastError } from '../../shared/market/model/interval-calibration.ts';

/** A load to be predicted from the weeks before it. */
export interface BacktestLoad {
  readonly load: MarketLoad;
  readonly week: number;
  /** Natural logarithm of its linehaul over the cost model's. */
  readonly residual: number;
  /** The cost model's figures for it: what its rate is made of beside the market's level. */
  readonly linehaulCents: number;
  readonly fuelCents: number;
  readonly equipmentCents: number;
  /** What the market truly paid, in cents; only where loads are simulated. */
  readonly truthCents: number | undefined;
}

/** A prediction beside what happened. */
export interface ScoredLoad extends BacktestLoad {
  readonly predictedCents: number;
  readonly minCents: number;
  readonly maxCents: number;
  readonly confidence: number;
  /** Position of the tier of its expected error, from the lowest; the confidence of a held score is of a lower one. */
  readonly tier: number;
  readonly forecastError: ForecastError;
  /** Loads of its lane before its week. */
  readonly laneLoads: number;
  readonly baselines: Baselines;
  /** What was forecast for it 1 to 4 weeks before, as far as its lane was priced in those weeks. */
  readonly forecasts: readonly Forecast[];
}

export interface Forecast {
  readonly weeksAhead: number;
  readonly cents: number;
  readonly minCents: number;
  readonly maxCents: number;
}

/** Cents by each of the simple ways. */
export interface Baselines {
  /** The lane's last load, else its region's. */
  readonly naive: number;
  /** The mean of the lane's loads, else of its region's. */
  readonly laneMean: number;
  /** A line through rates and miles. */
  readonly perMile: number;
}
