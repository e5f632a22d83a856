import {
  bandOfKind,
  equipmentOfKind,
  holdsFuel,
  KINDS,
  laneKeys,
  STEPS,
  stepOfKind,
} from '../loads/market-levels.ts';
import type { MarketLane } from '../loads/market-load.ts';
import type { LevelPath } from '../model/level-filter.ts';
import { LOOKBACK_WEEKS, MARKET_PARAMETERS } from '../model/market-parameters.ts';
import type { FittedMarket, FreightMarketPath } from '../model/nation-paths.ts';
import { UNFITTED_MARKET } from '../model/nation-paths.ts';
import { filterSlopedLevel } from '../model/sloped-filter.ts';
import type { FittedLoads, Groups } from './fit-loads.ts';
import { LoadColumns } from './fit-loads.ts';
import { type Dynamics, parametersOf } from './market-dynamics.ts';
import { StaticEffect } from './static-effect.ts';
import { TimeVaryingEffect } from './time-varying-effect.ts';

/** Number of loads at which a door's mean is half signal and half noise. */
const HALF_LOADS = 3;
/** Weight of the typical variance, in doors. */
const TYPICAL_DOORS = 40;
/** Larger means are clipped. */
const FARTHEST = 0.5;
const LEAST = 1 / 60;

/**
 * Variance between doors, as a ratio to the typical variance: that of their means less the part caused by the
 * scatter of loads. It is shrunk toward 1 if there are few doors.
 * @param level effects of area, lane and door on a load, which are added back to its unexplained part.
 * @param typical variance of a door relative to its freight market.
 */
function betweenDoorVariance(
  { from, to, weeks, unexplained, weights, noise }: FittedLoads,
  { of, ids }: Groups,
  level: (position: number, week: number) => number,
  typical: number,
): number {
  const sums = new Float64Array(ids.size);
  const weighed = new Float64Array(ids.size);
  for (let position = from; position < to; position++) {
    const door = of[position] ?? -1;
    if (door < 0) continue;
    const weight = weights[position] ?? 0;
    sums[door] =
      (sums[door] ?? 0) + weight * ((unexplained[position] ?? 0) + level(position, weeks[position] ?? 0));
    weighed[door] = (weighed[door] ?? 0) + weight;
  }
  let variance = TYPICAL_DOORS * typical;
  let doors = TYPICAL_DOORS;
  for (const [door, weight] of weighed.entries()) {
    if (weight === 0) continue;
    const mean = Math.min(FARTHEST, Math.abs((sums[door] ?? 0) / weight));
    const reliability = weight / (weight + HALF_LOADS);
    variance += reliability * (mean * mean - noise / weight);
    doors += reliability;
  }
  return Math.max(LEAST, variance / doors / typical);
}

/** Equal loads of a lane in a week. */
export interface FitLoad {
  readonly lane: MarketLane;
  readonly week: number;
  readonly kind: number;
  readonly residual: number;
  readonly count: number;
}

const NATION = 'nation';
const TYPICAL_SCATTER = MARKET_PARAMETERS.lane.scatter;
/** Variance of a week's mean that more loads do not reduce. */
const MIX_VARIANCE = 0.003 ** 2;
/** Rounds of the first fit, and of later fits, which start from the last one. */
const FIRST_ROUNDS = 8;
const ROUNDS = 2;

/**
 * Fits all effects of the market together, each to the loads less all other effects (backfitting). With these
 * variances it converges to the best linear prediction.
 * So the mix of lanes in a week does not move a freight market, and the mix of freight markets does not move the
 * nation. It also learns the market's dynamics by comparing predictions with the loads that arrive later.
 */
export class MarketFit {
  readonly #loads = new LoadColumns(TYPICAL_SCATTER);
  readonly #nation = new TimeVaryingEffect(0.4, 0.004);
  readonly #steps = new StaticEffect(0.05);
  readonly #bands = new StaticEffect(0.1);
  readonly #fuel = new StaticEffect(0.05);
  readonly #equipment = new StaticEffect(0.05);
  readonly #freightMarket = new TimeVaryingEffect(0.08, 0.0105);
  readonly #freightMarketSteps = new StaticEffect(0.03);
  readonly #marketState = new StaticEffect(0.04);
  readonly #state = new StaticEffect(0.025);
  readonly #zone = new StaticEffect(0.03);
  readonly #lane = new TimeVaryingEffect(0.08, 0.006);
  readonly #doors = new StaticEffect(0.06);
  readonly #ofKind = [this.#steps, this.#bands, this.#fuel, this.#equipment];
  readonly #ofArea = [this.#marketState, this.#state, this.#zone];
  readonly #staticEffects = [...this.#ofKind, this.#freightMarketSteps, ...this.#ofArea, this.#doors];
  readonly #timeVaryingEffects = [this.#nation, this.#freightMarket, this.#lane];
  #nationPath: LevelPath = UNFITTED_MARKET.nation;
  #spread = 1;
  /** Number of loads in the last fit; undefined before the first fit. */
  #fitted: number | undefined;

