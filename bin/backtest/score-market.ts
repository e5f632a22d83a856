import { cellOf, type MarketCell, mergeCells } from '../../shared/market/cells/market-cell.ts';
import type { MarketLoad } from '../../shared/market/loads/market-lane.ts';
import { kindOf, LANE_LEVELS, laneKeys } from '../../shared/market/loads/market-levels.ts';
import {
  CONFIDENCE_TIERS,
  confidenceOf,
  estimateLane,
  levelAhead,
  spanOf,
  tierOf,
} from '../../shared/market/model/estimate-lane.ts';
import { type FitLoad, fitMarket, LOOKBACK_WEEKS } from '../../shared/market/model/market-fit.ts';

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
  /** What `LaneMeans` predicts. */
  readonly baselineCents: number;
}

const kindOfLoad = ({ miles, fuelIncluded, equipment }: MarketLoad): number =>
  kindOf(miles, fuelIncluded, equipment);

const centsAt = (level: number, { load, linehaulCents, fuelCents, equipmentCents }: BacktestLoad): number =>
  linehaulCents * Math.exp(level) + equipmentCents + (load.fuelIncluded ? fuelCents : 0);

/** All loads of the weeks before, as their owner knows them. */
class KnownLoads {
  readonly #cells = new Map<string, MarketCell>();
  readonly #lanes = new Map<string, number>();
  #fitted: readonly FitLoad[] = [];

  learn(loads: readonly BacktestLoad[], week: number): void {
    const counted = loads.flatMap(({ load, residual }) => {
      const one = { week, kind: kindOfLoad(load), residual, contributor: load.contributor };
      const keys = laneKeys(load);
      return LANE_LEVELS.flatMap((level) => {
        const key = keys[level];
        return key === undefined ? [] : [{ ...one, level, key }];
      });
    });
    for (const [key, [first, ...ofKey]] of Map.groupBy(counted, (one) => one.key)) {
      if (first === undefined) continue;
      const cell = cellOf([first, ...ofKey], first.level);
      const known = this.#cells.get(key);
      this.#cells.set(key, known === undefined ? cell : mergeCells(known, cell));
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
    return (one: BacktestLoad) => {
      const { load, linehaulCents, fuelCents } = one;
      const cells = Object.fromEntries(
        Object.entries(laneKeys(load)).flatMap(([level, key]) => {
          const cell = this.#cells.get(key);
          return cell === undefined ? [] : [[level, cell]];
        }),
      );
      const estimate = estimateLane(cells, { ...load, kind: kindOfLoad(load) }, fit, span);
      const { level, low, high } = levelAhead(estimate, 0);
      const linehaulPart = linehaulCents / (linehaulCents + fuelCents);
      return {
        predictedCents: centsAt(level, one),
        minCents: centsAt(low, one),
        maxCents: centsAt(high, one),
        confidence: confidenceOf(estimate.deviation * linehaulPart, estimate.evidence),
      };
    };
  }
}

/** Half-life of a load in the baseline's means, in weeks, and loads that weigh as much as the mean above. */
const HALF_LIFE_WEEKS = 8;
const SHRINKAGE = 4;

/** The baseline: the lane's mean over cost, shrunk to the mean of its freight market, which is shrunk to that of all loads. */
class LaneMeans {
  readonly #known = new Map<string, { week: number; sum: number; weight: number }>();

  predict(load: BacktestLoad): number {
    let level = 0;
    for (const key of keysOf(load)) {
      const { sum, weight } = this.#at(key, load.week);
      level = (sum + SHRINKAGE * level) / (weight + SHRINKAGE);
    }
    return centsAt(level, load);
  }

  learn(loads: readonly BacktestLoad[]): void {
    for (const load of loads) {
      for (const key of keysOf(load)) {
        const { sum, weight } = this.#at(key, load.week);
        this.#known.set(key, { week: load.week, sum: sum + load.residual, weight: weight + 1 });
      }
    }
  }

  #at(key: string, week: number) {
    const known = this.#known.get(key) ?? { week, sum: 0, weight: 0 };
    const kept = 0.5 ** ((week - known.week) / HALF_LIFE_WEEKS);
    return { sum: known.sum * kept, weight: known.weight * kept };
  }
}

