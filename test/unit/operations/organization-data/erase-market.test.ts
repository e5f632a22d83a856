import { describe, expect, it } from 'vitest';
import { createOrganization } from '../../../../shared/accounts/provisioning/create-organization.ts';
import { dieselFor } from '../../../../shared/costs/diesel/diesel-lookup.ts';
import { cellToBytes } from '../../../../shared/market/cells/cell-bytes.ts';
import { slotOf } from '../../../../shared/market/cells/market-cell.ts';
import { importLoads } from '../../../../shared/market/importing/import-loads.ts';
import { shareLoads } from '../../../../shared/market/importing/share-loads.ts';
import { type LoadOwner, organizationOwner } from '../../../../shared/market/loads/load-owner.ts';
import { kindOf } from '../../../../shared/market/loads/market-levels.ts';
import type { LoadRecord } from '../../../../shared/market/loads/week-loads.ts';
import { publishMarket } from '../../../../shared/market/publishing/publish-market.ts';
import { eraseOrganization } from '../../../../shared/operations/organization-data/erase-organization.ts';
import type { OrganizationRecord } from '../../../../shared/operations/organization-data/organization-record.ts';
import { weekNumber } from '../../../../shared/platform/time/utc-week.ts';
import { createInMemoryMarket, type InMemoryMarket } from '../../../support/in-memory-market.ts';
import { createInMemoryOrganizationData } from '../../../support/in-memory-organization-data.ts';
import { Crash, provisioningUnderTest, STANDARD_REQUEST } from '../../../support/provisioning-under-test.ts';

const THIS_WEEK = weekNumber('2026-03-01');

const load = (id: number, zip3: string): LoadRecord => ({
  id,
  lane: {
    terminal: `trm_${id % 2}`,
    terminalType: 'marine',
    originState: 'CA',
    destinationState: 'CA',
    zip3,
  },
  slot: slotOf(kindOf(45, true, 'container_40'), (id % 20) / 100),
  contributor: id % 5,
  count: 1,
});

/** Four loads of each of two weeks; `own` ones also go to an area of no other organization. */
async function bring(market: InMemoryMarket, owner: LoadOwner, first: number, own = ''): Promise<void> {
  for (const week of [THIS_WEEK - 1, THIS_WEEK]) {
    const loads = Array.from({ length: 4 }, (_, position) => {
      const id = first + 4 * (week - THIS_WEEK) + position;
      return load(id, own !== '' && position === 0 ? own : '917');
    });
    const weeks = new Map([[week, new Map(loads.map((one) => [one.id, one]))]]);
    await importLoads(market, owner, { freightMarket: 'los-angeles', weeks }, THIS_WEEK);
  }
}

