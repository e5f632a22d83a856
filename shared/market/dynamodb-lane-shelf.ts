import type { BatchRead } from '../dynamodb/gathered-reads.ts';
import { cellFromBytes } from './cell-bytes.ts';
import { cellKey, keptCells } from './dynamodb-market-items.ts';
import type { LaneCells } from './estimate-lane.ts';
import type { LaneShelf } from './lane-market.ts';
import { type CellScope, MARKET } from './load-owner.ts';
import type { MarketCell } from './market-cell.ts';
import { laneKeys } from './market-levels.ts';

/** Cells that are remembered, those that were asked for last: reading one takes longer than telling that it is the same. */
const MOST_REMEMBERED = 1_000;

/** Cells of lanes from the market table: of ten lanes, 40 of the market's at most, and 50 of the owner's own. */
export function createDynamoDbLaneShelf(read: BatchRead, table: string): LaneShelf {
  const remembered = new Map<string, { readonly bytes: Uint8Array; readonly cell: MarketCell }>();
  const cellOf = (pk: string, bytes: Uint8Array): MarketCell => {
    const known = remembered.get(pk);
    const same = known !== undefined && Buffer.compare(known.bytes, bytes) === 0;
    const kept = same ? known : { bytes, cell: cellFromBytes(bytes) };
    // A map has what was set last at its end: the first was asked for longest ago.
    remembered.delete(pk);
    const [oldest] = remembered.keys();
    if (remembered.size >= MOST_REMEMBERED && oldest !== undefined) remembered.delete(oldest);
    remembered.set(pk, kept);
    return kept.cell;
  };

  return {
    read: async (owner, lanes, force) => {
      const wanted = lanes.map((lane) => {
        const keys = laneKeys({ ...lane, miles: 0 });
        const { port, ...narrow } = keys;
        return { market: force.open ? narrow : {}, own: force.knows(owner) ? keys : {} };
      });
      const names = new Set(
        wanted.flatMap(({ market, own }) => [...keysOf(MARKET, market), ...keysOf(owner, own)]),
      );
      if (names.size === 0) return lanes.map(() => ({ market: {}, own: {} }));
      const Keys = [...names].map((pk) => ({ ...cellKey(MARKET, ''), pk }));
      const kept = keptCells((await read({ [table]: { Keys } })).get(table) ?? []);
      const cellsOf = (scope: CellScope, keys: Readonly<Record<string, string>>): LaneCells =>
        Object.fromEntries(
          Object.entries(keys).flatMap(([level, key]) => {
            const found = kept.get(cellKey(scope, key).pk);
            return found === undefined ? [] : [[level, cellOf(found.pk, found.cell)]];
          }),
        );
      return wanted.map(({ market, own }) => ({ market: cellsOf(MARKET, market), own: cellsOf(owner, own) }));
    },
  };
}

const keysOf = (scope: CellScope, keys: Readonly<Record<string, string>>): string[] =>
  Object.values(keys).map((key) => cellKey(scope, key).pk);
