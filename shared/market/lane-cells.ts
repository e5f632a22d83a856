import type { MarketCell } from './market-cell.ts';
import type { LaneLevel } from './market-levels.ts';

/** The cells of a lane, by level; missing ones are empty. */
export type LaneCells = Partial<Readonly<Record<LaneLevel, MarketCell>>>;
