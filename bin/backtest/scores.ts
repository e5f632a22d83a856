import { bandOfKind, pricedKind } from '../../shared/market/loads/market-levels.ts';
import { CONFIDENCE_TIERS, tierOf } from '../../shared/market/model/confidence.ts';
import { mondayOfWeek } from '../../shared/platform/time/utc-week.ts';
import { type Score, ScoreTally } from './score-tally.ts';
import type { Forecast, ScoredLoad } from './scored-load.ts';

export interface BacktestReport extends Score {
  /** By tier of the score, without held scores. */
  readonly tiers: readonly ({ readonly tier: string } & Score)[];
  /** Scores held at 62 because of too little evidence; their expected error would give a higher score. */
  readonly held: Score;
  /** Lanes with at least 8 loads in the weeks before, with 1 to 7, and with none. */
  readonly known: Score;
  readonly sparse: Score;
  readonly new: Score;
  readonly bands: readonly ({ readonly band: number } & Score)[];
  readonly weeks: readonly ({ readonly week: string } & Score)[];
  /** Forecasts of loads whose lane was also priced in the week of the forecast. */
  readonly forecasts: readonly ForecastScore[];
}

export interface ForecastScore {
  readonly weeksAhead: number;
  readonly rows: number;
  readonly mape: number;
  readonly bias: number;
  readonly coverage: number;
}

/** Loads before its week that make a lane known. */
const KNOWN_LOADS = 8;

/** Adds up all groups of a backtest. */
export class BacktestTally {
  readonly #all = new ScoreTally();
  readonly #tiers = CONFIDENCE_TIERS.map(() => new ScoreTally());
  readonly #held = new ScoreTally();
  readonly #known = new ScoreTally();
  readonly #sparse = new ScoreTally();
  readonly #new = new ScoreTally();
  readonly #bands = new Map<number, ScoreTally>();
  readonly #weeks = new Map<number, ScoreTally>();
  readonly #forecasts = new Map<number, { rows: number; ape: number; bias: number; within: number }>();

  add(scored: ScoredLoad): void {
    const { load, week, tier, confidence, laneLoads, forecasts } = scored;
    const seldom = laneLoads === 0 ? this.#new : this.#sparse;
    const groups = [
      this.#all,
      tierOf(confidence) < tier ? this.#held : this.#tiers[tier],
      laneLoads >= KNOWN_LOADS ? this.#known : seldom,
      tallyOf(this.#bands, bandOfKind(pricedKind(load.miles))),
      tallyOf(this.#weeks, week),
    ];
    for (const group of groups) group?.add(scored);
    for (const forecast of forecasts) this.#addForecast(forecast, load.rateCents);
  }

  #addForecast({ weeksAhead, cents, minCents, maxCents }: Forecast, rateCents: number): void {
    const sums = this.#forecasts.get(weeksAhead) ?? { rows: 0, ape: 0, bias: 0, within: 0 };
    this.#forecasts.set(weeksAhead, sums);
    sums.rows += 1;
    sums.ape += Math.abs(cents / rateCents - 1);
    sums.bias += cents / rateCents - 1;
    sums.within += rateCents >= minCents && rateCents <= maxCents ? 1 : 0;
  }

  report(): BacktestReport {
    return {
      ...this.#all.score(),
      tiers: CONFIDENCE_TIERS.map(({ name }, tier) => ({
        tier: name,
        ...(this.#tiers[tier] ?? new ScoreTally()).score(),
      })),
      held: this.#held.score(),
      known: this.#known.score(),
      sparse: this.#sparse.score(),
      new: this.#new.score(),
      bands: ascending(this.#bands).map(([band, tally]) => ({ band, ...tally.score() })),
      weeks: ascending(this.#weeks).map(([week, tally]) => ({ week: mondayOfWeek(week), ...tally.score() })),
      forecasts: ascending(this.#forecasts).map(([weeksAhead, { rows, ape, bias, within }]) => ({
        weeksAhead,
        rows,
        mape: ape / rows,
        bias: bias / rows,
        coverage: within / rows,
      })),
    };
  }
}

function tallyOf(tallies: Map<number, ScoreTally>, key: number): ScoreTally {
  const tally = tallies.get(key) ?? new ScoreTally();
  tallies.set(key, tally);
  return tally;
}

const ascending = <Value>(by: ReadonlyMap<number, Value>): readonly (readonly [number, Value])[] =>
  [...by].sort(([a], [b]) => a - b);
