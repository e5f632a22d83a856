/** Little work and no limits of times: a run only shows that the bench starts, measures and reports. */
export const IS_SHORT = process.argv.includes('--short');

/** An amount of work for a complete run and for a short run. */
export const amount = (whole: number, inShort: number): number => (IS_SHORT ? inShort : whole);

/** Fails the complete run if a value exceeds its limit. @returns the limit as text. */
export function limit(value: number, most: number, unit: string): string {
  const isMissed = value > most && !IS_SHORT;
  if (isMissed) process.exitCode = 1;
  return `(limit: ${most} ${unit}${isMissed ? '; MISSED' : ''})`;
}

/** The value below which this share of the values is; NaN without values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** Median and slow calls, in milliseconds. */
export const spread = (values: readonly number[]): string =>
  [0.5, 0.95, 0.99].map((share) => `p${share * 100} ${quantile(values, share).toFixed(1)} ms`).join(', ');

export const secondsSince = (began: number): number => (performance.now() - began) / 1000;

/** Milliseconds of each of `count` runs of a task, one after the other. */
export async function timesOf(count: number, task: (nth: number) => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let nth = 0; nth < count; nth += 1) {
    const began = performance.now();
    await task(nth);
    times.push(performance.now() - began);
  }
  return times;
}
