import { followLevel, type LevelPath } from './level-filter.ts';
import type { MarketCell } from './market-cell.ts';
import { BANDS, bandOfKind, KINDS } from './market-levels.ts';
import { MARKET_PARAMETERS, type MarketParameters } from './market-parameters.ts';
import type { WeekSpan } from './week-number.ts';
import { type LevelAbove, weekValues } from './week-values.ts';

/** What every lane's level starts from. */
export interface NationPaths {
  readonly span: WeekSpan;
  readonly nation: LevelPath;
  /** What loads of a kind stand beside others on the same lane; by kind. */
  readonly offsets: readonly number[];
  /** The nation, what a distance stands beside it, and the kind's offset: by week, each a level a kind. */
  readonly levels: readonly Float64Array[];
}

/** The nation's cells. */
export interface NationCells {
  readonly nation: MarketCell | undefined;
  /** By distance band. */
  readonly bands: readonly (MarketCell | undefined)[];
}

/**
 * Follows the nation and its distance bands; the same for all lanes, and so worth keeping.
 * @param offsets by kind, as the surprise ledger has them.
 */
export function nationPaths(
  cells: NationCells,
  offsets: readonly number[],
  span: WeekSpan,
  parameters: MarketParameters = MARKET_PARAMETERS,
): NationPaths {
  const ofKinds = Float64Array.from({ length: KINDS }, (_, kind) => offsets[kind] ?? 0);
  const everyWeek = Array.from({ length: span.to - span.from + 1 }, () => ofKinds);
  const atOffsets: LevelAbove = { byKind: everyWeek, byWeek: [], byStep: [] };
  const nation = followLevel(weekValues(cells.nation, span, atOffsets), parameters.nation);
  const beside: LevelAbove = { ...atOffsets, byWeek: nation.means };
  const bands = Array.from({ length: BANDS }, (_, band) =>
    followLevel(weekValues(cells.bands[band], span, beside), parameters.band),
  );
  return {
    span,
    nation,
    offsets,
    levels: nation.means.map((mean, position) =>
      ofKinds.map((offset, kind) => mean + (bands[bandOfKind(kind)]?.means[position] ?? 0) + offset),
    ),
  };
}
