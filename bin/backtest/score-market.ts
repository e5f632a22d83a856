import {
  type CountedLoad,
  cellOf,
  type MarketCell,
  mergeCells,
} from '../../shared/market/cells/market-cell.ts';
import type { MarketLoad } from '../../shared/market/loads/market-lane.ts';
import { bandOfKind, kindOf, laneKeys, pricedKind } from '../../shared/market/loads/market-levels.ts';
import {
  CONFIDENCE_TIERS,
  confidenceOf,
  estimateLane,
  levelAhead,
  spanOf,
  tierOf,
} from '../../shared/market/model/estimate-lane.ts';
import { type FitLoad, fitMarket, LOOKBACK_WEEKS } from '../../shared/market/model/market-fit.ts';
import { mondayOfWeek } from '../../shared/platform/time/utc-calendar.ts';

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
  /** Loads of its lane before its week. */
  readonly laneLoads: number;
  readonly baselines: Baselines;
}

/** Baseline predictions in cents. */
interface Baselines {
  /** The lane's last load, or the market state's if it has none. */
  readonly naive: number;
  /** The mean of the lane's loads, or of the market state's if it has none. */
  readonly laneMean: number;
  /** A line through rates and miles. */
  readonly perMile: number;
}

const kindOfLoad = ({ miles, fuelIncluded, equipment }: MarketLoad): number =>
  kindOf(miles, fuelIncluded, equipment);

/** All loads of the weeks before, as their owner knows them. */
class KnownLoads {
  readonly #cells = new Map<string, MarketCell>();
  readonly #lanes = new Map<string, number>();
  #fitted: readonly FitLoad[] = [];

  learn(loads: readonly BacktestLoad[], week: number): void {
    const counted = loads.flatMap(({ load, residual }) => {
      const one = { week, kind: kindOfLoad(load), residual, contributor: load.contributor };
      return Object.values(laneKeys(load)).map((key): CountedLoad & { key: string } => ({ ...one, key }));
    });
    for (const [key, ofKey] of Map.groupBy(counted, (one) => one.key)) {
      const known = this.#cells.get(key);
      this.#cells.set(key, known === undefined ? cellOf(ofKey) : mergeCells(known, cellOf(ofKey)));
    }
    const learned = loads.map(({ load, residual }): FitLoad => {
      const { lane = '' } = laneKeys(load);
      if (lane !== '') this.#lanes.set(lane, this.loadsOf(load) + 1);
      const { freightMarket } = load;
      return { freightMarket, lane, week, kind: kindOfLoad(load), residual, count: 1 };
    });
    this.#fitted = [...this.#fitted.filter((load) => load.week > week - LOOKBACK_WEEKS), ...learned];
  }

  loadsOf(load: MarketLoad): number {
    return this.#lanes.get(laneKeys(load).lane ?? '') ?? 0;
  }

  /** Predicts loads of a week. */
  predictor(week: number) {
    const fit = fitMarket(this.#fitted, week);
    const span = spanOf(week);
    return ({ load, linehaulCents, fuelCents, equipmentCents }: BacktestLoad) => {
      const cells = Object.fromEntries(
        Object.entries(laneKeys(load)).flatMap(([level, key]) => {
          const cell = this.#cells.get(key);
          return cell === undefined ? [] : [[level, cell]];
        }),
      );
      const estimate = estimateLane(cells, { ...load, kind: kindOfLoad(load) }, fit, span);
      const { level, low, high } = levelAhead(estimate, 0);
      const otherCents = equipmentCents + (load.fuelIncluded ? fuelCents : 0);
      const centsAt = (at: number): number => linehaulCents * Math.exp(at) + otherCents;
      const linehaulPart = linehaulCents / (linehaulCents + fuelCents);
      return {
        predictedCents: centsAt(level),
        minCents: centsAt(low),
        maxCents: centsAt(high),
        confidence: confidenceOf(estimate.deviation * linehaulPart, estimate.evidence),
      };
    };
  }
}

/** Half-life of a load in the line through rates and miles, in weeks: the best of 4, 8, 13 and 26. */
const HALF_LIFE_WEEKS = 8;

/** Simple predictions of rates with fuel and without equipment charges: both are the model's amounts. */
class BaselineRates {
  readonly #known = new Map<string, { last: number; sum: number; count: number }>();
  /** Weighted sums: 1, miles, miles squared, rate, miles x rate. */
  #line: readonly number[] = [0, 0, 0, 0, 0];

