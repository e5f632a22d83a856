import type { Random } from './random.ts';

/**
 * A weekly series that wanders and is drawn back to 0, started in its long-run state.
 * @param pull part of the way back that it goes each week.
 * @param spread its standard deviation in the long run.
 */
export function wandering(random: Random, weeks: number, pull: number, spread: number): readonly number[] {
  const step = spread * Math.sqrt(1 - (1 - pull) ** 2);
  const series = [spread * random.normal()];
  for (let week = 1; week < weeks; week++) {
    series.push((series.at(-1) ?? 0) * (1 - pull) + step * random.normal());
  }
  return series;
}

/** A weekly series with momentum: its change from week to week lasts for about `1 / pull` weeks. */
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
