import type { ScoredLoad } from './scored-load.ts';

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
  readonly baselines: { readonly naive: number; readonly laneMean: number; readonly perMile: number };
}

/** Adds up the errors of a group of loads. */
export class ScoreTally {
  readonly #apes: number[] = [];
  #bias = 0;
  #within = 0;
  #truth = 0;
  #truths = 0;
  #naive = 0;
  #laneMean = 0;
  #perMile = 0;

  add({ load: { rateCents }, predictedCents, minCents, maxCents, truthCents, baselines }: ScoredLoad): void {
    const ape = (cents: number): number => Math.abs(cents / rateCents - 1);
    this.#apes.push(ape(predictedCents));
    this.#bias += predictedCents / rateCents - 1;
    this.#within += rateCents >= minCents && rateCents <= maxCents ? 1 : 0;
    this.#truths += truthCents === undefined ? 0 : 1;
    this.#truth += truthCents === undefined ? 0 : ape(truthCents);
    this.#naive += ape(baselines.naive);
    this.#laneMean += ape(baselines.laneMean);
    this.#perMile += ape(baselines.perMile);
  }

  score(): Score {
    const rows = this.#apes.length;
    const part = (sum: number): number => (rows === 0 ? 0 : sum / rows);
    const apes = Float64Array.from(this.#apes).sort();
    return {
      rows,
      mape: part(apes.reduce((sum, ape) => sum + ape, 0)),
      medianApe: apes[Math.floor(rows / 2)] ?? 0,
      bias: part(this.#bias),
      coverage: part(this.#within),
      ...(rows > 0 && this.#truths === rows ? { noiseMape: part(this.#truth) } : {}),
      baselines: { naive: part(this.#naive), laneMean: part(this.#laneMean), perMile: part(this.#perMile) },
    };
  }
}
