import { distanceCurve } from './distance-curve.ts';
import { followLevel, type LevelAbove, type LevelPath } from './level-filter.ts';
import { bandOf, EMPTY_CELL, loadsOf, type MarketCell, residualOf, type Slots } from './market-cell.ts';
import { LANE_LEVELS, type LaneLevel } from './market-levels.ts';
import { MARKET_PARAMETERS, type MarketParameters } from './market-parameters.ts';
import type { NationPaths, WeekSpan } from './nation-paths.ts';

/** The cells of a lane, by level; missing ones are empty. */
export type LaneCells = Partial<Readonly<Record<LaneLevel, MarketCell>>>;

/** Where the market stands on a lane, in natural logarithms above the cost model's linehaul. */
export interface LaneEstimate {
  readonly span: WeekSpan;
  /** One a week of the span; the last is the current one. */
  readonly levels: readonly number[];
  /** How sure the current level is. */
  readonly levelVariance: number;
  /** How unsure the change over the last `TREND_WEEKS` is. */
  readonly changeVariance: number;
  /** Change from the week before that goes on in part, and how unsure it is. */
  readonly slope: number;
  readonly slopeVariance: number;
  /** Scatter of single loads around the lane's level. */
  readonly scatter: number;
  /** Loads of the span by level. */
  readonly loads: Readonly<Record<LaneLevel, number>>;
}

/**
 * Estimates a lane's level from its cells alone: the nation's path for loads of a band, then what port, region, state,
 * zone and lane stand beside it, each drawn to the level above as far as its loads are few.
 */
export function estimateLane(
  cells: LaneCells,
  band: number,
  nation: NationPaths,
  parameters: MarketParameters = MARKET_PARAMETERS,
): LaneEstimate {
  const { span } = nation;
  const lane = cells.lane ?? EMPTY_CELL;
  const { levelAt } = nation;
  const port = followLevel(span, slotsWithout(cells.port, lane), levelAt, parameters.port);
  const onPort: LevelAbove = (week, of) => levelAt(week, of) + meanAt(port, week);
  const portCurve = distanceCurve(span, slotsWithout(cells.port, lane), onPort, parameters.portCurve);
  const portAt: LevelAbove = (week, of) => onPort(week, of) + (portCurve[of] ?? 0);
  const region = followLevel(span, slotsWithout(cells.region, lane), portAt, parameters.region);
  const regionAt: LevelAbove = (week, of) => portAt(week, of) + meanAt(region, week);
  const state = followLevel(span, slotsWithout(cells.state, lane), regionAt, parameters.state);
  const zone = followLevel(span, slotsWithout(cells.zone, lane), regionAt, parameters.zone);
  const aboveAt: LevelAbove = (week, of) => regionAt(week, of) + meanAt(state, week) + meanAt(zone, week);

  const above = [port, region, state, zone].reduce((sum, path) => sum + lastVariance(path), 0);
  const own = {
    ...parameters.lane,
    prior: { mean: 0, variance: parameters.lane.prior.variance + above },
  };
  const slots = (week: number) => lane.weeks.get(week)?.slots;
  const first = followLevel(span, slots, aboveAt, own);
  const onFirst: LevelAbove = (week, of) => aboveAt(week, of) + meanAt(first, week);
  const laneCurve = distanceCurve(span, slots, onFirst, parameters.laneCurve);
  const scatter = laneScatter(lane, span, (week, of) => onFirst(week, of) + (laneCurve[of] ?? 0), parameters);
  const curvedAt: LevelAbove = (week, of) => aboveAt(week, of) + (laneCurve[of] ?? 0);
  const path = followLevel(span, slots, curvedAt, { ...own, scatter });

  const unseen = own.prior.variance + own.levelVariance * (span.to - span.from);
  const learned = 1 - lastVariance(path) / unseen;
  return {
    span,
    levels: path.means.map((mean, position) => mean + curvedAt(span.from + position, band)),
    levelVariance: lastVariance(path) + lastVariance(nation.nation) + learned * parameters.carried * above,
    changeVariance: [nation.nation, port, region, state, zone, path].reduce(
      (sum, of) => sum + of.changeVariance,
      0,
    ),
    slope: nation.nation.slope,
    slopeVariance: nation.nation.slopeVariance,
    scatter,
    loads: Object.fromEntries(LANE_LEVELS.map((level) => [level, loadsIn(cells[level], span)])) as Record<
      LaneLevel,
      number
    >,
  };
}

const meanAt = ({ from, means }: LevelPath, week: number): number => means[week - from] ?? 0;
const lastVariance = ({ variances }: LevelPath): number => variances.at(-1) ?? 0;

/** The loads of an area's other lanes: what the lane says itself is counted once, at the lane. */
const slotsWithout =
  (cell: MarketCell | undefined, lane: MarketCell) =>
  (week: number): Slots | undefined => {
    const all = cell?.weeks.get(week)?.slots;
    const own = lane.weeks.get(week)?.slots;
    if (all === undefined || own === undefined) return all;
    const rest = new Map<number, number>();
    for (const [slot, count] of all) {
      const left = count - (own.get(slot) ?? 0);
      if (left > 0) rest.set(slot, left);
    }
    return rest;
  };

function loadsIn(cell: MarketCell | undefined, { from, to }: WeekSpan): number {
  let loads = 0;
  for (const [week, { slots }] of cell?.weeks ?? []) {
    if (week >= from && week <= to) loads += loadsOf(slots);
  }
  return loads;
}

/** Beyond so many usual scatters a load says nothing more of how lanes scatter. */
const FARTHEST_SCATTERS = 2.5;

function laneScatter(
  lane: MarketCell,
  { from, to }: WeekSpan,
  levelAt: LevelAbove,
  { lane: { scatter }, scatterLoads }: MarketParameters,
): number {
  let squares = scatterLoads * scatter * scatter;
  let loads = scatterLoads;
  for (const [week, { slots }] of lane.weeks) {
    if (week < from || week > to) continue;
    for (const [slot, count] of slots) {
      const off = Math.abs(residualOf(slot) - levelAt(week, bandOf(slot)));
      squares += count * Math.min(FARTHEST_SCATTERS * scatter, off) ** 2;
      loads += count;
    }
  }
  return Math.sqrt(squares / loads);
}
