import { costOfMove } from '../../costs/model/cost-model.ts';
import { kindAtStep, milesOfKind, STEPS, stepOfKind } from '../loads/market-levels.ts';
import type { MarketLane } from '../loads/market-load.ts';

/** A lane's distance, the inputs of its cost, and the requested kind of load. */
export interface LaneDistance extends Pick<MarketLane, 'miles' | 'terminalType' | 'originState'> {
  readonly kind: number;
}

/** Levels above cost by distance step: the sum of a level by kind and a level by step. */
interface StepLevels {
  readonly byKind: Float64Array;
  readonly byStep: readonly number[];
}

type Origin = Pick<MarketLane, 'terminalType' | 'originState'>;

/** One-way miles in the middle of each distance step. */
const MIDDLES: readonly number[] = Array.from({ length: STEPS }, (_, step) => milesOfKind(step));

/** The price of diesel affects only the surcharge, not the linehaul. */
const logLinehaul = ({ terminalType, originState }: Origin, miles: number): number =>
  Math.log(costOfMove({ miles, terminalType, state: originState, dieselPrice: 0 }).linehaulCents);

/** Logarithms of the cost model's linehauls at the middles, by terminal type and state. */
const LINEHAULS = new Map<string, readonly number[]>();

function linehaulsOf(origin: Origin): readonly number[] {
  const name = `${origin.terminalType}|${origin.originState}`;
  const known = LINEHAULS.get(name) ?? MIDDLES.map((miles) => logLinehaul(origin, miles));
  LINEHAULS.set(name, known);
  return known;
}

/** Non-decreasing linehauls, cached by the levels of a week's kinds and of a market's steps. */
const RISING = new WeakMap<Float64Array, WeakMap<readonly number[], Map<string, readonly number[]>>>();

function risingLinehauls(lane: LaneDistance, { byKind, byStep }: StepLevels): readonly number[] {
  const ofWeek = RISING.get(byKind) ?? new WeakMap<readonly number[], Map<string, readonly number[]>>();
  RISING.set(byKind, ofWeek);
  const ofMarket = ofWeek.get(byStep) ?? new Map<string, readonly number[]>();
  ofWeek.set(byStep, ofMarket);
  const name = `${lane.terminalType}|${lane.originState}|${kindAtStep(lane.kind, 0)}`;
  const known =
    ofMarket.get(name) ??
    nonDecreasing(
      linehaulsOf(lane).map(
        (cost, step) => cost + (byKind[kindAtStep(lane.kind, step)] ?? 0) + (byStep[step] ?? 0),
      ),
    );
  ofMarket.set(name, known);
  return known;
}

/**
 * Offset of a lane's distance from the level of its distance step, in logarithms.
 * Linehauls at the middles of steps are made non-decreasing; between them they rise like the cost model's. So
 * without evidence of its own a farther door is never cheaper, and rates do not jump at the end of a step.
 */
export function offsetFromStep(lane: LaneDistance, levels: StepLevels): number {
  const { kind, miles } = lane;
  const step = stepOfKind(kind);
  const ofStep = (levels.byKind[kind] ?? 0) + (levels.byStep[step] ?? 0);
  const rising = risingLinehauls(lane, levels);
  const next = MIDDLES.findIndex((middle) => middle > miles);
  const costs = linehaulsOf(lane);
  if (next <= 0) {
    // Before the first middle and beyond the last, linehauls follow the cost model.
    const end = next === 0 ? 0 : STEPS - 1;
    return (rising[end] ?? 0) - (costs[end] ?? 0) - ofStep;
  }
  const cost = logLinehaul(lane, miles);
  const [low, high] = [rising[next - 1] ?? 0, rising[next] ?? 0];
  const linehaul = low + (high - low) * partOfWay(miles, cost, next, costs);
  return linehaul - cost - ofStep;
}

/** Position between two middles, 0 to 1, by cost; by miles if all costs are equal. */
function partOfWay(miles: number, cost: number, next: number, costs: readonly number[]): number {
  const [low = 0, high = 0] = costs.slice(next - 1, next + 1);
  if (high > low) return Math.max(0, Math.min(1, (cost - low) / (high - low)));
  const [from = 0, to = 0] = MIDDLES.slice(next - 1, next + 1);
  return (miles - from) / (to - from);
}

/** Closest non-decreasing values by least squares: pool adjacent violators (Ayer et al., 1955). */
export function nonDecreasing(values: readonly number[]): readonly number[] {
  const pools: { mean: number; size: number }[] = [];
  for (const value of values) {
    let pool = { mean: value, size: 1 };
    for (let before = pools.at(-1); before !== undefined && before.mean > pool.mean; before = pools.at(-1)) {
      pools.pop();
      const size = before.size + pool.size;
      pool = { mean: (before.mean * before.size + pool.mean * pool.size) / size, size };
    }
    pools.push(pool);
  }
  return pools.flatMap(({ mean, size }) => Array.from({ length: size }, () => mean));
}
