import { cellToBytes, type MarketCell } from '../../shared/market/cells/market-cell.ts';
import type { CellScope, LoadOwner } from '../../shared/market/loads/load-owner.ts';
import { createDynamoDbLaneReader } from '../../shared/market/published/dynamodb-market-source.ts';
import {
  cellItem,
  type MarketStore,
  type VersionedCell,
  type VersionedLoads,
} from '../../shared/market/store/dynamodb-market-store.ts';
import type { MarketSummary } from '../../shared/market/store/published-market.ts';

const NO_CELL: MarketCell = { weeks: new Map() };

export interface InMemoryMarket extends MarketStore {
  /** By scope and key. */
  readonly allCells: Map<string, VersionedCell>;
  /** By freight market, week and owner. */
  readonly allLoads: Map<string, VersionedLoads & { readonly week: number; readonly owner: LoadOwner }>;
}

/**
 * A market store in memory.
 * @param fail called before each write; it may throw.
 */
export function createInMemoryMarket(fail: (write: string) => void = () => {}): InMemoryMarket {
  const loads: InMemoryMarket['allLoads'] = new Map();
  const cells = new Map<string, VersionedCell>();
  const pending = new Map<string, { stamp: number; weeks: Set<number> }>();
  const owners = new Map<string, boolean>();
  let published: MarketSummary | undefined;
  const pendingOf = (freightMarket: string) => {
    const there = pending.get(freightMarket) ?? { stamp: 0, weeks: new Set<number>() };
    pending.set(freightMarket, there);
    return there;
  };
  const note = (freightMarket: string, weeks: readonly number[]) => {
    const there = pendingOf(freightMarket);
    there.stamp += 1;
    for (const week of weeks) there.weeks.add(week);
  };

  return {
    allCells: cells,
    allLoads: loads,
    loads: async (freightMarket, week, owner) =>
      loads.get(`${freightMarket} ${week} ${owner}`) ?? { version: 0, loads: new Map() },
    replaceLoads: async (freightMarket, owner, changes) => {
      fail('loads');
      const keyOf = (week: number) => `${freightMarket} ${week} ${owner}`;
      const isCurrent = ([week, { version }]: [number, VersionedLoads]) =>
        (loads.get(keyOf(week))?.version ?? 0) === version - 1;
      if (![...changes].every(isCurrent)) return false;
      for (const [week, next] of changes) loads.set(keyOf(week), { ...next, week, owner });
      note(freightMarket, [...changes.keys()]);
      return true;
    },
    loadsBetween: async function* (freightMarket, from, to) {
      const inFreightMarket = [...loads]
        .filter(([key]) => key.startsWith(`${freightMarket} `))
        .map(([, kept]) => kept);
      yield* inFreightMarket
        .filter(({ week }) => week >= from && week <= to)
        .sort((a, b) => a.week - b.week || (a.owner < b.owner ? -1 : 1));
    },
    sharing: async () => new Map(owners),
    register: async (owner, shared) => {
      if (!owners.has(owner)) owners.set(owner, shared);
    },
    share: async (owner, shared) => {
      fail('share');
      owners.set(owner, shared);
    },
    forget: async (owner) => {
      fail('forget');
      owners.delete(owner);
    },
    addPending: async (freightMarket, weeks) => {
      fail('pending');
      note(freightMarket, weeks);
    },
    beginRefresh: async (freightMarket) => {
      const there = pendingOf(freightMarket);
      there.stamp += 1;
      return { stamp: there.stamp, pending: [...there.weeks].sort((a, b) => a - b) };
    },
    clearPending: async (freightMarket, weeks, stamp) => {
      fail('settle');
      const there = pendingOf(freightMarket);
      if (there.stamp !== stamp) return false;
      for (const week of weeks) there.weeks.delete(week);
      return true;
    },
    cells: async (scope, keys) =>
      keys.map((key) => cells.get(`${scope} ${key}`) ?? { cell: NO_CELL, stamp: undefined }),
    replaceCell: async (scope, key, cell, { before, now }) => {
      fail('cell');
      const name = `${scope} ${key}`;
      if (cells.get(name)?.stamp !== before) return false;
      cells.set(name, { cell, stamp: now });
      return true;
    },
    summary: async () => published,
    publish: async (summary) => {
      fail('publish');
      if ((published?.version ?? 0) !== summary.version - 1) return false;
      published = summary;
      return true;
    },
  };
}

/** The service's reader of lanes, on the cells of such a store. */
export const laneReaderOf = ({ allCells }: InMemoryMarket) =>
  createDynamoDbLaneReader(async ({ market }) => {
    const wanted = new Set(market?.Keys?.map(({ pk }) => pk));
    const items = [...allCells].map(([name, { cell, stamp = 0 }]) => {
      const [scope, key = ''] = name.split(' ');
      return cellItem(scope as CellScope, key, cellToBytes(cell), stamp);
    });
    return new Map([['market', items.filter(({ pk }) => wanted.has(pk))]]);
  }, 'market');
