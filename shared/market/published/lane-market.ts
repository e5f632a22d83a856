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
export interface StoredLane {
  readonly market: LaneCells;
  readonly own: LaneCells;
}

/** Port: cells of lanes. */
export interface LaneReader {
  /** In the order of the lanes. One round trip, together with what else is asked in the same turn. */
  read(
    owner: LoadOwner,
    lanes: readonly Omit<MarketLane, 'miles'>[],
    published: PublishedMarket,
  ): Promise<readonly StoredLane[]>;
}

/** All that is known of a lane's market by the one who asks. */
export interface LaneMarket extends StoredLane {
  readonly published: PublishedMarket;
  readonly owner: LoadOwner;
}

/** What a rate may rest on, and whose loads they are. */
export interface MarketEvidence {
  readonly cells: LaneCells;
  readonly countShown: CountShown;
  readonly source: 'simulated' | 'reported loads' | 'own loads';
}

/** What the one who asks may be answered from in a span; undefined where there are no loads at all. */
export function marketEvidence(
  lane: Pick<MarketLane, 'freightMarket'>,
  { published, owner, market, own }: LaneMarket,
  span: WeekSpan,
): MarketEvidence | undefined {
  const freightMarket = published.freightMarkets.get(lane.freightMarket);
  const theirs = published.open ? { ...market, ...(freightMarket && { freightMarket }) } : {};
  const pooled = pooledOwner(owner);
  const sources = {
    market: theirs,
    own,
    requester: published.isPooled(pooled) ? contributorHash(pooled) : undefined,
    ownPooled: published.isPooled(owner),
  };
  const cells = visibleCells(sources, span);
  if (!published.open && !LANE_LEVELS.some((level) => hasLoads(cells[level], span))) return undefined;
  const reported = published.simulated ? 'simulated' : 'reported loads';
  return {
    cells,
    countShown: countShown(cells, sources, span),
    source: published.open ? reported : 'own loads',
  };
}
