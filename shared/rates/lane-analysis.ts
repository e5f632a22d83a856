import type { DieselLookup } from '../costs/diesel/diesel-lookup.ts';
import { laneCost } from '../market/loads/lane-cost.ts';
import { LANE_LEVELS, type LaneLevel, pricedKind } from '../market/loads/market-levels.ts';
import type { MarketLane } from '../market/loads/market-load.ts';
import { confidenceOf } from '../market/model/confidence.ts';
import { estimateLane, levelAhead } from '../market/model/estimate-lane.ts';
import { type LaneBasis, laneBasis } from '../market/model/lane-basis.ts';
import type { MarketEvidence } from '../market/published/lane-market.ts';
import { fitOf, type PublishedMarket } from '../market/published/published-market.ts';
import { mondayOfWeek, type WeekSpan } from '../platform/time/utc-week.ts';
import type { Trend } from './rate-result.ts';
import { TIMELINE_WEEKS, trendOf, type WeekRate } from './rate-timeline.ts';

/** An expected rate. `minCents` to `maxCents` is the range of the middle 80% of loads. */
export interface WeekForecast extends WeekRate {
  readonly minCents: number;
  readonly maxCents: number;
}

/** Part of every market rate, so that callers do not compare rates of different models by mistake. */
export const MARKET_MODEL_VERSION = 'market-5';

/** The market analysis of a lane. Rates are integer cents with fuel, without accessorials. */
export interface LaneAnalysis {
  readonly linehaulCents: number;
  readonly fuelCents: number;
  readonly rateCents: number;
  readonly range: { readonly minCents: number; readonly maxCents: number };
  /** 0-100. */
  readonly confidence: number;
  readonly trend: Trend;
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

export interface AnalysisTerms extends Pick<MarketEvidence, 'cells' | 'own' | 'countShown'> {
  readonly lane: MarketLane;
  readonly span: WeekSpan;
  readonly published: Pick<PublishedMarket, 'fit' | 'roadFit'>;
  readonly dieselFor: DieselLookup;
}

const FORECAST_WEEKS = 4;

/** Analyzes a lane as of the last week of the span. */
export function analyzeLane(terms: AnalysisTerms): LaneAnalysis {
  const { lane, cells, own, span, published, dieselFor, countShown } = terms;
  const week = span.to;
  const query = { ...lane, kind: pricedKind(lane) };
  const estimate = estimateLane(cells, query, fitOf(published, lane.freightMarket), span, own);
  const cost = laneCost(lane, week, dieselFor);
  const centsAt = (level: number, { linehaulCents, fuelCents } = cost): number =>
    Math.round(linehaulCents * Math.exp(level)) + fuelCents;
  const { level, low, high } = levelAhead(estimate, 0);
  const rateCents = centsAt(level);
  const timeline = Array.from({ length: TIMELINE_WEEKS }, (_, position) => {
    const of = week - (TIMELINE_WEEKS - 1 - position);
    return {
      date: mondayOfWeek(of),
      cents: centsAt(estimate.levels[of - span.from] ?? level, laneCost(lane, of, dieselFor)),
    };
  });
  const linehaulPart = cost.linehaulCents / (cost.linehaulCents + cost.fuelCents);
  return {
    linehaulCents: rateCents - cost.fuelCents,
    fuelCents: cost.fuelCents,
    rateCents,
    range: { minCents: centsAt(low), maxCents: centsAt(high) },
    // Fuel is priced by its week's diesel and does not scatter with the market.
    confidence: confidenceOf(estimate.deviation * linehaulPart, estimate.evidence),
    trend: trendOf(timeline),
    timeline,
    forecast: Array.from({ length: FORECAST_WEEKS }, (_, position) => {
      const ahead = levelAhead(estimate, position + 1);
      return {
        date: mondayOfWeek(week + position + 1),
        cents: centsAt(ahead.level),
        minCents: centsAt(ahead.low),
        maxCents: centsAt(ahead.high),
      };
    }),
    factor: Math.exp(level),
    loads: Object.fromEntries(
      LANE_LEVELS.map((of) => [of, countShown(of, estimate.loads[of])]),
    ) as LaneAnalysis['loads'],
    basis: laneBasis(cells, estimate, countShown),
  };
}
