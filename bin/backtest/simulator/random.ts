import { hashText } from '../../../shared/platform/bytes/bytes.ts';

/** A stream of random numbers that depends only on a seed and the names of its forks: the same on every machine. */
export interface Random extends ReturnType<typeof drawsOf> {
  /** An independent stream: draws from it do not change this one. */
  fork(name: string): Random;
}

export const createRandom = (seed: string): Random => ({
  ...drawsOf(seed),
  fork: (name) => createRandom(`${seed}/${name}`),
});

/** Draws from the generator mulberry32. */
function drawsOf(seed: string) {
  let state = hashText(seed);
  /** From 0 up to, not including, 1. */
  const uniform = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  /** Mean 0, standard deviation 1. */
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
  return {
    uniform,
    between: (low: number, high: number): number => low + (high - low) * uniform(),
    normal,
    /** Student's t with whole degrees of freedom above 2, scaled to the standard deviation 1. */
    student: (freedom: number): number => {
      let square = 0;
      for (let term = 0; term < freedom; term++) square += normal() ** 2;
      return normal() * Math.sqrt((freedom - 2) / square);
    },
    /** A count with this mean, by Knuth's method: weekly counts of a lane are small. */
    poisson: (mean: number): number => {
      const least = Math.exp(-mean);
      let count = 0;
      for (let product = uniform(); product > least; product *= uniform()) count += 1;
      return count;
    },
    /** Creates a draw of positions, with the probability of their weights. */
    weighted: (weights: readonly number[]): (() => number) => {
      let total = 0;
      const sums = Float64Array.from(weights, (weight) => {
        total += weight;
        return total;
      });
      return () => {
        const aim = uniform() * total;
        return sums.findIndex((sum) => sum > aim);
      };
    },
    /**
     * A weekly series around 0 that reverts to it, started in its stationary distribution.
     * @param pull part of the distance to 0 that it reverts each week.
     * @param spread its stationary standard deviation.
     */
    wandering: (weeks: number, pull: number, spread: number): readonly number[] => {
      const step = spread * Math.sqrt(1 - (1 - pull) ** 2);
      const series = [spread * normal()];
      for (let week = 1; week < weeks; week++)
        series.push((series.at(-1) ?? 0) * (1 - pull) + step * normal());
      return series;
    },
  };
}
