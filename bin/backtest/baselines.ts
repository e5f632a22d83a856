import { laneKeys } from '../../shared/market/loads/market-levels.ts';
import type { BacktestLoad, Baselines } from './scored-load.ts';

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
export class BaselineRates {
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
