import {
  type CountedLoad,
  cellOf,
  type MarketCell,
  mergeCells,
} from '../../shared/market/cells/market-cell.ts';
import { disclosedCell, type LaneCells, visibleCells } from '../../shared/market/cells/visible-cells.ts';
import type { MarketLane, MarketLoad } from '../../shared/market/loads/market-lane.ts';
import { freightMarketKey, kindOf, laneKeys } from '../../shared/market/loads/market-levels.ts';
import {
  confidenceOf,
  estimateLane,
  levelAhead,
  spanOf,
  tierOf,
} from '../../shared/market/model/estimate-lane.ts';
import { type FitLoad, fitMarket, LOOKBACK_WEEKS } from '../../shared/market/model/market-fit.ts';
import type { WeekSpan } from '../../shared/platform/time/utc-week.ts';

/** Whose rates a backtest scores: those of the owner of all loads, or of a caller without loads of its own. */
export const PERSPECTIVES = ['owner', 'caller'] as const;
export type Perspective = (typeof PERSPECTIVES)[number];

/** The market's cells of the weeks before. */
class KnownMarket {
  readonly #cells = new Map<string, MarketCell>();
  readonly #perspective: Perspective;
  /** Loads that are not in a fit yet, by freight market. */
  readonly #waiting = new Map<string, BacktestLoad[]>();

  constructor(perspective: Perspective = 'owner') {
    this.#perspective = perspective;
  }

  learn(loads: readonly BacktestLoad[]): void {
    for (const load of loads) {
      const { freightMarket } = load.load;
      const waiting = this.#waiting.get(freightMarket);
      if (waiting === undefined) this.#waiting.set(freightMarket, [load]);
      else waiting.push(load);
    }
    const byKey = new Map<string, CountedLoad[]>();
    for (const { load, week, residual } of loads) {
      const kind = kindOf(load.miles, load.fuelIncluded, load.equipment);
      const counted = { week, kind, residual, contributor: load.contributor };
      for (const key of Object.values(laneKeys(load))) {
        const known = byKey.get(key);
        if (known === undefined) byKey.set(key, [counted]);
        else known.push(counted);
      }
    }
    for (const [key, counted] of byKey) {
      const cell = this.#cells.get(key);
      this.#cells.set(key, cell === undefined ? cellOf(counted) : mergeCells(cell, cellOf(counted)));
    }
  }

  /** Loads whose week was disclosed since the last call; each is returned once. */
  counting(): readonly BacktestLoad[] {
    return [...this.#waiting].flatMap(([freightMarket, loads]) => {
      const cell = this.#cells.get(freightMarketKey(freightMarket));
      const disclosed = cell && (this.#perspective === 'owner' ? cell : disclosedCell(cell, 'freightMarket'));
      const counts = ({ week }: BacktestLoad): boolean => disclosed?.weeks.has(week) ?? false;
      this.#waiting.set(
        freightMarket,
        loads.filter((load) => !counts(load)),
      );
      return loads.filter(counts);
    });
  }

  cellsOf(lane: MarketLane, span: WeekSpan): LaneCells {
    const cells: LaneCells = Object.fromEntries(
      Object.entries(laneKeys(lane)).flatMap(([level, key]) => {
        const cell = this.#cells.get(key);
        return cell === undefined ? [] : [[level, cell]];
      }),
    );
    return this.#perspective === 'owner' ? cells : visibleCells({ market: cells }, span);
  }
}

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
interface Baselines {
  /** The lane's last load, or the market state's if it has none. */
  readonly naive: number;
  /** The mean of the lane's loads, or of the market state's if it has none. */
  readonly laneMean: number;
  /** A line through rates and miles. */
  readonly perMile: number;
}

/** Half-life of a load in the line through rates and miles, in weeks: the best of 4, 8, 13 and 26. */
const HALF_LIFE_WEEKS = 8;

interface Mean {
  sum: number;
  count: number;
}

/**
 * Simple baseline predictions. They use the same fuel and equipment amounts as the model: each works on rates with
 * fuel, and subtracts the fuel from loads without it.
 */
class BaselineRates {
  readonly #last = new Map<string, number>();
  readonly #means = new Map<string, Mean>();
  /** Weighted sums: 1, miles, miles squared, rate, miles x rate. */
  #line: readonly number[] = [0, 0, 0, 0, 0];

