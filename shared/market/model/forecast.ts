import type { LaneEstimate } from './estimate-lane.ts';
import type { MarketParameters } from './market-parameters.ts';

/** Expected level of a lane some weeks ahead, and its variance; natural logarithms. */
export interface LevelAhead {
  readonly weeksAhead: number;
  readonly level: number;
  readonly variance: number;
}

/**
 * The level of each of the next weeks. The nation's slope decays; the variance grows by one weekly change of each
 * level.
 */
export function levelsAhead(
  { levels, levelVariance, slope, slopeVariance }: LaneEstimate,
  weeks: number,
  parameters: MarketParameters,
): readonly LevelAhead[] {
  const { nation, freightMarket, marketState, state, zone, lane } = parameters;
  const aWeek = [nation, freightMarket, marketState, state, zone, lane].reduce(
    (sum, { levelVariance: own }) => sum + own,
    0,
  );
  return Array.from({ length: weeks }, (_, position) => {
    const weeksAhead = position + 1;
    let lasting = 0;
    for (let week = 1; week <= weeksAhead; week++) lasting += nation.slopeKept ** week;
    return {
      weeksAhead,
      level: (levels.at(-1) ?? 0) + lasting * slope,
      variance:
        levelVariance +
        weeksAhead * aWeek +
        lasting ** 2 * slopeVariance +
        weeksAhead * lasting * nation.slopeVariance,
    };
  });
}
