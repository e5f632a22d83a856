import { bandOfKind, pricedKind } from '../../shared/market/loads/market-levels.ts';
import { CONFIDENCE_TIERS } from '../../shared/market/model/confidence.ts';
import { mondayOfWeek } from '../../shared/platform/time/utc-week.ts';
import { type Score, ScoreTally } from './score-tally.ts';
import type { ScoredLoad } from './scored-load.ts';

export interface BacktestReport extends Score {
  /** By tier of the score. */
  readonly tiers: readonly ({ readonly tier: string } & Score)[];
  /** Lanes with at least 8 loads in the weeks before, with 1 to 7, and with none. */
  readonly known: Score;
  readonly sparse: Score;
  readonly new: Score;
  readonly bands: readonly ({ readonly band: number } & Score)[];
  readonly weeks: readonly ({ readonly week: string } & Score)[];
}

/** Loads before its week that make a lane known. */
const KNOWN_LOADS = 8;

/** Adds up all groups of a backtest. */
export class BacktestTally {
  readonly #all = new ScoreTally();
  readonly #tiers = CONFIDENCE_TIERS.map(() => new ScoreTally());
  readonly #known = new ScoreTally();
  readonly #sparse = new ScoreTally();
  readonly #new = new ScoreTally();
  readonly #bands = new Map<number, ScoreTally>();
  readonly #weeks = new Map<number, ScoreTally>();

  add(scored: ScoredLoad): void {
    const { load, week, tier, laneLoads } = scored;
    const seldom = laneLoads === 0 ? this.#new : this.#sparse;
    const groups = [
      this.#all,
      this.#tiers[tier],
      laneLoads >= KNOWN_LOADS ? this.#known : seldom,
      tallyOf(this.#bands, bandOfKind(pricedKind(load))),
      tallyOf(this.#weeks, week),
    ];
    for (const group of groups) group?.add(scored);
  }

  report(): BacktestReport {
    return {
      ...this.#all.score(),
      tiers: CONFIDENCE_TIERS.map(({ name }, tier) => ({
        tier: name,
        ...(this.#tiers[tier] ?? new ScoreTally()).score(),
      })),
      known: this.#known.score(),
      sparse: this.#sparse.score(),
      new: this.#new.score(),
      bands: ascending(this.#bands).map(([band, tally]) => ({ band, ...tally.score() })),
      weeks: ascending(this.#weeks).map(([week, tally]) => ({ week: mondayOfWeek(week), ...tally.score() })),
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
