import type { WeekSpan } from '../../platform/time/utc-calendar.ts';
import { contributorHash } from '../cells/market-cell.ts';
import { type CountShown, hasLoads, type LaneCells, visibleCells } from '../cells/visible-cells.ts';
import { isRoadMarket } from '../loads/freight-markets.ts';
import { type LoadOwner, pooledOwner } from '../loads/load-owner.ts';
import type { MarketLane } from '../loads/market-lane.ts';
import { LANE_LEVELS } from '../loads/market-levels.ts';
import type { PublishedMarket } from '../store/published-market.ts';

/** The stored cells of a lane: the market's, except the freight market's, and the owner's own. */
export interface StoredLane {
  readonly market: LaneCells;
  readonly own: LaneCells;
}

/** Port: cells of lanes. */
export interface LaneReader {
  /** Results are in the order of the lanes. Reads of the same event-loop turn share one round trip. */
  read(
    owner: LoadOwner,
    lanes: readonly Omit<MarketLane, 'miles'>[],
    published: PublishedMarket,
  ): Promise<readonly StoredLane[]>;
}

export interface LaneMarket extends StoredLane {
  readonly published: PublishedMarket;
  readonly owner: LoadOwner;
}

/** The cells that a rate may use, and their source. */
export interface MarketEvidence {
  readonly cells: LaneCells;
  /** Of the loads in `cells`, those that the owner imported. */
  readonly own: LaneCells;
  readonly countShown: CountShown;
  readonly source: 'simulated' | 'reported loads' | 'own loads';
}

/** The cells that an owner may see in a span; undefined if there are no loads. */
export function marketEvidence(
  lane: Pick<MarketLane, 'freightMarket'>,
  { published, owner, market, own }: LaneMarket,
  span: WeekSpan,
): MarketEvidence | undefined {
  const freightMarket = published.freightMarkets.get(lane.freightMarket);
  // Trailers have a market of their own, which has no simulated loads.
  const isRoad = isRoadMarket(lane.freightMarket);
  const open = published.open && (!isRoad || published.roadFit.freightMarkets.size > 0);
  const theirs = open ? { ...market, ...(freightMarket && { freightMarket }) } : {};
  const pooled = pooledOwner(owner);
  const { cells, countShown } = visibleCells(
    {
      market: theirs,
      own,
      requester: published.isPooled(pooled) ? contributorHash(pooled) : undefined,
      ownPooled: published.isPooled(owner),
    },
    span,
  );
  if (!open && !LANE_LEVELS.some((level) => hasLoads(cells[level], span))) return undefined;
  const reported = published.simulated && !isRoad ? 'simulated' : 'reported loads';
  return { cells, own, countShown, source: open ? reported : 'own loads' };
}
