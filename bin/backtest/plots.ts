import { laneKeys } from '../../shared/market/market-levels.ts';
import { mondayOfWeek } from '../../shared/market/week-number.ts';
import type { ScoredLoad } from './scored-load.ts';
import type { BacktestReport } from './scores.ts';
import { type Axis, area, bar, dots, drawChart, line } from './svg-chart.ts';

const MODEL = '#2c6fbb';
const TRUTH = '#d1862b';
const RANGE = '#cfe0f3';
const LOADS = '#555';

const percentAxis = (low: number, high: number, step: number): Axis => ({
  low,
  high,
  marks: Array.from({ length: Math.round((high - low) / step) + 1 }, (_, position) => {
    const at = low + position * step;
    return { at, label: `${Math.round(100 * at)}%` };
  }),
});

/** All charts of a run, by file name without its ending. */
export function plotsOf(
  report: BacktestReport,
  loads: readonly ScoredLoad[],
): readonly (readonly [string, string])[] {
  return [
    ['error-by-tier', errorByTier(report)],
    ['coverage-by-week', coverageByWeek(report)],
    ...exampleLanes(loads).map((chart, position) => [`example-lane-${position + 1}`, chart] as const),
  ];
}

/** Error of the model and of the true price, a pair of bars a tier. */
function errorByTier({ tiers }: BacktestReport): string {
  return drawChart({
    title: 'Mean absolute percentage error by tier of confidence',
    x: { low: 0, high: tiers.length, marks: tiers.map(({ tier }, at) => ({ at: at + 0.5, label: tier })) },
    y: percentAxis(0, 0.16, 0.04),
    marks: tiers.flatMap(({ mape, noiseMape = 0 }, at) => [
      bar(at + 0.15, 0.34, mape, MODEL),
      bar(at + 0.51, 0.34, noiseMape, TRUTH),
    ]),
    legend: [
      { label: 'model', color: MODEL },
      { label: 'true price', color: TRUTH },
    ],
  });
}

/** Part of the loads within their range, week by week. */
function coverageByWeek({ weeks }: BacktestReport): string {
  return drawChart({
    title: 'Loads within the range of the middle 80%, by week',
    x: {
      low: 0,
      high: Math.max(1, weeks.length - 1),
      marks: weeks.flatMap(({ week }, at) => (at % 13 === 0 ? [{ at, label: week }] : [])),
    },
    y: percentAxis(0.5, 1, 0.1),
    marks: [
      line(
        weeks.map(({ coverage }, at) => [at, Math.max(0.5, coverage)] as const),
        MODEL,
      ),
      line(
        [
          [0, 0.8],
          [weeks.length - 1, 0.8],
        ],
        TRUTH,
        true,
      ),
    ],
    legend: [
      { label: 'within the range', color: MODEL },
      { label: '80%', color: TRUTH },
    ],
  });
}

/** Loads of a busy, a middling and a thin lane beside what was predicted for them and what the market truly paid. */
function exampleLanes(loads: readonly ScoredLoad[]): readonly string[] {
  const byDoor = new Map<string, ScoredLoad[]>();
  for (const scored of loads) {
    const { load } = scored;
    // One door and one way of pricing: else the dots would differ for reasons that the chart does not show.
    if (!load.fuelIncluded || scored.equipmentCents > 0) continue;
    const key = `${laneKeys(load).lane ?? ''} at ${load.miles} miles`;
    byDoor.set(key, [...(byDoor.get(key) ?? []), scored]);
  }
  const doors = [...byDoor].sort(([, a], [, b]) => b.length - a.length);
  return [0.01, 0.1, 0.3].flatMap((part) => {
    const door = doors[Math.floor(part * doors.length)];
    return door === undefined ? [] : [exampleLane(...door)];
  });
}

function exampleLane(name: string, loads: readonly ScoredLoad[]): string {
  const first = Math.min(...loads.map(({ week }) => week));
  const last = Math.max(...loads.map(({ week }) => week));
  const weekly = [...new Map(loads.map((load) => [load.week, load])).values()];
  const dollars = loads.flatMap(({ load, minCents, maxCents }) => [load.rateCents, minCents, maxCents]);
  const step = 10_000;
  const low = Math.floor(Math.min(...dollars) / step) * step;
  const high = Math.ceil(Math.max(...dollars) / step) * step;
  const every = Math.max(1, Math.round((high - low) / step / 5)) * step;
  const marks = [];
  for (let at = low; at <= high; at += every) marks.push({ at, label: `$${at / 100}` });
  const along = (centsOf: (load: ScoredLoad) => number) =>
    weekly.map((load) => [load.week, centsOf(load)] as const);
  const [, terminal, zip3] = name.split('#');
  return drawChart({
    title: `${terminal} to ZIP ${zip3}`,
    x: {
      low: first,
      high: Math.max(first + 1, last),
      marks: [first, Math.round((first + last) / 2), last].map((at) => ({ at, label: mondayOfWeek(at) })),
    },
    y: { low, high, marks },
    marks: [
      area(
        along((load) => load.minCents),
        along((load) => load.maxCents),
        RANGE,
      ),
      dots(
        loads.map(({ week, load }) => [week, load.rateCents] as const),
        LOADS,
      ),
      line(
        along((load) => load.predictedCents),
        MODEL,
      ),
      ...(weekly.every(({ truthCents }) => truthCents !== undefined)
        ? [
            line(
              along((load) => load.truthCents ?? 0),
              TRUTH,
            ),
          ]
        : []),
    ],
    legend: [
      { label: 'loads', color: LOADS },
      { label: 'predicted', color: MODEL },
      { label: 'middle 80%', color: RANGE },
      { label: 'true price', color: TRUTH },
    ],
  });
}