  /** Adds loads; weeks must be ascending. */
  add({ lane, week, kind, residual, count }: FitLoad): void {
    const position = this.#loads.add(week, residual, count);
    const keys = laneKeys(lane);
    const step = stepOfKind(kind);
    const groups = new Map<TimeVaryingEffect | StaticEffect, string | undefined>([
      [this.#nation, NATION],
      [this.#steps, String(step)],
      [this.#bands, String(bandOfKind(kind))],
      [this.#fuel, fuelGroup(kind)],
      [this.#equipment, String(equipmentOfKind(kind))],
      [this.#freightMarket, lane.freightMarket],
      [this.#freightMarketSteps, `${lane.freightMarket}|${step}`],
      [this.#marketState, keys.marketState],
      [this.#state, keys.state],
      [this.#zone, keys.zone],
      [this.#lane, keys.lane],
      [this.#doors, keys.lane && `${keys.lane}|${step}`],
    ]);
    for (const [effect, group] of groups) effect.groups.place(position, group);
  }

  /** Fits the added loads, as of a week. */
  advance(week: number): FittedMarket {
    this.#forget(week);
    for (const effect of this.#staticEffects) effect.prepare();
    for (const effect of this.#timeVaryingEffects) effect.prepare(week);
    this.#loads.subtract((position, of) => {
      let level = 0;
      for (const effect of this.#staticEffects) level += effect.at(position);
      for (const effect of this.#timeVaryingEffects) level += effect.at(position, of);
      return level;
    });
    if (this.#fitted !== undefined) {
      const arrived = this.#loads.loads(week, this.#fitted);
      for (const effect of [this.#freightMarket, this.#lane]) effect.learnProcessVariance(arrived);
    }
    for (let round = this.#rounds; round > 0; round--) this.#round(week);
    this.#learnLaneVariance(week);
    for (const effect of [this.#freightMarket, this.#lane])
      effect.searchProcessVariances(this.#loads.loads(week));
    if (this.#loads.size > 0) this.#fitted = this.#loads.size;
    return this.#result(week);
  }

  /** Without loads, a round only advances the week. */
  get #rounds(): number {
    if (this.#loads.size === 0) return 1;
    return this.#fitted === undefined ? FIRST_ROUNDS : ROUNDS;
  }

  #forget(week: number): void {
    const old = this.#loads.before(week - LOOKBACK_WEEKS);
    if (old === 0) return;
    this.#loads.drop(old);
    for (const effect of [...this.#staticEffects, ...this.#timeVaryingEffects]) effect.groups.drop(old);
    if (this.#fitted !== undefined) this.#fitted = Math.max(0, this.#fitted - old);
  }

  #round(week: number): void {
    this.#loads.weigh(this.#lane.groups);
    const loads = this.#loads.loads(week);
    this.#nation.addBack(loads);
    const dynamics = { ...MARKET_PARAMETERS.nation, scatter: this.#loads.scatter, mixVariance: MIX_VARIANCE };
    this.#nationPath = this.#nation.path(NATION, week, dynamics, filterSlopedLevel);
    this.#nation.setPath(NATION, week, this.#nationPath);
    this.#nation.subtract(loads);
    for (const effect of this.#ofKind) effect.fit(loads);
    this.#freightMarket.fit(loads);
    for (const effect of [this.#freightMarketSteps, ...this.#ofArea]) effect.fit(loads);
    this.#lane.fit(loads);
    this.#doors.fit(loads);
  }

  /** Scales the variances of areas, lanes and doors by one factor. */
  #learnLaneVariance(week: number): void {
    const staticEffects = [...this.#ofArea, this.#doors];
    const typical = this.#lane.typical.prior + staticEffects.reduce((sum, effect) => sum + effect.typical, 0);
    const ofAll = (position: number, of: number): number =>
      staticEffects.reduce((sum, effect) => sum + effect.at(position), this.#lane.at(position, of));
    const spread = betweenDoorVariance(this.#loads.loads(week), this.#doors.groups, ofAll, typical);
    this.#spread = Math.sqrt(spread);
    for (const effect of staticEffects) effect.variance = effect.typical * spread;
    this.#lane.processVariance = { ...this.#lane.processVariance, prior: this.#lane.typical.prior * spread };
  }

  /** How the market differs from the typical one. */
  get dynamics(): Dynamics {
    const driftRatio = (effect: TimeVaryingEffect): number =>
      Math.sqrt(effect.processVariance.weekly / effect.typical.weekly);
    return {
      scatter: this.#loads.scatter / TYPICAL_SCATTER,
      spread: this.#spread,
      laneDriftRatio: driftRatio(this.#lane),
      freightMarketDriftRatio: driftRatio(this.#freightMarket),
    };
  }

  #result(week: number): FittedMarket {
    const offsets = KIND_GROUPS.map(
      ({ step, band, fuel, equipment }) =>
        this.#steps.on(step) + this.#bands.on(band) + this.#fuel.on(fuel) + this.#equipment.on(equipment),
    );
    const freightMarkets = new Map(
      [...this.#freightMarket.groups.ids.keys()].map((freightMarket) => [
        freightMarket,
        this.#freightMarketOf(freightMarket, week),
      ]),
    );
    return {
      week,
      nation: this.#nationPath,
      offsets,
      freightMarkets,
      parameters: parametersOf(this.dynamics),
    };
  }

  #freightMarketOf(freightMarket: string, week: number): FreightMarketPath {
    const path = this.#freightMarket.path(freightMarket, week, {
      prior: { mean: 0, variance: this.#freightMarket.processVariance.prior },
      levelVariance: this.#freightMarket.processVariance.weekly,
      slopeVariance: 0,
      slopeKept: 0,
      scatter: this.#loads.scatter,
      mixVariance: MIX_VARIANCE,
    });
    return {
      path,
      curve: Array.from({ length: STEPS }, (_, step) =>
        this.#freightMarketSteps.on(`${freightMarket}|${step}`),
      ),
    };
  }
}

const fuelGroup = (kind: number): string => `${bandOfKind(kind)}|${holdsFuel(kind)}`;

/** The groups of each kind, computed once because an import reads them often. */
const KIND_GROUPS = Array.from({ length: KINDS }, (_, kind) => ({
  step: String(stepOfKind(kind)),
  band: String(bandOfKind(kind)),
  fuel: fuelGroup(kind),
  equipment: String(equipmentOfKind(kind)),
}));
