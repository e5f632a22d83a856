import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { createRefreshingValue, type Source } from '../../platform/caching/refreshing-value.ts';
import type { BatchRead } from '../../platform/dynamodb/batch-get.ts';
import { positiveNumber, text } from '../../platform/env/read-env.ts';
import { countMetric, describeError, log } from '../../platform/logging/log.ts';
import * as LOG from '../../platform/logging/log-messages.ts';
import { cellFromBytes, type MarketCell } from '../cells/market-cell.ts';
import type { LaneCells } from '../cells/visible-cells.ts';
import { type CellScope, MARKET } from '../loads/load-owner.ts';
import { freightMarketKey, laneKeys } from '../loads/market-levels.ts';
import {
  cellKey,
  createMarketReader,
  type MarketReader,
  storedCells,
} from '../store/dynamodb-market-store.ts';
import { NO_MARKET, type PublishedMarket, publishedMarket } from '../store/published-market.ts';
import type { LaneReader } from './lane-market.ts';

/** The published market; `known` if it was not published again. */
export async function readPublishedMarket(
  reader: MarketReader,
  known: PublishedMarket = NO_MARKET,
): Promise<PublishedMarket> {
  const summary = await reader.summary();
  if (summary === undefined || summary.version === known.version) return known;
  const { regions: names } = summary;
  const cells = await reader.cells(MARKET, names.map(freightMarketKey));
  return publishedMarket(
    summary,
    new Map(
      cells.flatMap(({ cell, stamp }, position) =>
        stamp === undefined ? [] : [[names[position] ?? '', cell]],
      ),
    ),
  );
}

/** Reads cells of a few lanes, without a cache. */
export function uncachedLaneReader({ cells }: Pick<MarketReader, 'cells'>): LaneReader {
  const read = async (scope: CellScope, keys: ReturnType<typeof laneKeys>): Promise<LaneCells> => {
    const found = await cells(scope, Object.values(keys));
    return Object.fromEntries(
      Object.keys(keys).flatMap((level, position) => {
        const { cell, stamp } = found[position] ?? {};
        return stamp === undefined ? [] : [[level, cell]];
      }),
    );
  };
  return {
    read: (owner, lanes) =>
      Promise.all(
        lanes.map(async (lane) => {
          const keys = laneKeys({ ...lane, miles: 0 });
          const { freightMarket, ...narrow } = keys;
          const [market, own] = await Promise.all([read(MARKET, narrow), read(owner, keys)]);
          return { market, own };
        }),
      ),
  };
}

/** The published market at the time of the call. */
export type MarketSource = Source<PublishedMarket>;

export interface MarketSourceParts {
  readonly client: DynamoDBDocumentClient;
  readonly table: string;
  /** As `RefreshingValueOptions.refreshAfterMs`, in seconds. */
  readonly refreshSeconds: number;
}

/** The published market, refreshed in the background like diesel prices. */
export function composeMarketSource({ client, table, refreshSeconds }: MarketSourceParts): MarketSource {
  const reader = createMarketReader(client, table);
  let current = NO_MARKET;
  return createRefreshingValue({
    load: async () => {
      current = await readPublishedMarket(reader, current);
      return current;
    },
    fallback: () => current,
    now: Date.now,
    refreshAfterMs: refreshSeconds * 1000,
    onUnreadable: (error) => {
      log(LOG.marketUnreadable, describeError(error));
      countMetric('MarketUnreadable');
    },
  });
}

/** Environment variables of every function that prices with the market. */
export const MARKET_VARIABLES = {
  MARKET_TABLE: text(),
  /** Age from which diesel prices and market in memory are refreshed. */
  MARKET_REFRESH_SECONDS: positiveNumber(),
};

/**
 * Encoded bytes of cached cells, and bytes counted for a cell without loads. A decoded cell takes five to six times
 * as much memory. The cache evicts the least recently used cells.
 */
const MAX_BYTES = 12_000_000;
const MIN_BYTES = 300;

interface CachedCell {
  /** Undefined if the table has no such cell. */
  readonly bytes: Uint8Array | undefined;
  readonly cell: MarketCell | undefined;
  /** The publication under which it was read. */
  readonly published: PublishedMarket;
}

/**
 * Reads cells of lanes from the market table: for ten lanes, at most 40 of the market and 50 of the owner.
 * Cells of the market are cached until another market is published; every change of them publishes one.
 */
export function createDynamoDbLaneReader(read: BatchRead, table: string): LaneReader {
  const cache = new Map<string, CachedCell>();
  let bytes = 0;
  const evict = (pk: string): void => {
    bytes -= bytesOf(cache.get(pk));
    cache.delete(pk);
  };
  const store = (pk: string, kept: CachedCell): void => {
    // A map iterates in insertion order: the first key is the least recently used.
    evict(pk);
    cache.set(pk, kept);
    bytes += bytesOf(kept);
    for (const oldest of cache.keys()) {
      if (bytes <= MAX_BYTES) break;
      evict(oldest);
    }
  };

  return {
    read: async (owner, lanes, published) => {
      const wanted = lanes.map((lane) => {
        const keys = laneKeys({ ...lane, miles: 0 });
        const { freightMarket, ...narrow } = keys;
        return { market: published.open ? narrow : {}, own: published.hasOwner(owner) ? keys : {} };
      });
      const cells = new Map<string, CachedCell>();
      const missing = new Set<string>();
      for (const { market, own } of wanted) {
        for (const pk of pksOf(MARKET, market)) {
          const known = cache.get(pk);
          if (known?.published === published) cells.set(pk, known);
          else missing.add(pk);
        }
        for (const pk of pksOf(owner, own)) missing.add(pk);
      }
      if (missing.size > 0) {
        // A consistent read, because the cell is cached under the current publication.
        const Keys = [...missing].map((pk) => ({ ...cellKey(MARKET, ''), pk }));
        const found = storedCells((await read({ [table]: { Keys, ConsistentRead: true } })).get(table) ?? []);
        for (const pk of missing) {
          const bytes = found.get(pk)?.cell;
          cells.set(pk, { bytes, cell: cellIn(bytes, cache.get(pk)), published });
        }
      }
      for (const [pk, kept] of cells) store(pk, kept);
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

const bytesOf = (kept: CachedCell | undefined): number =>
  kept === undefined ? 0 : MIN_BYTES + (kept.bytes?.length ?? 0);

/** Returns the same object for the same bytes, so that results that were computed from it stay cached. */
function cellIn(bytes: Uint8Array | undefined, before: CachedCell | undefined): MarketCell | undefined {
  if (bytes === undefined) return undefined;
  const same = before?.bytes !== undefined && Buffer.compare(before.bytes, bytes) === 0;
  return same ? before.cell : cellFromBytes(bytes);
}

type LaneKeys = Readonly<Record<string, string>>;
const pksOf = (scope: CellScope, keys: LaneKeys): string[] =>
  Object.values(keys).map((key) => cellKey(scope, key).pk);