/** What everybody is answered from. */
async function marketOf(market: InMemoryMarket) {
  const { version: _, stamps: _stamps, ...summary } = (await market.summary()) ?? {};
  const cells = [...market.allCells]
    .filter(([, { cell }]) => cell.weeks.size > 0)
    .map(([key, { cell }]) => [key, Buffer.from(cellToBytes(cell)).toString('hex')] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return { cells, summary };
}

/** A market of the operator and two organizations, one of them to be erased, if it is there at all. */
async function twoOrganizations({ present = true, pooled = true } = {}) {
  const { provisioning } = provisioningUnderTest();
  let left = Number.POSITIVE_INFINITY;
  let when: 'before' | 'after' = 'before';
  const market = createInMemoryMarket(() => {
    left -= 1;
    if (left < 0) throw new Crash();
  });
  const { data } = createInMemoryOrganizationData(provisioning.organizations, market, provisioning.now);
  const erased = 'org_erased';
  const kept = await createOrganization(provisioning, STANDARD_REQUEST);
  if (!kept.created) throw new Error(kept.fault);
  await bring(market, 'operator', 1_000);
  for (const orgId of [kept.organization.orgId, ...(present ? [erased] : [])]) {
    const owner = organizationOwner(orgId, 'live');
    await market.register(owner, false);
    await bring(market, owner, orgId === erased ? 2_000 : 3_000, orgId === erased ? '852' : '');
    if (pooled || orgId !== erased) await shareLoads(market, owner, true, THIS_WEEK);
  }
  if (present) {
    const owner = organizationOwner(erased, 'test');
    await market.register(owner, false);
    await bring(market, owner, 4_000);
  }
  await publishMarket(market, dieselFor, THIS_WEEK);
  const parts = {
    provisioning,
    dataStore: {
      ...data.dataStore,
      delete: async (records: readonly OrganizationRecord[]) => {
        if (when === 'before' && --left < 0) throw new Crash();
        await data.dataStore.delete(records);
        if (when === 'after' && --left < 0) throw new Crash();
      },
    },
    loadsRemoval: data.loadsRemoval,
    quiet: { callsEndAfter: 0, sendersEndAfter: 0, cachedKeysEndAfter: 0 },
    pause: async () => {},
    notify: () => {},
  };
  return {
    market,
    parts,
    erased,
    /** Has the machine die at a write, before it or, where it is a deletion, after it. */
    dieAt: (writes: number, at: 'before' | 'after' = 'before') => {
      left = writes;
      when = at;
    },
  };
}

/** The other organization has an id of its own in each market. */
const named = (value: unknown): string => JSON.stringify(value).replaceAll(/org_(?!erased)\w+/g, 'org_other');

describe('an erasure of an organization that has loads in the market', () => {
  it.each([
    ['pooled', true],
    ['its own alone', false],
  ])('leaves the market as if it had never been there: %s', async (_, pooled) => {
    const without = await twoOrganizations({ present: false });
    const { market, parts, erased } = await twoOrganizations({ pooled });
    const before = await marketOf(market);

    const result = await eraseOrganization(parts, erased);

    expect(result).toMatchObject({
      outcome: 'erased',
      erased: { counts: { 'market-loads': 4, 'market-sharing': 1, 'market-owner': 1 } },
    });
    expect(named(before)).not.toBe(named(await marketOf(without.market)));
    expect(named(await marketOf(market))).toBe(named(await marketOf(without.market)));
    const names = [...market.allLoads.keys(), ...market.allCells.keys(), ...(await market.sharing()).keys()];
    expect(names.filter((name) => name.includes(erased))).toEqual([]);
  });

  it.each(['before', 'after'] as const)(
    'goes on where it was killed at any write, %s a deletion',
    async (when) => {
      const without = named(await marketOf((await twoOrganizations({ present: false })).market));
      let killed = 0;
      for (let writes = 0; ; writes++) {
        const { market, parts, erased, dieAt } = await twoOrganizations();
        dieAt(writes, when);
        const first = await eraseOrganization(parts, erased).catch((error: unknown) => error);
        dieAt(Number.POSITIVE_INFINITY);
        if (!(first instanceof Crash)) break;
        killed += 1;

        await expect(eraseOrganization(parts, erased)).resolves.toMatchObject({ outcome: 'erased' });
        expect(named(await marketOf(market))).toBe(without);
        expect([...market.allLoads.keys()].filter((name) => name.includes(erased))).toEqual([]);
      }
      expect(killed).toBeGreaterThan(20);
    },
  );

  it('ends as one where two do it at once', async () => {
    const without = await twoOrganizations({ present: false });
    const { market, parts, erased } = await twoOrganizations();

    const both = await Promise.all([eraseOrganization(parts, erased), eraseOrganization(parts, erased)]);

    expect(both.map(({ outcome }) => outcome)).toEqual(['erased', 'erased']);
    expect(named(await marketOf(market))).toBe(named(await marketOf(without.market)));
  });

  it('publishes nothing where it never had any', async () => {
    const { market, parts } = await twoOrganizations({ present: false });
    const { version } = (await market.summary()) ?? {};

    await eraseOrganization(parts, 'org_none');

    expect((await market.summary())?.version).toBe(version);
  });
});
