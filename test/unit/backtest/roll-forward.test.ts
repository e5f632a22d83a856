import { describe, expect, it } from 'vitest';
import { rollForward } from '../../../bin/backtest/roll-forward.ts';
import type { BacktestLoad, ScoredLoad } from '../../../bin/backtest/scored-load.ts';
import { BacktestTally } from '../../../bin/backtest/scores.ts';
import { laneAt, THIS_WEEK } from '../market/small-market.ts';

const LINEHAUL = 50_000;
const FUEL = 10_000;

/** Loads of 30 weeks, five a week on two lanes; `change` may alter any of them. */
const market = (change: (load: BacktestLoad, weekOfRun: number) => BacktestLoad = (load) => load) =>
  Array.from({ length: 30 }, (_, week) =>
    Array.from({ length: 10 }, (_, position): BacktestLoad => {
      const residual = 0.1 + 0.03 * ((position % 5) - 2) + 0.004 * week;
      return change(
        {
          load: {
            ...laneAt(position % 2),
            day: '2026-01-01',
            equipment: 'container_40',
            rateCents: Math.round(LINEHAUL * Math.exp(residual)) + FUEL,
            fuelIncluded: true,
            contributor: `contributor ${position}`,
          },
          week: THIS_WEEK - 30 + week,
          residual,
          linehaulCents: LINEHAUL,
          fuelCents: FUEL,
          equipmentCents: 0,
          truthCents: undefined,
        },
        week,
      );
    }),
  );

async function scoresOf(weeks: readonly (readonly BacktestLoad[])[]): Promise<readonly ScoredLoad[]> {
  async function* stream() {
    yield* weeks;
  }
  const scored: ScoredLoad[] = [];
  for await (const week of rollForward(stream(), 10)) scored.push(...week);
  return scored;
}

const predictions = (scored: readonly ScoredLoad[], before: number) =>
  scored
    .filter(({ week }) => week < THIS_WEEK - 30 + before)
    .map(({ predictedCents, minCents, maxCents, confidence, baselines, forecasts }) => ({
      predictedCents,
      minCents,
      maxCents,
      confidence,
      baselines,
      forecasts,
    }));

describe('a backtest', () => {
  it('does not use loads of the same week or later for a prediction', async () => {
    const plain = await scoresOf(market());
    const altered = await scoresOf(
      market((load, week) =>
        week < 20
          ? load
          : { ...load, residual: load.residual + 0.5, load: { ...load.load, rateCents: 150_000 } },
      ),
    );
    // Week 20 itself is altered, and is predicted all the same.
    expect(predictions(altered, 21)).toEqual(predictions(plain, 21));
    expect(predictions(altered, 24)).not.toEqual(predictions(plain, 24));
  });

  it('scores the weeks after the warm-up', async () => {
    const scored = await scoresOf(market());
    expect(scored).toHaveLength(200);
    expect(scored.every(({ laneLoads }) => laneLoads >= 50)).toBe(true);
  });

  it('adds up errors of given figures', () => {
    const tally = new BacktestTally();
    const [plain] = market()[0] ?? [];
    if (plain === undefined) throw new Error('A market has loads.');
    const add = (rateCents: number, laneLoads: number, tier: number, confidence: number) =>
      tally.add({
        ...plain,
        load: { ...plain.load, rateCents },
        truthCents: 90_000,
        predictedCents: 100_000,
        minCents: 95_000,
        maxCents: 130_000,
        confidence,
        tier,
        forecastError: { week: 0, tier, standardizedError: 0 },
        laneLoads,
        baselines: { naive: 80_000, laneMean: 100_000, perMile: 50_000 },
        forecasts: [{ weeksAhead: 2, cents: 110_000, minCents: 0, maxCents: 1 }],
      });
    add(100_000, 8, 3, 90);
    add(80_000, 7, 3, 62);
    add(125_000, 0, 0, 40);
    const report = tally.report();
    expect(report).toMatchObject({
      rows: 3,
      coverage: 2 / 3,
      known: { rows: 1, mape: 0 },
      sparse: { rows: 1 },
      held: { rows: 1, mape: 0.25 },
    });
    expect(report.mape).toBeCloseTo((0 + 0.25 + 0.2) / 3, 9);
    expect(report.medianApe).toBeCloseTo(0.2, 9);
    expect(report.bias).toBeCloseTo(0.05 / 3, 9);
    expect(report.noiseMape).toBeCloseTo((0.1 + 0.125 + 0.28) / 3, 9);
    expect(report.new.baselines.perMile).toBeCloseTo(0.6, 9);
    expect(report.tiers.map(({ tier, rows }) => [tier, rows])).toEqual([
      ['0-62', 1],
      ['63-75', 0],
      ['76-87', 0],
      ['88-100', 1],
    ]);
    expect(report.forecasts).toHaveLength(1);
    expect(report.forecasts[0]?.bias).toBeCloseTo((0.1 + 0.375 - 0.12) / 3, 9);
  });
});
