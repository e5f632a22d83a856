import { LANE_ERROR_CODES, type LaneSummary, type LaneTerms } from '../lanes/lane-result.ts';

/** Lower bounds of the confidence ranges: 0-19, 20-39, 40-59, 60-79, 80-100. */
export const CONFIDENCE_RANGES = [0, 20, 40, 60, 80] as const;

const CONFIDENCE_NAMES = CONFIDENCE_RANGES.map((from) => `confidence${from}` as const);
const ERROR_NAMES = LANE_ERROR_CODES.map((code) => `error${code}` as const);

/** What happened to lanes that have a price and are not excluded: `open` if they are neither won nor lost. */
export const OUTCOMES = ['won', 'lost', 'open'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/**
 * Names of the counters of an RFP. `priced`, `failed` and `simulated`: lanes with a result, also excluded ones. `won`, `lost`, `open`: the
 * priced lanes that are not excluded, with the cents that they are worth. `confidence...`: the same lanes by confidence.
 * `error...`: failed lanes.
 */
export const COUNTER_NAMES = [
  'priced',
  'failed',
  'excluded',
  'simulated',
  ...OUTCOMES,
  ...OUTCOMES.map((outcome) => `${outcome}WeeklyCents` as const),
  ...OUTCOMES.map((outcome) => `${outcome}AnnualCents` as const),
  ...CONFIDENCE_NAMES,
  ...ERROR_NAMES,
] as const;
export type CounterName = (typeof COUNTER_NAMES)[number];
export type RfpCounters = Readonly<Record<CounterName, number>>;

const fromEach = (value: (name: CounterName) => number): RfpCounters =>
  Object.fromEntries(COUNTER_NAMES.map((name) => [name, value(name)])) as RfpCounters;

export const NO_COUNTERS: RfpCounters = fromEach(() => 0);

/** The counters of some lanes. @param terms by position in `lanes`; they have the outcomes. */
export function countLanes(
  lanes: readonly LaneSummary[],
  terms: ReadonlyMap<number, LaneTerms> = new Map(),
): RfpCounters {
  const counts = { ...NO_COUNTERS };
  for (const [
    at,
    { status, confidence, weeklyCents, annualCents, excluded, simulated, code },
  ] of lanes.entries()) {
    counts[status] += 1;
    if (excluded) counts.excluded += 1;
    if (simulated) counts.simulated += 1;
    if (code !== undefined) counts[`error${code}`] += 1;
    if (excluded || status === 'failed') continue;
    const outcome = terms.get(at)?.outcome ?? 'open';
    counts[outcome] += 1;
    counts[`${outcome}WeeklyCents`] += weeklyCents;
    counts[`${outcome}AnnualCents`] += annualCents;
    const from = CONFIDENCE_RANGES.findLast((least) => least <= confidence) ?? CONFIDENCE_RANGES[0];
    counts[`confidence${from}`] += 1;
  }
  return counts;
}

/** Spend of lanes in integer cents. @param of all three outcomes if left out. */
export const spendOf = (counters: RfpCounters, of: readonly Outcome[] = OUTCOMES) => ({
  weeklyCents: of.reduce((sum, outcome) => sum + counters[`${outcome}WeeklyCents`], 0),
  annualCents: of.reduce((sum, outcome) => sum + counters[`${outcome}AnnualCents`], 0),
});

/** What must be added to the counters if lanes that were counted as `before` are now counted as `after`. */
export const counterChange = (before: RfpCounters, after: RfpCounters): RfpCounters =>
  fromEach((name) => after[name] - before[name]);

/** The counters with a change. */
export const addCounters = (one: RfpCounters, other: RfpCounters): RfpCounters =>
  fromEach((name) => one[name] + other[name]);
