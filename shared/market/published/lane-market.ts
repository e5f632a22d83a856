import type { WeekSpan } from '../../platform/time/utc-week.ts';
import { type CountShown, countShown } from '../cells/count-shown.ts';
import { hasLoads } from '../cells/disclosed-cell.ts';
import type { LaneCells } from '../cells/lane-cells.ts';
import { contributorHash } from '../cells/market-cell.ts';
import { visibleCells } from '../cells/visible-cells.ts';
import { type LoadOwner, pooledOwner } from '../loads/load-owner.ts';
import { LANE_LEVELS } from '../loads/market-levels.ts';
import type { MarketLane } from '../loads/market-load.ts';
import type { PublishedMarket } from './published-market.ts';

/** What is kept of a lane: the market's cells, the freight market's own left out, and the asking owner's. */
export interface KeptLane {
  readonly market: LaneCells;
  readonly own: LaneCells;
}

/** Port: cells of lanes. */
export interface LaneReader {
  /** In the order of the lanes. One round trip, together with what else is asked in the same turn. */
  read(
    owner: LoadOwner,
    lanes: readonly Omit<MarketLane, 'miles'>[],
    force: PublishedMarket,
  ): Promise<readonly KeptLane[]>;
}

/** All that is known of a lane's market by the one who asks. */
export interface LaneMarket extends KeptLane {
  readonly force: PublishedMarket;
  readonly owner: LoadOwner;
}

/** What a rate may rest on, and whose loads they are. */
export interface MarketEvidence {
  readonly cells: LaneCells;
  readonly countShown: CountShown;
  readonly source: 'simulated' | 'reported loads' | 'own loads';
}

/** What the one who asks may be answered from in a span; undefined where there are no loads at all. */
export function laneGround(
  lane: Pick<MarketLane, 'freightMarket'>,
  { force, owner, market, own }: LaneMarket,
  span: WeekSpan,
): MarketEvidence | undefined {
  const freightMarket = force.freightMarkets.get(lane.freightMarket);
  const theirs = force.open ? { ...market, ...(freightMarket && { freightMarket }) } : {};
  const pooled = pooledOwner(owner);
  const sources = {
    market: theirs,
    own,
    asker: force.pools(pooled) ? contributorHash(pooled) : undefined,
    ownPooled: force.pools(owner),
  };
  const cells = visibleCells(sources, span);
  if (!force.open && !LANE_LEVELS.some((level) => hasLoads(cells[level], span))) return undefined;
  const reported = force.simulated ? 'simulated' : 'reported loads';
  return {
    cells,
    countShown: countShown(cells, sources, span),
    source: force.open ? reported : 'own loads',
  };
}
