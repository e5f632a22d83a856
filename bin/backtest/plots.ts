import * as Plot from '@observablehq/plot';
import { parseHTML } from 'linkedom';
import { laneKeys } from '../../shared/market/loads/market-levels.ts';
import { mondayOfWeek } from '../../shared/platform/time/utc-week.ts';
import type { ScoredLoad } from './scored-load.ts';
import type { BacktestReport } from './scores.ts';

const MODEL = '#2c6fbb';
const TRUTH = '#d1862b';
const RANGE = '#cfe0f3';
const LOADS = '#555';

/** Pixels between the entries of a legend. */
const LEGEND_STEP = 140;

interface Chart {
  readonly title: string;
  readonly x: Plot.ScaleOptions;
  readonly y: Plot.ScaleOptions;
  readonly marks: readonly Plot.Markish[];
  readonly legend: readonly (readonly [label: string, color: string])[];
}

/** The chart as an SVG document. Title and legend are marks, because Plot's own are HTML around the SVG. */
function svgOf({ title, x, y, marks, legend }: Chart): string {
  const { document } = parseHTML('<html></html>');
  const chart = Plot.plot({
    document,
    width: 640,
    height: 320,
    marginLeft: 56,
    marginRight: 40,
    marginTop: 36,
    marginBottom: 52,
    style: { background: '#fff', color: '#000', fontSize: '11px' },
    x: { label: null, tickSize: 0, ...x },
    y: { label: null, tickSize: 0, grid: true, ...y },
    marks: [
      ...marks,
      Plot.text([title], { frameAnchor: 'top-left', text: (words: string) => words, dy: -24, fontSize: 12 }),
      ...legend.flatMap(([label, color], position) => {
        const place = { frameAnchor: 'bottom-left', dy: 40 } as const;
        const dx = position * LEGEND_STEP;
        return [
          Plot.dot([label], { ...place, dx: dx + 5, symbol: 'square', r: 6, fill: color }),
          Plot.text([label], { ...place, dx: dx + 15, text: (words: string) => words, lineAnchor: 'middle' }),
        ];
      }),
    ],
  });
  chart.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  return `${chart.outerHTML}\n`;
}

const percent = (value: number): string => `${Math.round(100 * value)}%`;

/** Values from `low` to `high`, both included. */
const stepsOf = (low: number, high: number, step: number): number[] =>
  Array.from({ length: Math.round((high - low) / step) + 1 }, (_, position) => low + position * step);

/** All charts of a run, by file name without extension. */
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

/** Error of the model and of the true price: a pair of bars for each tier. */
function errorByTier({ tiers }: BacktestReport): string {
  const bars = tiers.flatMap(({ mape, noiseMape = 0 }, at) => [
    { x1: at + 0.15, x2: at + 0.49, error: mape, color: MODEL },
    { x1: at + 0.51, x2: at + 0.85, error: noiseMape, color: TRUTH },
  ]);
  return svgOf({
    title: 'Mean absolute percentage error by tier of confidence',
    x: {
      domain: [0, tiers.length],
      ticks: tiers.map((_, at) => at + 0.5),
      tickFormat: (at: number) => tiers[Math.floor(at)]?.tier ?? '',
    },
    y: { domain: [0, 0.16], ticks: stepsOf(0, 0.16, 0.04), tickFormat: percent },
    marks: [Plot.rectY(bars, { x1: 'x1', x2: 'x2', y: 'error', fill: 'color' })],
    legend: [
      ['model', MODEL],
      ['true price', TRUTH],
    ],
  });
}

/** Part of the loads within their range, by week. */
function coverageByWeek({ weeks }: BacktestReport): string {
  const points = weeks.map(({ coverage }, at) => ({ at, coverage: Math.max(0.5, coverage) }));
  return svgOf({
    title: 'Loads within the range of the middle 80%, by week',
    x: {
      domain: [0, Math.max(1, weeks.length - 1)],
      ticks: points.map(({ at }) => at).filter((at) => at % 13 === 0),
      tickFormat: (at: number) => weeks[at]?.week ?? '',
    },
    y: { domain: [0.5, 1], ticks: stepsOf(0.5, 1, 0.1), tickFormat: percent },
    marks: [
      Plot.lineY(points, { x: 'at', y: 'coverage', stroke: MODEL }),
      Plot.ruleY([0.8], { stroke: TRUTH, strokeWidth: 1.5, strokeDasharray: '4 3' }),
    ],
    legend: [
      ['within the range', MODEL],
      ['80%', TRUTH],
    ],
  });
}

/** Loads of a busy, a medium and a thin lane, with predictions and true prices. */
function exampleLanes(loads: readonly ScoredLoad[]): readonly string[] {
  const byDoor = new Map<string, ScoredLoad[]>();
  for (const scored of loads) {
    const { load } = scored;
    // One door and one way of pricing: otherwise the dots would differ for reasons that the chart does not show.
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
  const dollars = loads
    .flatMap(({ load, minCents, maxCents }) => [load.rateCents, minCents, maxCents])
    .map((cents) => cents / 100);
  const low = Math.floor(Math.min(...dollars) / 100) * 100;
  const high = Math.ceil(Math.max(...dollars) / 100) * 100;
  const step = Math.max(1, Math.round((high - low) / 500)) * 100;
  const [, , terminal, zip3] = name.split('#');
  return svgOf({
    title: `${terminal} to ZIP ${zip3}`,
    x: {
      domain: [first, Math.max(first + 1, last)],
      ticks: [...new Set([first, Math.round((first + last) / 2), last])],
      tickFormat: mondayOfWeek,
    },
    y: {
      domain: [low, high],
      ticks: stepsOf(low, high, step).filter((at) => at <= high),
      tickFormat: (at: number) => `$${at}`,
    },
    marks: [
      Plot.areaY(weekly, {
        x: 'week',
        y1: ({ minCents }: ScoredLoad) => minCents / 100,
        y2: ({ maxCents }: ScoredLoad) => maxCents / 100,
        fill: RANGE,
      }),
      Plot.dot(loads, {
        x: 'week',
        y: ({ load }: ScoredLoad) => load.rateCents / 100,
        r: 2,
        fill: LOADS,
      }),
      Plot.lineY(weekly, {
        x: 'week',
        y: ({ predictedCents }: ScoredLoad) => predictedCents / 100,
        stroke: MODEL,
      }),
      // Undefined for the loads of a file: no line is drawn.
      Plot.lineY(weekly, {
        x: 'week',
        y: ({ truthCents }: ScoredLoad) => (truthCents === undefined ? undefined : truthCents / 100),
        stroke: TRUTH,
      }),
    ],
    legend: [
      ['loads', LOADS],
      ['predicted', MODEL],
      ['middle 80%', RANGE],
      ['true price', TRUTH],
    ],
  });
}
