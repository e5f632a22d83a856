import type { BatchRead } from '../../platform/dynamodb/batching-reader.ts';
import { cellFromBytes } from '../cells/cell-bytes.ts';
import type { LaneCells } from '../cells/lane-cells.ts';
import type { MarketCell } from '../cells/market-cell.ts';
import { type CellScope, MARKET } from '../loads/load-owner.ts';
import { laneKeys } from '../loads/market-levels.ts';
import { cellKey, storedCells } from '../store/dynamodb-market-items.ts';
import type { LaneReader } from './lane-market.ts';
import type { PublishedMarket } from './published-market.ts';

/**
 * Bytes of cells that are remembered, those that were asked for last: a cell takes five or six times as much of the memory
 * when it is read. What a cell without loads, or none at all, counts as.
 */
const MAX_BYTES = 12_000_000;
const MIN_BYTES = 300;

interface Remembered {
  /** Undefined where there is no such cell. */
  readonly bytes: Uint8Array | undefined;
  readonly cell: MarketCell | undefined;
  /** The publication that it was read under. */
  readonly published: PublishedMarket;
}

/**
 * Cells of lanes from the market table: of ten lanes, 40 of the market's at most, and 50 of the owner's own. The market's
 * are as they were when first asked for, until another market is in published: whatever changes them publishes one.
 */
export function createDynamoDbLaneReader(read: BatchRead, table: string): LaneReader {
  const remembered = new Map<string, Remembered>();
  let bytes = 0;
  const forget = (pk: string): void => {
    bytes -= bytesOf(remembered.get(pk));
    remembered.delete(pk);
  };
  const remember = (pk: string, kept: Remembered): void => {
    // A map has what was set last at its end: the first was asked for longest ago.
    forget(pk);
    remembered.set(pk, kept);
    bytes += bytesOf(kept);
    for (const oldest of remembered.keys()) {
      if (bytes <= MAX_BYTES) break;
      forget(oldest);
    }
  };

  return {
    read: async (owner, lanes, published) => {
      const wanted = lanes.map((lane) => {
        const keys = laneKeys({ ...lane, miles: 0 });
        const { freightMarket, ...narrow } = keys;
        return { market: published.open ? narrow : {}, own: published.hasOwner(owner) ? keys : {} };
      });
      const cells = new Map<string, Remembered>();
      const asked = new Set<string>();
      for (const { market, own } of wanted) {
        for (const pk of pksOf(MARKET, market)) {
          const known = remembered.get(pk);
          if (known?.published === published) cells.set(pk, known);
          else asked.add(pk);
        }
        for (const pk of pksOf(owner, own)) asked.add(pk);
      }
      if (asked.size > 0) {
        // What is remembered until another market is in published must not be of the one before.
        const Keys = [...asked].map((pk) => ({ ...cellKey(MARKET, ''), pk }));
        const found = storedCells((await read({ [table]: { Keys, ConsistentRead: true } })).get(table) ?? []);
        for (const pk of asked) {
          const bytes = found.get(pk)?.cell;
          cells.set(pk, { bytes, cell: cellIn(bytes, remembered.get(pk)), published });
        }
      }
      for (const [pk, kept] of cells) remember(pk, kept);
      const cellsOf = (scope: CellScope, keys: LaneKeys): LaneCells =>
        Object.fromEntries(
          Object.entries(keys).flatMap(([level, key]) => {
            const cell = cells.get(cellKey(scope, key).pk)?.cell;
            return cell === undefined ? [] : [[level, cell]];
          }),
        );
      return wanted.map(({ market, own }) => ({ market: cellsOf(MARKET, market), own: cellsOf(owner, own) }));
    },
  };
}

const bytesOf = (kept: Remembered | undefined): number =>
  kept === undefined ? 0 : MIN_BYTES + (kept.bytes?.length ?? 0);

/** The same cell as before where its bytes are the same: what was reckoned from it holds. */
function cellIn(bytes: Uint8Array | undefined, before: Remembered | undefined): MarketCell | undefined {
  if (bytes === undefined) return undefined;
  const same = before?.bytes !== undefined && Buffer.compare(before.bytes, bytes) === 0;
  return same ? before.cell : cellFromBytes(bytes);
}

type LaneKeys = Readonly<Record<string, string>>;
const pksOf = (scope: CellScope, keys: LaneKeys): string[] =>
  Object.values(keys).map((key) => cellKey(scope, key).pk);