const keysOf = ({ load }: BacktestLoad): readonly string[] => {
  const { freightMarket = '', lane } = laneKeys(load);
  return ['', freightMarket, ...(lane === undefined ? [] : [lane])];
};

type LoadWeeks = readonly (readonly BacktestLoad[])[];

/**
 * Predicts every load only from the weeks before its own: a whole week is predicted before it is learned.
 * @param weeks loads by week, oldest first.
 * @param warmUpWeeks weeks that are learned without being scored.
 */
export function rollForward(weeks: LoadWeeks, warmUpWeeks: number): readonly ScoredLoad[] {
  const scored: ScoredLoad[] = [];
  const known = new KnownLoads();
  const means = new LaneMeans();
  let first: number | undefined;
  for (const loads of weeks) {
    const week = loads[0]?.week;
    if (week === undefined) continue;
    first ??= week;
    if (week - first >= warmUpWeeks) {
      const predict = known.predictor(week);
      for (const one of loads) {
        const laneLoads = known.loadsOf(one.load);
        scored.push({ ...one, ...predict(one), laneLoads, baselineCents: means.predict(one) });
      }
    }
    known.learn(loads, week);
    means.learn(loads);
  }
  return scored;
}

/** Errors of a group of loads, as shares of the paid rate. */
export type Score = ReturnType<typeof scoreOf>;

function scoreOf(loads: readonly ScoredLoad[]) {
  const mean = (of: (scored: ScoredLoad) => number): number =>
    loads.reduce((sum, scored) => sum + of(scored), 0) / Math.max(1, loads.length);
  const errorOf = (centsOf: (scored: ScoredLoad) => number): number =>
    mean((scored) => Math.abs(centsOf(scored) / scored.load.rateCents - 1));
  return {
    rows: loads.length,
    /** Mean absolute percentage errors: of the model, of the baseline, and of the true price of simulated loads. */
    mape: errorOf(({ predictedCents }) => predictedCents),
    baseline: errorOf(({ baselineCents }) => baselineCents),
    truth: errorOf(({ truthCents = Number.NaN }) => truthCents),
    /** Mean of predicted over paid, less 1. */
    bias: mean(({ predictedCents, load }) => predictedCents / load.rateCents - 1),
    /** Part of the loads within their range. */
    coverage: mean(({ load: { rateCents }, minCents, maxCents }) =>
      Number(rateCents >= minCents && rateCents <= maxCents),
    ),
  };
}

/** Loads before its week that make a lane known. */
const KNOWN_LOADS = 8;

/** Most weeks that are learned without being scored, and their part of a short run. */
const WARM_UP_WEEKS = 26;
const WARM_UP_PART = 1 / 3;

export type ScoredMarket = ReturnType<typeof scoreMarket>;

/**
 * Predicts all loads week by week from the weeks before, and adds up the errors. The first 26 weeks, or the first third of
 * a shorter list, are learned without being scored.
 * @param weeks loads by week, oldest first.
 */
export function scoreMarket(weeks: LoadWeeks) {
  const weeksInAll = (weeks.at(-1)?.[0]?.week ?? -1) - (weeks[0]?.[0]?.week ?? 0) + 1;
  const warmUpWeeks = Math.max(1, Math.min(WARM_UP_WEEKS, Math.floor(weeksInAll * WARM_UP_PART)));
  const scored = rollForward(weeks, warmUpWeeks);
  const scoreIf = (isIn: (load: ScoredLoad) => boolean): Score => scoreOf(scored.filter(isIn));
  return {
    ...scoreOf(scored),
    known: scoreIf(({ laneLoads }) => laneLoads >= KNOWN_LOADS),
    sparse: scoreIf(({ laneLoads }) => laneLoads > 0 && laneLoads < KNOWN_LOADS),
    new: scoreIf(({ laneLoads }) => laneLoads === 0),
    /** By tier of the score. */
    tiers: CONFIDENCE_TIERS.map(({ name }, position) => ({
      tier: name,
      ...scoreIf(({ confidence }) => tierOf(confidence) === position),
    })),
    warmUpWeeks,
  };
}
