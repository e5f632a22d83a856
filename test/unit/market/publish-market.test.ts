import { describe, expect, it } from '@jest/globals';
import { importLoads } from '../../../shared/market/import-loads.ts';
import { slotOf } from '../../../shared/market/market-cell.ts';
import { publishMarket } from '../../../shared/market/publish-market.ts';
import { refreshCells } from '../../../shared/market/refresh-cells.ts';
import type { KeptLoad } from '../../../shared/market/week-loads.ts';
import { dieselFor } from '../../../shared/rates/diesel-lookup.ts';
import { createInMemoryMarket } from '../../support/in-memory-market.ts';

const WEEK = 2_960;
const REGION = 'oakland';

const load = (id: number): KeptLoad => ({
  id,
  lane: {
    terminal: 'trm_1',
    terminalType: 'marine',
    originState: 'CA',
    destinationState: 'CA',
    zip3: '945',
  },
  slot: slotOf(3, 0.1),
  contributor: id,
  count: 1,
});

async function marketOf(...ids: number[]) {
  const market = createInMemoryMarket();
  const weeks = new Map([[WEEK, new Map(ids.map((id) => [id, load(id)]))]]);
  await importLoads(market, 'operator', { region: REGION, weeks }, WEEK);
  return market;
}

const publish = (market: ReturnType<typeof createInMemoryMarket>) => publishMarket(market, dieselFor, WEEK);

describe('a publication', () => {
  it('comes where something is new, and only there', async () => {
    const market = await marketOf(1, 2, 3);
    expect(await publish(market)).toBe(true);
    expect(await publish(market)).toBe(false);
    expect((await market.summary())?.version).toBe(1);
  });

  it('comes again for cells that were being written when another one came between', async () => {
    const market = await marketOf(1, 2, 3);
    await market.notePending(REGION, [WEEK]);
    const { stamp, pending } = await market.beginCells(REGION);
    expect(await publish(market)).toBe(true);

    await market.settle(REGION, pending, stamp);
    expect(await publish(market)).toBe(true);
  });

  it('comes again for cells that a killed import left to the next one', async () => {
    const market = await marketOf(1, 2, 3);
    await publish(market);
    await market.notePending(REGION, [WEEK]);
    await market.beginCells(REGION);

    await refreshCells(market, REGION, WEEK);
    expect(await publish(market)).toBe(true);
  });
});
