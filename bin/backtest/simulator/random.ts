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
  const chiSquare = (freedom: number): number => {
    let sum = 0;
    for (let term = 0; term < freedom; term++) sum += normal() ** 2;
    return sum;
  };
  /** Draws positions, with the probability of their weights. */
  const weightedOf = (weights: readonly number[]): (() => number) => {
    let total = 0;
    const sums = Float64Array.from(weights, (weight) => {
      total += weight;
      return total;
    });
    return () => {
      const aim = uniform() * total;
      let low = 0;
      let high = sums.length - 1;
      while (low < high) {
        const middle = (low + high) >>> 1;
        if ((sums[middle] ?? 0) > aim) high = middle;
        else low = middle + 1;
      }
      return low;
    };
  };
  return {
    uniform,
    between: (low: number, high: number): number => low + (high - low) * uniform(),
    normal,
    /** Student's t with this many degrees of freedom (2 or more), not scaled. */
    student: (freedom: number): number => normal() / Math.sqrt(chiSquare(freedom) / freedom),
    /** A count with this mean, by Knuth's method: weekly counts of a lane are small. */
    poisson: (mean: number): number => {
      const least = Math.exp(-mean);
      let count = 0;
      for (let product = uniform(); product > least; product *= uniform()) count += 1;
      return count;
    },
    weighted: (weights: readonly number[]): number => weightedOf(weights)(),
    weightedOf,
  };
}

/**
 * A weekly mean-reverting series around 0, started in its stationary distribution.
 * @param pull part of the distance to 0 that it reverts each week.
 * @param spread its stationary standard deviation.
 */
export function wandering(random: Random, weeks: number, pull: number, spread: number): readonly number[] {
  const step = spread * Math.sqrt(1 - (1 - pull) ** 2);
  const series = [spread * random.normal()];
  for (let week = 1; week < weeks; week++) {
    series.push((series.at(-1) ?? 0) * (1 - pull) + step * random.normal());
  }
  return series;
}

/** A weekly series with momentum: its weekly change lasts for about `1 / pull` weeks. */
export function cycling(
  random: Random,
  weeks: number,
  { pull, momentum, spread }: { pull: number; momentum: number; spread: number },
): readonly number[] {
  const series: number[] = [];
  let level = 2 * spread * random.normal();
  let speed = 0;
  for (let week = 0; week < weeks; week++) {
    speed = (1 - momentum) * speed + spread * Math.sqrt(2 * momentum) * momentum * random.normal();
    level += speed - pull * level;
    series.push(level);
  }
  return series;
}
