import { followLevel, type LevelPath } from './level-filter.ts';
import { EMPTY_CELL, type MarketCell } from './market-cell.ts';
import { BANDS } from './market-levels.ts';
import { MARKET_PARAMETERS, type MarketParameters } from './market-parameters.ts';

/** First and last week that counts, by `weekNumber`. */
export interface WeekSpan {
  readonly from: number;
  readonly to: number;
}

/** What every lane's level starts from: the nation's, and what each band of load stands beside it. */
export interface NationPaths {
  readonly span: WeekSpan;
  readonly nation: LevelPath;
  /** By band. */
  readonly bands: readonly LevelPath[];
  /** Both together. */
  levelAt(week: number, band: number): number;
}

/** Follows the nation and its kinds of loads; the same for all lanes, and so worth keeping. */
export function nationPaths(
  nationCell: MarketCell,
  bandCells: readonly (MarketCell | undefined)[],
  span: WeekSpan,
  parameters: MarketParameters = MARKET_PARAMETERS,
): NationPaths {
  const nation = followLevel(
    span,
    (week) => nationCell.weeks.get(week)?.slots,
    () => 0,
    parameters.nation,
  );
  const nationAt = (week: number): number => nation.means[week - span.from] ?? 0;
  const bands = Array.from({ length: BANDS }, (_, band) => {
    const { weeks } = bandCells[band] ?? EMPTY_CELL;
    return followLevel(span, (week) => weeks.get(week)?.slots, nationAt, parameters.band);
  });
  return {
    span,
    nation,
    bands,
    levelAt: (week, band) => nationAt(week) + (bands[band]?.means[week - span.from] ?? 0),
  };
}