  predict(scored: BacktestLoad): Baselines {
    const line = this.#onLine(scored.load.miles);
    const known = keysOf(scored).flatMap((key) => this.#known.get(key) ?? [])[0];
    const extras = extrasOf(scored);
    return {
      naive: (known?.last ?? line) + extras,
      laneMean: (known === undefined ? line : known.sum / known.count) + extras,
      perMile: line + extras,
    };
  }

  /** Learns a week's loads. */
  learn(loads: readonly BacktestLoad[]): void {
    const kept = 0.5 ** (1 / HALF_LIFE_WEEKS);
    this.#line = this.#line.map((sum) => sum * kept);
    for (const scored of loads) {
      const { miles, rateCents } = scored.load;
      const last = rateCents - extrasOf(scored);
      const terms = [1, miles, miles * miles, last, miles * last];
      this.#line = this.#line.map((sum, position) => sum + (terms[position] ?? 0));
      for (const key of keysOf(scored)) {
        const { sum, count } = this.#known.get(key) ?? { sum: 0, count: 0 };
        this.#known.set(key, { last, sum: sum + last, count: count + 1 });
      }
    }
  }

  #onLine(miles: number): number {
    const [count = 0, sumMiles = 0, sumSquares = 0, sumRates = 0, sumProducts = 0] = this.#line;
    const determinant = count * sumSquares - sumMiles * sumMiles;
    if (determinant <= 0) return count === 0 ? 0 : sumRates / count;
    const slope = (count * sumProducts - sumMiles * sumRates) / determinant;
    return (sumRates - slope * sumMiles) / count + slope * miles;
  }
}

/** What a rate has in addition to, or less than, the move with fuel. */
const extrasOf = ({ load, equipmentCents, fuelCents }: BacktestLoad): number =>
  equipmentCents - (load.fuelIncluded ? 0 : fuelCents);

function keysOf({ load }: BacktestLoad): readonly string[] {
  const { lane, marketState = '' } = laneKeys(load);
  return [lane ?? marketState, marketState];
}

type LoadWeeks = AsyncIterable<readonly BacktestLoad[]> | readonly (readonly BacktestLoad[])[];

/**
 * Predicts every load only from the weeks before its own: a whole week is predicted before it is learned.
 * @param weeks loads by week, oldest first.
 * @param warmUpWeeks weeks that are learned without being scored.
 */
export async function* rollForward(
  weeks: LoadWeeks,
  warmUpWeeks: number,
): AsyncGenerator<readonly ScoredLoad[]> {
  const known = new KnownLoads();
  const baselines = new BaselineRates();
  let first: number | undefined;
  for await (const loads of weeks) {
    const week = loads[0]?.week;
    if (week === undefined) continue;
    first ??= week;
    if (week - first >= warmUpWeeks) {
      const predict = known.predictor(week);
      yield loads.map((one) => ({
        ...one,
        ...predict(one),
        laneLoads: known.loadsOf(one.load),
        baselines: baselines.predict(one),
      }));
    }
    known.learn(loads, week);
    baselines.learn(loads);
  }
}

/** Errors of a group of loads, as shares of the paid rate. */
export interface Score {
  readonly rows: number;
  /** Mean absolute percentage error. */
  readonly mape: number;
  readonly medianApe: number;
  /** Mean of predicted over paid, less 1. */
  readonly bias: number;
  /** Part of the loads within their range. */
  readonly coverage: number;
  /** Error of the true price; only for simulated loads. */
  readonly noiseMape?: number;
  /** Mean absolute percentage errors of the baselines. */
  readonly baselines: Baselines;
}

function scoreOf(loads: readonly ScoredLoad[]): Score {
  const rows = loads.length;
  const mean = (of: (scored: ScoredLoad) => number): number =>
    rows === 0 ? 0 : loads.reduce((sum, scored) => sum + of(scored), 0) / rows;
  const apeOf = (cents: number, { load }: ScoredLoad): number => Math.abs(cents / load.rateCents - 1);
  const apes = Float64Array.from(loads, (scored) => apeOf(scored.predictedCents, scored)).sort();
  const isTrueKnown = rows > 0 && loads.every(({ truthCents }) => truthCents !== undefined);
  return {
    rows,
    mape: mean((scored) => apeOf(scored.predictedCents, scored)),
    medianApe: apes[Math.floor(rows / 2)] ?? 0,
    bias: mean(({ predictedCents, load }) => predictedCents / load.rateCents - 1),
    coverage: mean(({ load: { rateCents }, minCents, maxCents }) =>
      Number(rateCents >= minCents && rateCents <= maxCents),
    ),
    ...(isTrueKnown && { noiseMape: mean((scored) => apeOf(scored.truthCents ?? 0, scored)) }),
    baselines: {
      naive: mean((scored) => apeOf(scored.baselines.naive, scored)),
      laneMean: mean((scored) => apeOf(scored.baselines.laneMean, scored)),
      perMile: mean((scored) => apeOf(scored.baselines.perMile, scored)),
    },
  };
}

/** Loads before its week that make a lane known. */
const KNOWN_LOADS = 8;

/** Warm-up weeks of a long run, and the part of a short run. */
const WARM_UP_WEEKS = 26;
const WARM_UP_PART = 1 / 3;

export type ScoredMarket = Awaited<ReturnType<typeof scoreMarket>>;

/**
 * Predicts all loads week by week from the weeks before, and adds up the errors. The first 26 weeks, or the first third of
 * a shorter list, are learned without being scored.
 * @param weeks loads by week, oldest first.
 */
export async function scoreMarket(weeks: LoadWeeks) {
  const warmUpWeeks = Array.isArray(weeks)
    ? Math.max(1, Math.min(WARM_UP_WEEKS, Math.floor(weeksIn(weeks) * WARM_UP_PART)))
    : WARM_UP_WEEKS;
  const scored: ScoredLoad[] = [];
  for await (const week of rollForward(weeks, warmUpWeeks)) for (const load of week) scored.push(load);
  const groupsOf = (of: (load: ScoredLoad) => number) =>
    [...Map.groupBy(scored, of)]
      .sort(([a], [b]) => a - b)
      .map(([key, loads]) => ({ key, ...scoreOf(loads) }));
  const laneGroup = (isIn: (laneLoads: number) => boolean) =>
    scoreOf(scored.filter(({ laneLoads }) => isIn(laneLoads)));
  return {
    ...scoreOf(scored),
    /** By tier of the score. */
    tiers: CONFIDENCE_TIERS.map(({ name }, position) => ({
      tier: name,
      ...scoreOf(scored.filter(({ confidence }) => tierOf(confidence) === position)),
    })),
    known: laneGroup((loads) => loads >= KNOWN_LOADS),
    sparse: laneGroup((loads) => loads > 0 && loads < KNOWN_LOADS),
    new: laneGroup((loads) => loads === 0),
    bands: groupsOf(({ load }) => bandOfKind(pricedKind(load))).map(({ key, ...score }) => ({
      band: key,
      ...score,
    })),
    weeks: groupsOf(({ week }) => week).map(({ key, ...score }) => ({ week: mondayOfWeek(key), ...score })),
    warmUpWeeks,
  };
}

/** Weeks from the first load to the last. */
const weeksIn = (weeks: readonly (readonly BacktestLoad[])[]): number =>
  (weeks.at(-1)?.[0]?.week ?? -1) - (weeks[0]?.[0]?.week ?? 0) + 1;
