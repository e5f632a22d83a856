import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { LRUCache } from 'lru-cache';
import { createRefreshingValue, type Source } from '../../platform/caching/refreshing-value.ts';
import type { BatchRead } from '../../platform/dynamodb/batch-get.ts';
import { type Environment, positiveNumber, text } from '../../platform/env/read-env.ts';
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

/** The published market at the time of the call. */
export type MarketSource = Source<PublishedMarket>;

/** The published market, refreshed in the background like diesel prices. */
export function composeMarketSource(
  client: DynamoDBDocumentClient,
  env: Pick<Environment<typeof MARKET_VARIABLES>, keyof typeof MARKET_VARIABLES>,
): MarketSource {
  const reader = createMarketReader(client, env.MARKET_TABLE);
  let current = NO_MARKET;
  return createRefreshingValue({
    load: async () => {
      current = await readPublishedMarket(reader, current);
      return current;
    },
    fallback: () => current,
    now: Date.now,
    refreshAfterMs: env.MARKET_REFRESH_SECONDS * 1000,
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

/** Encoded bytes of cached cells, of which a decoded one takes five to six times as much, and of one without loads. */
const MAX_BYTES = 12_000_000;
const MIN_BYTES = 300;

interface CachedCell {
  /** Undefined if the table has no such cell. */
  readonly bytes: Uint8Array | undefined;
  readonly cell: MarketCell | undefined;
  /** The publication under which it was read. */
  readonly published: PublishedMarket;
}

/** Partition keys of cells by level. */
type CellKeys = Readonly<Record<string, string>>;
const cellKeys = (scope: CellScope, keys: Readonly<Record<string, string>>): CellKeys =>
  Object.fromEntries(Object.entries(keys).map(([level, key]) => [level, cellKey(scope, key).pk]));

/**
 * Reads cells of lanes from the market table: for ten lanes, at most 40 of the market and 50 of the owner.
 * Cells of the market are cached until another market is published; every change of them publishes one.
 */
export function createDynamoDbLaneReader(read: BatchRead, table: string): LaneReader {
  const cache = new LRUCache<string, CachedCell>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ bytes }) => MIN_BYTES + (bytes?.length ?? 0),
  });

  return {
    read: async (owner, lanes, published) => {
      const wanted = lanes.map((lane) => {
        const keys = laneKeys({ ...lane, miles: 0 });
        const { freightMarket, ...narrow } = keys;
        return {
          market: published.open ? cellKeys(MARKET, narrow) : {},
          own: published.hasOwner(owner) ? cellKeys(owner, keys) : {},
        };
      });
      const cells = new Map<string, MarketCell | undefined>();
      const missing = new Set(wanted.flatMap(({ own }) => Object.values(own)));
      for (const pk of wanted.flatMap(({ market }) => Object.values(market))) {
        const known = cache.get(pk);
        if (known?.published === published) cells.set(pk, known.cell);
        else missing.add(pk);
      }
      if (missing.size > 0) {
        // A consistent read, because the cell is cached under the current publication.
        const Keys = [...missing].map((pk) => ({ ...cellKey(MARKET, ''), pk }));
        const found = storedCells((await read({ [table]: { Keys, ConsistentRead: true } })).get(table) ?? []);
        for (const pk of missing) {
          const bytes = found.get(pk)?.cell;
          const cell = cellIn(bytes, cache.get(pk));
          cells.set(pk, cell);
          cache.set(pk, { bytes, cell, published });
        }
      }
      const cellsOf = (keys: CellKeys): LaneCells =>
        Object.fromEntries(
          Object.entries(keys).flatMap(([level, pk]) => {
            const cell = cells.get(pk);
            return cell === undefined ? [] : [[level, cell]];
          }),
        );
      return wanted.map(({ market, own }) => ({ market: cellsOf(market), own: cellsOf(own) }));
    },
  };
}

/** Equal bytes are not decoded again. */
function cellIn(bytes: Uint8Array | undefined, before: CachedCell | undefined): MarketCell | undefined {
  if (bytes === undefined) return undefined;
  const isSame = before?.bytes !== undefined && Buffer.compare(before.bytes, bytes) === 0;
  return isSame ? before.cell : cellFromBytes(bytes);
}
