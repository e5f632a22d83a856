import type { LaneLevel } from '../loads/market-levels.ts';
import type { MarketCell } from './market-cell.ts';

/** The cells of a lane, by level; missing ones are empty. */
export type LaneCells = Partial<Readonly<Record<LaneLevel, MarketCell>>>;
