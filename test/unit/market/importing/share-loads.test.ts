import { describe, expect, it } from 'vitest';
import { registerOwner } from '../../../../shared/market/importing/share-loads.ts';
import { createInMemoryMarket } from '../../../support/in-memory-market.ts';

async function sharingAfter(owner: Parameters<typeof registerOwner>[1]) {
  const market = createInMemoryMarket();
  await registerOwner(market, owner);
  return market.sharing();
}

describe('the registration of an owner', () => {
  it('shares simulated loads, and not those of an organization', async () => {
    expect(await sharingAfter('simulated')).toEqual(new Map([['simulated', true]]));
    expect(await sharingAfter('org_1#live')).toEqual(new Map([['org_1#live', false]]));
  });

  it('stores nothing for the operator, whose loads are always shared', async () => {
    expect(await sharingAfter('operator')).toEqual(new Map());
  });
});
