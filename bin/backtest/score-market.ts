import { bandOfKind, pricedKind } from '../../shared/market/loads/market-levels.ts';
import { CONFIDENCE_TIERS } from '../../shared/market/model/estimate-lane.ts';
import { mondayOfWeek } from '../../shared/platform/time/utc-week.ts';
import { type BacktestLoad, type Perspective, rollForward, type ScoredLoad } from './roll-forward.ts';

interface BacktestReport extends Score {
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
class BacktestTally {
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

/** Warm-up weeks of a long run, and the part of a short run. */
const WARM_UP_WEEKS = 26;
const WARM_UP_PART = 1 / 3;

export interface ScoredMarket extends BacktestReport {
  /** Weeks that were learned before the first was scored. */
  readonly warmUpWeeks: number;
}

/** Default number of warm-up weeks: 26, or a third of a run of fewer than 78 weeks, and at least 1. */
export function defaultWarmUp(weeks: number): number {
  return Math.max(1, Math.min(WARM_UP_WEEKS, Math.floor(weeks * WARM_UP_PART)));
}

/**
 * Predicts all loads week by week from the weeks before, and adds up the errors.
 * @param weeks loads by week, oldest first.
 * @param perspective whose rates are scored; by default those of the owner of all loads.
 */
export async function scoreMarket(
  weeks: AsyncIterable<readonly BacktestLoad[]> | readonly (readonly BacktestLoad[])[],
  warmUp?: number,
  perspective?: Perspective,
): Promise<ScoredMarket> {
  const warmUpWeeks = warmUp ?? (Array.isArray(weeks) ? defaultWarmUp(weeksIn(weeks)) : WARM_UP_WEEKS);
  const tally = new BacktestTally();
  for await (const week of rollForward(weeks, warmUpWeeks, perspective)) {
    for (const scored of week) tally.add(scored);
  }
  return { ...tally.report(), warmUpWeeks };
}

/** Weeks from the first load to the last. */
function weeksIn(weeks: readonly (readonly BacktestLoad[])[]): number {
  const first = weeks[0]?.[0]?.week;
  const last = weeks.at(-1)?.[0]?.week;
  return first === undefined || last === undefined ? 0 : last - first + 1;
}

/** Errors of a group of loads, as shares of the paid rate. */
export interface Score {
  readonly rows: number;
  /** Mean absolute percentage error. */
  readonly mape: number;
  readonly medianApe: number;
  /** Mean of predicted over paid, less 1. */
  readonly bias: number;
  /** Part of the loads within their range. */
  readonly coverage: number;
  /** Error of the true price; only for simulated loads. */
  readonly noiseMape?: number;
  /** Mean absolute percentage errors of the baselines. */
  readonly baselines: { readonly naive: number; readonly laneMean: number; readonly perMile: number };
}

/** Adds up the errors of a group of loads. */
class ScoreTally {
  readonly #apes: number[] = [];
  #bias = 0;
  #within = 0;
  #truth = 0;
  #truths = 0;
  #naive = 0;
  #laneMean = 0;
  #perMile = 0;

  add({ load: { rateCents }, predictedCents, minCents, maxCents, truthCents, baselines }: ScoredLoad): void {
    const ape = (cents: number): number => Math.abs(cents / rateCents - 1);
    this.#apes.push(ape(predictedCents));
    this.#bias += predictedCents / rateCents - 1;
    this.#within += rateCents >= minCents && rateCents <= maxCents ? 1 : 0;
    this.#truths += truthCents === undefined ? 0 : 1;
    this.#truth += truthCents === undefined ? 0 : ape(truthCents);
    this.#naive += ape(baselines.naive);
    this.#laneMean += ape(baselines.laneMean);
    this.#perMile += ape(baselines.perMile);
  }

  score(): Score {
    const rows = this.#apes.length;
    const part = (sum: number): number => (rows === 0 ? 0 : sum / rows);
    const apes = Float64Array.from(this.#apes).sort();
    return {
      rows,
      mape: part(apes.reduce((sum, ape) => sum + ape, 0)),
      medianApe: apes[Math.floor(rows / 2)] ?? 0,
      bias: part(this.#bias),
      coverage: part(this.#within),
      ...(rows > 0 && this.#truths === rows ? { noiseMape: part(this.#truth) } : {}),
      baselines: { naive: part(this.#naive), laneMean: part(this.#laneMean), perMile: part(this.#perMile) },
    };
  }
}
