import { describe, expect, it } from '@jest/globals';
import type { BatchRead } from '../../../shared/dynamodb/gathered-reads.ts';
import { cellToBytes } from '../../../shared/market/cell-bytes.ts';
import { createDynamoDbLaneShelf } from '../../../shared/market/dynamodb-lane-shelf.ts';
import { NO_MARKET } from '../../../shared/market/market-in-force.ts';
import { cellOf } from '../../../shared/market/merge-cells.ts';

const lane = (zip3: string) => ({
  terminal: 'trm_1',
  terminalType: 'marine' as const,
  originState: 'CA',
  region: 'oakland',
  destinationState: 'CA',
  zip3,
});

/** A shelf over cells that all tell of as many loads as is said. */
function shelfOf() {
  let loads = 1;
  const read: BatchRead = async (requested) => {
    const load = { week: 2_960, kind: 0, residual: 0.1, contributor: 'a' };
    const items = (requested.market?.Keys ?? []).map(({ pk, sk }) => ({
      pk,
      sk,
      stamp: loads,
      cell: cellToBytes(cellOf(Array.from({ length: loads }, () => load))),
    }));
    return new Map([['market', items]]);
  };
  const shelf = createDynamoDbLaneShelf(read, 'market');
  const cellOfLane = async (zip3: string) => {
    const [kept] = await shelf.read('org_1#live', [lane(zip3)], { ...NO_MARKET, open: true });
    return kept?.market.lane;
  };
  return {
    cellOfLane,
    addLoad: () => {
      loads += 1;
    },
  };
}

describe('cells of lanes', () => {
  it('are read anew where they are others, and remembered where they are not', async () => {
    const { cellOfLane, addLoad } = shelfOf();
    const first = await cellOfLane('917');
    expect(await cellOfLane('917')).toBe(first);
    addLoad();
    const second = await cellOfLane('917');
    expect(second).not.toBe(first);
    expect(second?.weeks.get(2_960)?.counts).toEqual([2]);
  });

  it('are forgotten where they were asked for longest ago', async () => {
    const { cellOfLane } = shelfOf();
    const often = await cellOfLane('often');
    const once = await cellOfLane('once');
    for (let others = 0; others < 600; others++) {
      await cellOfLane(`z${others}`);
      expect(await cellOfLane('often')).toBe(often);
    }
    expect(await cellOfLane('once')).not.toBe(once);
  });
});