  /** Predictions for a load from the loads learned so far. */
  predict(load: BacktestLoad): Baselines {
    const back = (allIn: number): number =>
      allIn + load.equipmentCents - (load.load.fuelIncluded ? 0 : load.fuelCents);
    const { lane, marketState } = keysOf(load);
    const line = this.#onLine(load.load.miles);
    const mean = this.#means.get(lane) ?? this.#means.get(marketState);
    return {
      naive: back(this.#last.get(lane) ?? this.#last.get(marketState) ?? line),
      laneMean: back(mean === undefined ? line : mean.sum / mean.count),
      perMile: back(line),
    };
  }

  /** Learns a week's loads. */
  learn(loads: readonly BacktestLoad[]): void {
    const kept = 0.5 ** (1 / HALF_LIFE_WEEKS);
    this.#line = this.#line.map((sum) => sum * kept);
    for (const load of loads) {
      const allIn = load.load.rateCents - load.equipmentCents + (load.load.fuelIncluded ? 0 : load.fuelCents);
      const { miles } = load.load;
      const terms = [1, miles, miles * miles, allIn, miles * allIn];
      this.#line = this.#line.map((sum, position) => sum + (terms[position] ?? 0));
      const { lane, marketState } = keysOf(load);
      for (const key of [lane, marketState]) {
        this.#last.set(key, allIn);
        const mean = this.#means.get(key) ?? { sum: 0, count: 0 };
        mean.sum += allIn;
        mean.count += 1;
        this.#means.set(key, mean);
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

function keysOf({ load }: BacktestLoad): { lane: string; marketState: string } {
  const { lane, marketState = '' } = laneKeys(load);
  return { lane: lane ?? marketState, marketState };
}

/**
 * Predicts every load only from the weeks before its own: a whole week is predicted before it is learned.
 * @param weeks loads by week, oldest first.
 * @param warmUpWeeks weeks that are learned without being scored.
 * @param perspective whose rates are scored; by default those of the owner of all loads.
 */
export async function* rollForward(
  weeks: AsyncIterable<readonly BacktestLoad[]> | Iterable<readonly BacktestLoad[]>,
  warmUpWeeks: number,
  perspective?: Perspective,
): AsyncGenerator<readonly ScoredLoad[]> {
  const known = new KnownMarket(perspective);
  const baselines = new BaselineRates();
  const seen = new Map<string, number>();
  let fitted: FitLoad[] = [];
  let first: number | undefined;
  for await (const loads of weeks) {
    const week = loads[0]?.week;
    if (week === undefined) continue;
    first ??= week;
    if (week - first >= warmUpWeeks) {
      const fit = fitMarket(fitted, week);
      const span = spanOf(week);
      yield loads.map((scored): ScoredLoad => {
        const { load, linehaulCents, fuelCents, equipmentCents } = scored;
        const kind = kindOf(load.miles, load.fuelIncluded, load.equipment);
        const estimate = estimateLane(known.cellsOf(load, span), { ...load, kind }, fit, span);
        const { level, low, high } = levelAhead(estimate, 0);
        const otherCents = equipmentCents + (load.fuelIncluded ? fuelCents : 0);
        const centsAt = (at: number): number => linehaulCents * Math.exp(at) + otherCents;
        const confidence = confidenceOf(
          (estimate.deviation * linehaulCents) / (linehaulCents + fuelCents),
          estimate.evidence,
        );
        return {
          ...scored,
          predictedCents: centsAt(level),
          minCents: centsAt(low),
          maxCents: centsAt(high),
          confidence,
          tier: tierOf(confidence),
          laneLoads: seen.get(laneKeys(load).lane ?? '') ?? 0,
          baselines: baselines.predict(scored),
        };
      });
    }
    known.learn(loads);
    baselines.learn(loads);
    fitted = [
      ...fitted.filter((load) => load.week > week - LOOKBACK_WEEKS),
      ...known.counting().map(({ load, residual, week: of }) => ({
        freightMarket: load.freightMarket,
        lane: laneKeys(load).lane ?? '',
        week: of,
        kind: kindOf(load.miles, load.fuelIncluded, load.equipment),
        residual,
        count: 1,
      })),
    ];
    for (const { load } of loads) {
      const { lane } = laneKeys(load);
      if (lane !== undefined) seen.set(lane, (seen.get(lane) ?? 0) + 1);
    }
  }
}
