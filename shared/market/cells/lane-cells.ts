import type { LaneLevel } from '../loads/market-levels.ts';
import type { MarketCell } from './market-cell.ts';

/** The cells of a lane by level; a missing cell has no loads. */
export type LaneCells = Partial<Readonly<Record<LaneLevel, MarketCell>>>;
