import type { Random } from '../../../bin/backtest/simulator/random.ts';

/** Times of calls in milliseconds, in order; the burst of a scenario begins at 0. */
export type Arrivals = readonly number[];

/** Milliseconds before and after the start of the burst. */
export interface Period {
  readonly from: number;
  readonly until: number;
}

/** Equal intervals between calls, as from many callers that each use their full rate. */
export function steadyCalls(callsPerSecond: number, { from, until }: Period): number[] {
  const count = Math.floor(((until - from) / 1_000) * callsPerSecond);
  return Array.from({ length: count }, (_, index) => from + (index * 1_000) / callsPerSecond);
}

/** Independent callers: random intervals between calls (Poisson process) with this mean rate. */
export function poissonCalls(callsPerSecond: number, { from, until }: Period, random: Random): number[] {
  const calls: number[] = [];
  for (let at = from; ; ) {
    at += (-Math.log(1 - random.uniform()) * 1_000) / callsPerSecond;
    if (at >= until) return calls;
    calls.push(at);
  }
}

/** A burst that begins at 0 and arrives at random times within this number of milliseconds. */
export function burstCalls(count: number, withinMs: number, random: Random): number[] {
  return Array.from({ length: count }, () => random.between(0, withinMs));
}

export const inOrder = (...calls: readonly Arrivals[]): Arrivals =>
  calls.flat().sort((left, right) => left - right);
