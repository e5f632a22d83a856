import type { DieselLookup, DieselPrice } from '../costs/diesel/diesel-lookup.ts';
import { usd } from '../costs/model/cents.ts';
import { countingWeek } from '../market/cells/market-cell.ts';
import type { CountShown, LaneCells } from '../market/cells/visible-cells.ts';
import { laneCost, type MarketLane } from '../market/loads/market-lane.ts';
import { LANE_LEVELS, type LaneLevel, pricedKind } from '../market/loads/market-levels.ts';
import {
  confidenceOf,
  estimateLane,
  type LaneEstimate,
  levelAhead,
  spanOf,
} from '../market/model/estimate-lane.ts';
import { type LaneMarket, type MarketEvidence, marketEvidence } from '../market/published/lane-market.ts';
import { fitOf, type PublishedMarket } from '../market/store/published-market.ts';
import {
  mondayOfWeek,
  mondaysUpTo,
  utcDay,
  type WeekSpan,
  weekNumber,
} from '../platform/time/utc-calendar.ts';
import type { RateAnalysis, TimelineEntry, Trend } from './rates-document.ts';

/** The evidence on which a rate is mostly based. */
interface LaneBasis {
  /** The narrowest level with enough loads; `model` if there is none. */
  readonly level: 'lane' | 'zone' | 'state' | 'region' | 'model';
  /** Loads at that level, see `CountShown`; null if the count must not be shown. */
  readonly observations: number | null;
  /** Mondays of the first and last week with loads at that level, YYYY-MM-DD; "" if there are none. */
  readonly since: string;
  readonly asOf: string;
}

/** Loads that a level needs to be the basis. */
const ENOUGH: Readonly<Record<LaneLevel, number>> = {
  lane: 3,
  zone: 5,
  marketState: 5,
  freightMarket: 5,
};

/** Names that callers see. */
const BASIS_LEVELS = { lane: 'lane', zone: 'zone', marketState: 'state', freightMarket: 'region' } as const;

function laneBasis(cells: LaneCells, { span, loads }: LaneEstimate, shown: CountShown): LaneBasis {
  const level = LANE_LEVELS.toReversed().find((narrow) => loads[narrow] >= ENOUGH[narrow]);
  const cell = level && cells[level];
  if (level === undefined || cell === undefined)
    return { level: 'model', observations: 0, since: '', asOf: '' };
  const weeks = [...cell.weeks.keys()]
    .map((week) => countingWeek(cell, week))
    .filter((week) => week >= span.from && week <= span.to);
  return {
    level: BASIS_LEVELS[level],
    observations: shown(level, loads[level]),
    since: mondayOfWeek(Math.min(...weeks)),
    asOf: mondayOfWeek(Math.max(...weeks)),
  };
}

/** An expected rate. `minCents` to `maxCents` is the range of the middle 80% of loads. */
export interface WeekForecast extends WeekRate {
  readonly minCents: number;
  readonly maxCents: number;
}

/** Part of every market rate, so that callers do not compare rates of different models by mistake. */
const MARKET_MODEL_VERSION = 'market-5';

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

/** The market analysis of a lane and the source of its loads. */
export interface MarketView {
  readonly analysis: LaneAnalysis;
  readonly source: MarketEvidence['source'];
}

/** Analyzes the market of a lane as of a moment. Undefined if no loads are known. */
export function viewLane(
  lane: MarketLane,
  kept: LaneMarket,
  dieselFor: DieselLookup,
  asOf: Date,
): MarketView | undefined {
  const { published } = kept;
  const span = spanOf(weekNumber(utcDay(asOf)));
  const evidence = marketEvidence(lane, kept, span);
  if (evidence === undefined) return undefined;
  return {
    analysis: analyzeLane({ lane, span, published, dieselFor, ...evidence }),
    source: evidence.source,
  };
}

/**
 * The data that a rate is based on: the loads of the market, or else the cost model.
 * @param costModelVersion version of the model that is used without loads.
 */
export function rateBasis(
  market: MarketView | undefined,
  diesel: DieselPrice,
  costModelVersion: string,
): RateAnalysis['basis'] {
  const basis = market?.analysis.basis;
  return {
    level: basis?.level ?? 'model',
    observations: basis ? basis.observations : 0,
    since: basis?.since ?? '',
    asOf: basis?.asOf || diesel.week,
    source: market?.source ?? 'cost model',
    modelVersion: market ? MARKET_MODEL_VERSION : costModelVersion,
  };
}

/** The rate of one week in integer cents. `date` is its Monday, YYYY-MM-DD. */
export interface WeekRate {
  readonly date: string;
  readonly cents: number;
}

const TIMELINE_WEEKS = 13;
/** A change of more than this share over this number of entries is a trend; the first that applies decides. */
const TRENDS = [
  { weeks: 4, share: 0.02 },
  { weeks: TIMELINE_WEEKS - 1, share: 0.03 },
] as const;

/** 13 weekly rates, oldest first, up to the current UTC week. `rateOn` returns the cents of a Monday. */
export function rateTimeline(now: Date, rateOn: (monday: string) => number): readonly WeekRate[] {
  return mondaysUpTo(now, TIMELINE_WEEKS).map((date) => ({ date, cents: rateOn(date) }));
}

/** Rising or falling if the level changed by more than 2% in 4 weeks, or 3% from the first entry to the last. */
export function trendOf(timeline: readonly WeekRate[]): Trend {
  const last = timeline.at(-1)?.cents ?? 0;
  for (const { weeks, share } of TRENDS) {
    const before = timeline.at(-1 - weeks)?.cents ?? last;
    if (Math.abs(last - before) > before * share) return last > before ? 'rising' : 'falling';
  }
  return 'stable';
}

/** @param asOf the Monday of the last observation: entries after it are estimated. */
export const timelineEntries = (timeline: readonly WeekRate[], asOf: string): TimelineEntry[] =>
  timeline.map(({ date, cents }) => ({
    date,
    rate: usd(cents),
    ...(date > asOf && { estimated: true as const }),
  }));
