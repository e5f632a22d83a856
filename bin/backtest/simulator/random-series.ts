import type { Random } from './random.ts';

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
