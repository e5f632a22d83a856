import { describe, expect, it } from 'vitest';
import { cellToBytes } from '../../../../shared/market/cells/cell-bytes.ts';
import { cellOf } from '../../../../shared/market/cells/merge-cells.ts';
import { createDynamoDbLaneReader } from '../../../../shared/market/published/dynamodb-lane-reader.ts';
import { NO_MARKET, type PublishedMarket } from '../../../../shared/market/published/published-market.ts';
import type { BatchRead } from '../../../../shared/platform/dynamodb/batching-reader.ts';

const OWNER = 'org_1#live';

const lane = (zip3: string) => ({
  terminal: 'trm_1',
  terminalType: 'marine' as const,
  originState: 'CA',
  freightMarket: 'oakland',
  destinationState: 'CA',
  zip3,
});

/** A reader over cells that all tell of as many loads as given, each load of another kind. */
function laneReaderWith(loads = 1) {
  let count = loads;
  let published: PublishedMarket = { ...NO_MARKET, open: true };
  const asked: string[] = [];
  const bytesOf = (count: number) =>
    cellToBytes(
      cellOf(
        Array.from({ length: count }, (_, kind) => ({ week: 2_960, kind, residual: 0, contributor: 'a' })),
      ),
    );
  let bytes = bytesOf(count);
  const read: BatchRead = async (requested) => {
    const Keys = requested.market?.Keys ?? [];
    asked.push(...Keys.map(({ pk }) => String(pk)));
    return new Map([['market', Keys.map((key) => ({ ...key, stamp: count, cell: bytes.slice() }))]]);
  };
  const reader = createDynamoDbLaneReader(read, 'market');
  return {
    asked,
    cellOfLane: async (zip3: string, of: 'market' | 'own' = 'market') => {
      const [kept] = await reader.read(OWNER, [lane(zip3)], published);
      return kept?.[of].lane;
    },
    addLoad: () => {
      count += 1;
      bytes = bytesOf(count);
    },
    publish: () => {
      published = { ...published };
    },
    importLoads: () => {
      published = { ...published, hasOwner: (owner) => owner === OWNER };
    },
  };
}

describe('cells of lanes', () => {
  it('are read once while the same market is published', async () => {
    const { cellOfLane, asked, addLoad } = laneReaderWith();
    const first = await cellOfLane('917');
    const times = asked.length;
    addLoad();
    expect(await cellOfLane('917')).toBe(first);
    expect(asked).toHaveLength(times);
  });

  it('are read again under another market, and are the same objects if their bytes are equal', async () => {
    const { cellOfLane, addLoad, publish } = laneReaderWith();
    const first = await cellOfLane('917');
    publish();
    expect(await cellOfLane('917')).toBe(first);
    addLoad();
    publish();
    expect((await cellOfLane('917'))?.weeks.get(2_960)?.slots).toHaveLength(2);
  });

  it('of an owner are read each time: its imports publish nothing', async () => {
    const { cellOfLane, addLoad, importLoads } = laneReaderWith();
    importLoads();
    const first = await cellOfLane('917', 'own');
    expect(await cellOfLane('917', 'own')).toBe(first);
    addLoad();
    expect((await cellOfLane('917', 'own'))?.weeks.get(2_960)?.slots).toHaveLength(2);
  });

  it('that do not exist are not read again', async () => {
    let reads = 0;
    const reader = createDynamoDbLaneReader(async () => {
      reads += 1;
      return new Map();
    }, 'market');
    const published = { ...NO_MARKET, open: true };
    for (let times = 0; times < 3; times++) {
      expect(await reader.read(OWNER, [lane('917')], published)).toEqual([{ market: {}, own: {} }]);
    }
    expect(reads).toBe(1);
  });

  it('are evicted if they were used least recently', async () => {
    // Some 6 kB each: two of a lane alone and two that all share.
    const { cellOfLane } = laneReaderWith(2_000);
    const often = await cellOfLane('often');
    const once = await cellOfLane('once');
    for (let others = 0; others < 1_500; others++) {
      await cellOfLane(`z${others}`);
      if (others % 100 === 0) expect(await cellOfLane('often')).toBe(often);
    }
    expect(await cellOfLane('often')).toBe(often);
    expect(await cellOfLane('once')).not.toBe(once);
  });
});
