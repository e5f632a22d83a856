import { CONFIDENCE_TIERS } from '../../shared/market/confidence.ts';
import { bandOfKind, pricedKind } from '../../shared/market/market-levels.ts';
import { mondayOfWeek } from '../../shared/market/week-number.ts';
import type { Forecast, ScoredLoad } from './scored-load.ts';

/** Errors of a group of loads, as shares of what was paid. */
export interface Score {
  readonly rows: number;
  /** Mean absolute percentage error. */
  readonly mape: number;
  readonly medianApe: number;
  /** Mean of predicted over paid, less 1. */
  readonly bias: number;
  /** Part of the loads within their range. */
  readonly coverage: number;
  /** Error of the true price; only where loads are simulated. */
  readonly noiseMape?: number;
  /** Mean absolute percentage error of the simple ways. */
  readonly baselines: { readonly naive: number; readonly laneMean: number; readonly perMile: number };
}

export interface BacktestReport extends Score {
  readonly tiers: readonly ({ readonly tier: string } & Score)[];
  /** Lanes with 8 loads or more in the weeks before, with 1 to 7, with none. */
  readonly known: Score;
  readonly sparse: Score;
  readonly new: Score;
  readonly bands: readonly ({ readonly band: number } & Score)[];
  readonly weeks: readonly ({ readonly week: string } & Score)[];
  /** Loads of lanes priced so many weeks before as well, by what was forecast then. */
  readonly forecasts: readonly ForecastScore[];
}

export interface ForecastScore {
  readonly weeksAhead: number;
  readonly rows: number;
  readonly mape: number;
  readonly bias: number;
  readonly coverage: number;
}

/** Loads before its week that make a lane a known one. */
export const KNOWN_LOADS = 8;

/** The national distance band of a load. */
const bandOf = (miles: number): number => bandOfKind(pricedKind(miles));

export function scoreOf(loads: readonly ScoredLoad[]): Score {
  const mean = (figureOf: (load: ScoredLoad) => number): number =>
    loads.length === 0 ? 0 : loads.reduce((sum, load) => sum + figureOf(load), 0) / loads.length;
  const apeOf = (load: ScoredLoad, cents: number): number => Math.abs(cents / load.load.rateCents - 1);
  const apes = loads.map((load) => apeOf(load, load.predictedCents)).sort((a, b) => a - b);
  const truthKnown = loads.length > 0 && loads.every(({ truthCents }) => truthCents !== undefined);
  return {
    rows: loads.length,
    mape: mean((load) => apeOf(load, load.predictedCents)),
    medianApe: apes[Math.floor(apes.length / 2)] ?? 0,
    bias: mean((load) => load.predictedCents / load.load.rateCents - 1),
    coverage: mean(({ load, minCents, maxCents }) =>
      load.rateCents >= minCents && load.rateCents <= maxCents ? 1 : 0,
    ),
    ...(truthKnown ? { noiseMape: mean((load) => apeOf(load, load.truthCents ?? 0)) } : {}),
    baselines: {
      naive: mean((load) => apeOf(load, load.baselines.naive)),
      laneMean: mean((load) => apeOf(load, load.baselines.laneMean)),
      perMile: mean((load) => apeOf(load, load.baselines.perMile)),
    },
  };
}

export function reportOf(loads: readonly ScoredLoad[]): BacktestReport {
  const bands = [...new Set(loads.map(({ load }) => bandOf(load.miles)))].sort((a, b) => a - b);
  const weeks = [...new Set(loads.map(({ week }) => week))].sort((a, b) => a - b);
  return {
    ...scoreOf(loads),
    tiers: CONFIDENCE_TIERS.map(({ name }, position) => ({
      tier: name,
      ...scoreOf(loads.filter(({ tier }) => tier === position)),
    })),
    known: scoreOf(loads.filter(({ laneLoads }) => laneLoads >= KNOWN_LOADS)),
    sparse: scoreOf(loads.filter(({ laneLoads }) => laneLoads > 0 && laneLoads < KNOWN_LOADS)),
    new: scoreOf(loads.filter(({ laneLoads }) => laneLoads === 0)),
    bands: bands.map((band) => ({
      band,
      ...scoreOf(loads.filter(({ load }) => bandOf(load.miles) === band)),
    })),
    weeks: weeks.map((week) => ({
      week: mondayOfWeek(week),
      ...scoreOf(loads.filter((load) => load.week === week)),
    })),
    forecasts: [1, 2, 3, 4].map((weeksAhead) => forecastScore(loads, weeksAhead)),
  };
}

function forecastScore(loads: readonly ScoredLoad[], weeksAhead: number): ForecastScore {
  const pairs = loads.flatMap(({ load: { rateCents }, forecasts }) =>
    forecasts.flatMap((forecast) => (forecast.weeksAhead === weeksAhead ? [{ rateCents, forecast }] : [])),
  );
  const part = (figureOf: (off: number, forecast: Forecast, rateCents: number) => number): number =>
    pairs.reduce(
      (sum, { rateCents, forecast }) => sum + figureOf(forecast.cents / rateCents - 1, forecast, rateCents),
      0,
    ) / Math.max(1, pairs.length);
  return {
    weeksAhead,
    rows: pairs.length,
    mape: part((off) => Math.abs(off)),
    bias: part((off) => off),
    coverage: part((_, { minCents, maxCents }, rateCents) =>
      rateCents >= minCents && rateCents <= maxCents ? 1 : 0,
    ),
  };
}
