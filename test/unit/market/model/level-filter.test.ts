import { describe, expect, it } from 'vitest';
import type { WeekValues } from '../../../../shared/market/cells/week-values.ts';
import { filterLevel, type LevelDynamics } from '../../../../shared/market/model/level-filter.ts';
import { filterSlopedLevel } from '../../../../shared/market/model/sloped-filter.ts';

const week = (...values: readonly number[]): readonly number[] => values;

/** Weeks of loads, one of each value. */
function weeksOf(weeks: readonly (readonly number[])[]): WeekValues {
  const values = Float64Array.from(weeks.flat());
  const starts = Int32Array.from([...weeks, []], (_, position) => weeks.slice(0, position).flat().length);
  return {
    values,
    counts: values.map(() => 1),
    steps: new Uint8Array(values.length),
    starts,
    loads: Float64Array.from(weeks, ({ length }) => length),
  };
}

const STEADY: LevelDynamics = {
  prior: { mean: 0, variance: 0.04 },
  levelVariance: 0.0004,
  slopeVariance: 0,
  slopeKept: 0,
  scatter: 0.1,
  mixVariance: 0,
};
const MOVING: LevelDynamics = { ...STEADY, slopeVariance: 0.0001, slopeKept: 0.8 };

/** Solves a linear system by elimination: nothing of it is in the filter. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): readonly number[] {
  const rows = matrix.map((row, position) => [...row, right[position] ?? 0]);
  for (const [pivot, row] of rows.entries()) {
    const scale = row[pivot] ?? 1;
    for (const other of rows) {
      if (other === row) continue;
      const times = (other[pivot] ?? 0) / scale;
      for (let column = 0; column < other.length; column++) {
        other[column] = (other[column] ?? 0) - times * (row[column] ?? 0);
      }
    }
  }
  return rows.map((row, position) => (row.at(-1) ?? 0) / (row[position] ?? 1));
}

/** Levels of a sum of normal steps given some weeks' values, by conditioning on all of them at once. */
function conditioned(observed: ReadonlyMap<number, number>, weeks: number, dynamics: LevelDynamics) {
  const { prior, levelVariance, slopeVariance, slopeKept, scatter } = dynamics;
  // Covariance of the levels, from the sources of their change: the prior, each level step, each slope step.
  const loadings = Array.from({ length: weeks }, (_, at) => [
    Math.sqrt(prior.variance),
    ...Array.from({ length: weeks }, (_, step) => (step >= 1 && step <= at ? Math.sqrt(levelVariance) : 0)),
    ...Array.from({ length: weeks }, (_, step) => {
      if (step < 1 || step > at) return 0;
      let lasting = 0;
      for (let power = 0; power <= at - step; power++) lasting += slopeKept ** power;
      return Math.sqrt(slopeVariance) * lasting;
    }),
  ]);
  const covariance = (a: number, b: number): number =>
    (loadings[a] ?? []).reduce((sum, load, source) => sum + load * (loadings[b]?.[source] ?? 0), 0);
  const days = [...observed.keys()];
  const weekMeans = days.map((a) => days.map((b) => covariance(a, b) + (a === b ? scatter ** 2 : 0)));
  return Array.from({ length: weeks }, (_, at) => {
    const gain = solve(
      weekMeans,
      days.map((day) => covariance(at, day)),
    );
    return {
      mean: days.reduce((sum, day, position) => sum + (gain[position] ?? 0) * (observed.get(day) ?? 0), 0),
      variance:
        covariance(at, at) -
        days.reduce((sum, day, position) => sum + (gain[position] ?? 0) * covariance(at, day), 0),
    };
  });
}

describe('a followed level', () => {
  it.each([
    ['that wanders', STEADY, filterLevel],
    ['that wanders, by the filter of those with momentum,', STEADY, filterSlopedLevel],
    ['with momentum', MOVING, filterSlopedLevel],
  ])('%s is the estimate of all weeks together, without outliers', (_, dynamics, follow) => {
    const observed = new Map([
      [0, 0.02],
      [1, 0.05],
      [3, 0.03],
      [4, 0.08],
      [7, 0.09],
    ]);
    const weeks = Array.from({ length: 9 }, (_, at) => {
      const value = observed.get(at);
      return value === undefined ? week() : week(value);
    });
    const path = follow(weeksOf(weeks), dynamics);
    const all = conditioned(observed, 9, dynamics);
    for (const [at, { mean }] of all.entries()) {
      expect(path.means[at]).toBeCloseTo(mean, 9);
    }
    expect(path.variance).toBeCloseTo(all.at(-1)?.variance ?? 0, 9);
  });

  it('hardly moves for an outlier', () => {
    const steady = Array.from({ length: 10 }, () => week(0.1, 0.12, 0.08));
    const quiet = filterLevel(weeksOf(steady), STEADY);
    const stray = filterLevel(weeksOf([...steady.slice(0, 9), week(0.1, 0.12, 0.08, 0.8)]), STEADY);
    expect(Math.abs((stray.means.at(-1) ?? 0) - (quiet.means.at(-1) ?? 0))).toBeLessThan(0.01);
  });

  it('has a variance that depends only on the number of loads', () => {
    const near = filterLevel(weeksOf([week(0.1, 0.1, 0.1)]), STEADY);
    const far = filterLevel(weeksOf([week(0.1, -0.3, 0.5)]), STEADY);
    expect(far.variance).toBe(near.variance);
  });

  it('has the same variance of a change by either filter', () => {
    const weeks = weeksOf(Array.from({ length: 12 }, (_, at) => week(...(at % 3 === 0 ? [] : [0.1, 0.12]))));
    expect(filterLevel(weeks, STEADY).changeVariance).toBeCloseTo(
      filterSlopedLevel(weeks, STEADY).changeVariance,
      12,
    );
  });

  it('is surer of a change the more loads lie at both ends of it', () => {
    const change = (loads: number) =>
      filterLevel(
        weeksOf(Array.from({ length: 12 }, () => week(...Array.from({ length: loads }, () => 0.1)))),
        STEADY,
      ).changeVariance;
    expect(change(20)).toBeLessThan(change(2));
    expect(change(2)).toBeLessThan(4 * STEADY.levelVariance);
  });
});
