import { WEEKS_PER_YEAR } from '../lanes/lane-draft.ts';
import { LANE_ERROR_CODES } from '../lanes/lane-result.ts';
import type { LaneSummary } from '../lanes/lane-summary.ts';

/** Lower bounds of the confidence ranges: 0-19, 20-39, 40-59, 60-79, 80-100. */
export const CONFIDENCE_RANGES = [0, 20, 40, 60, 80] as const;

const CONFIDENCE_NAMES = CONFIDENCE_RANGES.map((from) => `confidence${from}` as const);
const ERROR_NAMES = LANE_ERROR_CODES.map((code) => `error${code}` as const);

/**
 * Names of the counters of an RFP. `priced` and `failed`: lanes with a result, also excluded ones. `weeklyCents`: spend of
 * the priced lanes that are not excluded. `annualRestCents`: what their annual spend is above 52 weeks of that, because each
 * lane is rounded once; RFPs of an earlier release have 0. `confidence...`: the same lanes by confidence. `error...`: failed
 * lanes.
 */
export const COUNTER_NAMES = [
  'priced',
  'failed',
  'excluded',
  'weeklyCents',
  'annualRestCents',
  ...CONFIDENCE_NAMES,
  ...ERROR_NAMES,
] as const;
export type CounterName = (typeof COUNTER_NAMES)[number];
export type RfpCounters = Readonly<Record<CounterName, number>>;

const fromEach = (value: (name: CounterName) => number): RfpCounters =>
  Object.fromEntries(COUNTER_NAMES.map((name) => [name, value(name)])) as RfpCounters;

export const NO_COUNTERS: RfpCounters = fromEach(() => 0);

/** The counters of some lanes. */
export function countLanes(lanes: readonly LaneSummary[]): RfpCounters {
  const counts = { ...NO_COUNTERS };
  for (const { status, confidence, weeklyCents, annualCents, excluded, code } of lanes) {
    counts[status] += 1;
    if (excluded) counts.excluded += 1;
    if (code !== undefined) counts[`error${code}`] += 1;
    if (excluded || status === 'failed') continue;
    counts.weeklyCents += weeklyCents;
    if (annualCents !== undefined) counts.annualRestCents += annualCents - WEEKS_PER_YEAR * weeklyCents;
    const from = CONFIDENCE_RANGES.findLast((least) => least <= confidence) ?? CONFIDENCE_RANGES[0];
    counts[`confidence${from}`] += 1;
  }
  return counts;
}

/** Annual spend in integer cents: the sum of the lanes' annual spends. */
export const annualSpendCents = ({ weeklyCents, annualRestCents }: RfpCounters): number =>
  weeklyCents * WEEKS_PER_YEAR + annualRestCents;

/** What must be added to the counters if lanes that were counted as `before` are now counted as `after`. */
export const counterChange = (before: RfpCounters, after: RfpCounters): RfpCounters =>
  fromEach((name) => after[name] - before[name]);

/** The counters with a change. */
export const addCounters = (one: RfpCounters, other: RfpCounters): RfpCounters =>
  fromEach((name) => one[name] + other[name]);
