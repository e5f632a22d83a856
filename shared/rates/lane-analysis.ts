import type { DieselLookup } from '../costs/diesel/diesel-lookup.ts';
import type { CountShown } from '../market/cells/count-shown.ts';
import type { LaneCells } from '../market/cells/lane-cells.ts';
import { laneCost } from '../market/loads/lane-cost.ts';
import { type LaneLevel, pricedKind } from '../market/loads/market-levels.ts';
import type { MarketLane } from '../market/loads/market-load.ts';
import { estimateLane, type LaneEstimate } from '../market/model/estimate-lane.ts';
import { levelsAhead } from '../market/model/forecast.ts';
import type { IntervalBounds } from '../market/model/interval-calibration.ts';
import { type LaneBasis, laneActivity, laneBasis } from '../market/model/lane-basis.ts';
import { laneOutlook } from '../market/model/lane-outlook.ts';
import { TREND_WEEKS } from '../market/model/level-filter.ts';
import type { NationPaths } from '../market/model/nation-paths.ts';
import { mondayOfWeek } from '../platform/time/utc-week.ts';
import type { Trend } from './rate-result.ts';

/** The rate of one week in integer cents. `date` is its Monday, YYYY-MM-DD. */
export interface WeekRate {
  readonly date: string;
  readonly cents: number;
}

/** An expected rate. `minCents` to `maxCents` is the range of the middle 80% of loads. */
export interface WeekForecast extends WeekRate {
  readonly minCents: number;
  readonly maxCents: number;
}

/** Part of every market rate, so that callers do not compare rates of different models by mistake. */
export const MARKET_MODEL_VERSION = 'market-4';

/** The market analysis of a lane. Rates are integer cents with fuel, without accessorials. */
export interface LaneAnalysis {
  readonly linehaulCents: number;
  readonly fuelCents: number;
  readonly rateCents: number;
  readonly range: { readonly minCents: number; readonly maxCents: number };
  /** 0-100. */
  readonly confidence: number;
  readonly trend: Trend;
  readonly activity: 'low' | 'medium' | 'high';
  /** 13 Mondays, oldest first; the last is the current week at `rateCents`. */
  readonly timeline: readonly WeekRate[];
  /** The next 4 Mondays. */
  readonly forecast: readonly WeekForecast[];
  readonly basis: LaneBasis;
  /** Factor on the cost model's linehaul. */
  readonly factor: number;
  /** Number of evaluated loads by level, as disclosed by `CountShown`. */
  readonly loads: Readonly<Record<LaneLevel, number | null>>;
}

export interface AnalysisTerms {
  readonly lane: MarketLane;
  /** The cells that the caller may use. See `visibleCells`. */
  readonly cells: LaneCells;
  readonly countShown: CountShown;
  readonly nation: NationPaths;
  readonly intervalBounds: readonly IntervalBounds[];
  readonly dieselFor: DieselLookup;
}

const TIMELINE_WEEKS = 13;
const FORECAST_WEEKS = 4;
/** A change of at least this share is a trend, if it is also statistically significant. */
const TREND_SHARE = 0.02;
/** Standard deviations of a significant change: two-sided, 90%. */
const SIGNIFICANT_DEVIATIONS = 1.645;

/** Analyzes a lane as of the last week of the nation's span. */
export function analyzeLane(terms: AnalysisTerms): LaneAnalysis {
  const { lane, cells, nation, intervalBounds, dieselFor, countShown } = terms;
  const week = nation.span.to;
  const estimate = estimateLane(cells, { ...lane, kind: pricedKind(lane.miles) }, nation);
  const weekOn = (of: number) => {
    const cost = laneCost(lane, of, dieselFor);
    const level = estimate.levels[of - nation.span.from] ?? estimate.levels[0] ?? 0;
    const linehaulCents = Math.round(cost.linehaulCents * Math.exp(level));
    return { cost, linehaulCents, cents: linehaulCents + cost.fuelCents };
  };

  const { cost, linehaulCents, cents } = weekOn(week);
  const outlook = laneOutlook(estimate, cost, intervalBounds);
  const reach = intervalBounds[outlook.tier] ?? { low: 0, high: 0 };
  const around = (level: number, deviation: number): number =>
    Math.round(cost.linehaulCents * Math.exp(level + deviation)) + cost.fuelCents;
  return {
    linehaulCents,
    fuelCents: cost.fuelCents,
    rateCents: cents,
    range: {
      minCents: around(Math.log(outlook.least), 0),
      maxCents: around(Math.log(outlook.most), 0),
    },
    confidence: outlook.confidence,
    trend: trendOf(cents, weekOn(week - TREND_WEEKS).cents, linehaulCents, estimate),
    activity: laneActivity(cells, estimate),
    timeline: Array.from({ length: TIMELINE_WEEKS }, (_, position) => {
      const of = week - (TIMELINE_WEEKS - 1 - position);
      return { date: mondayOfWeek(of), cents: weekOn(of).cents };
    }),
    forecast: levelsAhead(estimate, FORECAST_WEEKS, nation.parameters).map(
      ({ weeksAhead, level, variance }) => {
        const deviation = Math.sqrt(variance + estimate.scatter ** 2);
        return {
          date: mondayOfWeek(week + weeksAhead),
          cents: around(level, 0),
          minCents: around(level, reach.low * deviation),
          maxCents: around(level, reach.high * deviation),
        };
      },
    ),
    factor: outlook.factor,
    loads: {
      freightMarket: countShown('freightMarket', estimate.loads.freightMarket),
      marketState: countShown('marketState', estimate.loads.marketState),
      state: countShown('state', estimate.loads.state),
      zone: countShown('zone', estimate.loads.zone),
      lane: countShown('lane', estimate.loads.lane),
    },
    basis: laneBasis(cells, estimate, countShown),
  };
}

function trendOf(
  now: number,
  before: number,
  linehaulCents: number,
  { changeVariance }: LaneEstimate,
): Trend {
  const change = now - before;
  // The fuel cost is known exactly, so only the linehaul contributes to the uncertainty of the change.
  const threshold = SIGNIFICANT_DEVIATIONS * Math.sqrt(changeVariance) * linehaulCents;
  if (Math.abs(change) < Math.max(TREND_SHARE * before, threshold)) return 'stable';
  return change > 0 ? 'rising' : 'falling';
}
