import { DOMParser } from 'linkedom';
import { describe, expect, it } from 'vitest';
import { plotsOf } from '../../../bin/backtest/plots.ts';
import type { ScoredLoad } from '../../../bin/backtest/scored-load.ts';
import type { BacktestReport } from '../../../bin/backtest/scores.ts';
import { mondayOfWeek } from '../../../shared/platform/time/utc-week.ts';

const WEEK = 2_960;

const REPORT = {
  tiers: [
    { tier: 'below 60', mape: 0.12, noiseMape: 0.08 },
    { tier: '60 & more', mape: 0.06 },
  ],
  weeks: Array.from({ length: 27 }, (_, week) => ({ week: mondayOfWeek(WEEK + week), coverage: week / 26 })),
} as unknown as BacktestReport;

/** Loads of one lane, one a week. */
const lane = (terminal: string, count: number, truthCents?: number): ScoredLoad[] =>
  Array.from(
    { length: count },
    (_, position) =>
      ({
        load: {
          terminal,
          zip: '60601',
          zip3: '606',
          miles: 40,
          originState: 'IL',
          terminalType: 'rail',
          rateCents: 61_000 + 700 * position,
          fuelIncluded: true,
        },
        week: WEEK + position,
        equipmentCents: 0,
        predictedCents: 62_000,
        minCents: 55_000,
        maxCents: 71_000,
        truthCents,
      }) as unknown as ScoredLoad,
  );

const LOADS = [...lane('trm_<busy>', 12, 61_500), ...lane('trm_thin', 1)];

/** A chart by its name, as text and as a tree. */
function chartOf(name: string, loads: readonly ScoredLoad[] = LOADS) {
  const svg = new Map(plotsOf(REPORT, loads)).get(name) ?? '';
  const document = new DOMParser().parseFromString(svg, 'image/svg+xml');
  const texts = [...document.querySelectorAll('text')].map(({ textContent }) => textContent);
  const drawn = (label: string, shape: string) =>
    document.querySelectorAll(`[aria-label="${label}"] ${shape}`).length;
  return { svg, texts, drawn };
}

describe('charts of a backtest', () => {
  it('are one of errors, one of coverage and up to three of lanes', () => {
    expect(plotsOf(REPORT, LOADS).map(([name]) => name)).toEqual([
      'error-by-tier',
      'coverage-by-week',
      'example-lane-1',
      'example-lane-2',
      'example-lane-3',
    ]);
    expect(plotsOf(REPORT, [])).toHaveLength(2);
  });

  it('are SVG documents without invalid numbers', () => {
    for (const [, svg] of plotsOf(REPORT, LOADS)) {
      expect(svg).toMatch(/^<svg [^>]*xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
      expect(svg.match(/<svg/g)).toHaveLength(1);
      expect(svg).not.toMatch(/NaN|undefined|Infinity/);
    }
  });

  it('show errors by tier as pairs of bars', () => {
    const { texts, drawn } = chartOf('error-by-tier');
    expect(texts).toEqual(expect.arrayContaining(['below 60', '60 & more', '16%', 'model', 'true price']));
    expect(drawn('rect', 'rect')).toBe(4);
  });

  it('show coverage by week, with a day every quarter of a year', () => {
    const { texts, drawn } = chartOf('coverage-by-week');
    const days = [0, 13, 26].map((week) => mondayOfWeek(WEEK + week));
    expect(texts).toEqual(expect.arrayContaining([...days, '50%', '100%', 'within the range']));
    expect(texts).not.toContain(mondayOfWeek(WEEK + 1));
    expect(drawn('line', 'path')).toBe(1);
  });

  it('show the loads of a lane, its range, and the true price where it is known', () => {
    const busy = chartOf('example-lane-1');
    expect(busy.texts).toEqual(expect.arrayContaining(['$500', '$800', mondayOfWeek(WEEK), 'middle 80%']));
    expect([busy.drawn('dot', 'circle'), busy.drawn('area', 'path'), busy.drawn('line', 'path')]).toEqual([
      12, 1, 2,
    ]);
    expect(chartOf('example-lane-1', lane('trm_a', 12)).drawn('line', 'path')).toBe(1);
  });

  it('have names of lanes as text', () => {
    const { svg, texts } = chartOf('example-lane-1');
    expect(texts.join()).toContain('trm_<busy>');
    expect(svg).not.toContain('<busy>');
  });
});
