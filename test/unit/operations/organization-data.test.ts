import { describe, expect, it } from '@jest/globals';
import { createOrganization } from '../../../shared/accounts/provisioning/create-organization.ts';
import type { Provisioning } from '../../../shared/accounts/provisioning/provisioning.ts';
import { cellToBytes, slotOf } from '../../../shared/market/cells/market-cell.ts';
import { importLoads } from '../../../shared/market/importing/import-loads.ts';
import { publishMarket } from '../../../shared/market/importing/publish-market.ts';
import { shareLoads } from '../../../shared/market/importing/share-loads.ts';
import { type LoadOwner, organizationOwner } from '../../../shared/market/loads/load-owner.ts';
import { kindOf } from '../../../shared/market/loads/market-levels.ts';
import type { LoadRecord } from '../../../shared/market/loads/week-loads.ts';
import type { OrganizationDataStore } from '../../../shared/operations/organization-data/dynamodb-organization-data-store.ts';
import { eraseOrganization } from '../../../shared/operations/organization-data/erase-organization.ts';
import type {
  OrganizationRecord,
  RecordKind,
} from '../../../shared/operations/organization-data/organization-record.ts';
import { weekNumber } from '../../../shared/platform/time/utc-calendar.ts';
import { createInMemoryMarket, type InMemoryMarket } from '../../support/in-memory-market.ts';
import { createInMemoryOrganizationData } from '../../support/in-memory-organization-data.ts';
import {
  Crash,
  crashingPorts,
  provisioningUnderTest,
  STANDARD_REQUEST,
} from '../../support/provisioning-under-test.ts';

const EVERYTHING = [
  ...['webhook', 'webhook', 'strategy', 'usage', 'remembered-answer', 'quote', 'quote-detail'],
  ...['quote', 'quote-detail', 'event', 'delivery', 'delivery', 'key', 'key'],
  ...['rfp', 'rfp-lanes', 'rfp-results', 'rfp-summary'],
] as RecordKind[];

const ENTERPRISE = { ...STANDARD_REQUEST, plan: { name: 'enterprise', requestsPerMinute: 60 } } as const;

/** Two organizations that hold the same, the first of them suspended. */
async function twoOrganizations() {
  const test = provisioningUnderTest();
  const { provisioning, pass } = test;
  const dataStore = createInMemoryOrganizationData(provisioning.organizations);
  const orgIds: string[] = [];
  for (const request of [ENTERPRISE, ENTERPRISE]) {
    const created = await createOrganization(provisioning, request);
    if (!created.created) throw new Error(created.fault);
    orgIds.push(created.organization.orgId);
    dataStore.add(created.organization.orgId, ...EVERYTHING);
  }
  const [erased = '', kept = ''] = orgIds;
  await provisioning.organizations.setStatus(erased, 'suspended', provisioning.now().toISOString());
  const lines: string[] = [];
  const parts = {
    provisioning,
    dataStore: dataStore.data.dataStore,
    loadsRemoval: dataStore.data.loadsRemoval,
    quiet: { callsEndAfter: 120_000, sendersEndAfter: 60_000, cachedKeysEndAfter: 50_000 },
    pause: async (ms: number) => pass(ms),
    notify: (line: string) => void lines.push(line),
  };
  const heldOf = (orgId: string) => dataStore.held.filter((record) => record.orgId === orgId).length;
  return { ...test, dataStore, parts, erased, kept, heldOf, lines };
}

/** The same ports; the machine dies at the `nth` call of any of them. */
function portsThatCrash(
  parts: { provisioning: Provisioning; dataStore: OrganizationDataStore },
  nth: number,
  when: 'before' | 'after',
) {
  let calls = 0;
  const step = async <Answer>(call: () => Promise<Answer>): Promise<Answer> => {
    calls += 1;
    if (calls === nth && when === 'before') throw new Crash();
    const answer = await call();
    if (calls >= nth) throw new Crash();
    return answer;
  };
  return {
    provisioning: crashingPorts(parts.provisioning, Math.ceil(nth / 2), when),
    dataStore: {
      ...parts.dataStore,
      delete: (records: Parameters<OrganizationDataStore['delete']>[0]) =>
        step(() => parts.dataStore.delete(records)),
    },
  };
}

describe('an erasure', () => {
  it('deletes webhooks first, then the rest when nothing is under way, and the gateway key when no key is cached', async () => {
    const { parts, erased, dataStore, provisioning, pass } = await twoOrganizations();
    dataStore.add(erased, 'key-register');
    const steps: string[] = [];
    const recording = {
      ...parts,
      dataStore: {
        ...parts.dataStore,
        delete: async (records: Parameters<OrganizationDataStore['delete']>[0]) => {
          steps.push(...records.map(({ kind }) => kind));
          await parts.dataStore.delete(records);
        },
      },
      provisioning: {
        ...provisioning,
        gatewayKeys: {
          ...provisioning.gatewayKeys,
          deleteKey: async (id: string) => {
            steps.push('gateway key');
            await provisioning.gatewayKeys.deleteKey(id);
          },
        },
      },
      pause: async (ms: number) => {
        steps.push(`${ms / 1000} s`);
        pass(ms);
      },
    };
    pass(90_000);

    await eraseOrganization(recording, erased);

    // Suspended for 90 seconds: calls may go on for 30 more, deliveries for 60.
    expect(steps.slice(0, 4)).toEqual(['webhook', 'webhook', '60 s', 'rfp']);
    // A chunk that is priced meanwhile needs the strategy, and can give back calls.
    expect(steps.indexOf('strategy')).toBeGreaterThan(steps.lastIndexOf('rfp-summary'));
    expect(steps.indexOf('usage')).toBeGreaterThan(steps.lastIndexOf('rfp-summary'));
    // The second wait is for cached API keys.
    expect(steps.filter((step) => step.endsWith(' s'))).toEqual(['60 s', '50 s']);
    expect(steps.slice(steps.indexOf('key'))).toEqual(['key', 'key', '50 s', 'gateway key', 'key-register']);
  });

  it('waits again for cached API keys if it was interrupted while it waited', async () => {
    const { parts, erased, dataStore, gateway, pass } = await twoOrganizations();
    dataStore.held.splice(0, 2);
    dataStore.add(erased, 'key-register');
    pass(120_000);
    const interrupted = {
      ...parts,
      pause: async () => {
        throw new Crash();
      },
    };
    await expect(eraseOrganization(interrupted, erased)).rejects.toThrow(Crash);
    expect(gateway.keys.size).toBe(2);
    const waits: number[] = [];

    const pause = async (ms: number) => void waits.push(ms);
    await expect(eraseOrganization({ ...parts, pause }, erased)).resolves.toMatchObject({
      outcome: 'erased',
    });
    expect(waits).toEqual([50_000]);
    expect(gateway.keys.size).toBe(1);
  });

  it.each(['before', 'after'] as const)('goes on after a crash at any step, %s its effect', async (when) => {
    let cutOff = 0;
    for (let nth = 1; ; nth++) {
      const { parts, erased, kept, heldOf, gateway, provisioning } = await twoOrganizations();
      const first = await eraseOrganization({ ...parts, ...portsThatCrash(parts, nth, when) }, erased).catch(
        (error: unknown) => error,
      );
      if (!(first instanceof Crash)) break;
      cutOff += 1;

      await expect(eraseOrganization(parts, erased)).resolves.toMatchObject({ outcome: 'erased' });
      expect([heldOf(erased), heldOf(kept)]).toEqual([0, EVERYTHING.length]);
      expect([gateway.keys.size, gateway.plans.size]).toEqual([1, 1]);
      await expect(provisioning.organizations.find(erased)).resolves.toBeUndefined();
    }
    expect(cutOff).toBeGreaterThan(10);
  });

  it('finds by its recount what was written meanwhile, and deletes it', async () => {
    const { parts, erased, dataStore, heldOf } = await twoOrganizations();
    let late = true;
    const notify = (line: string) => {
      if (line.startsWith('Counting') && late) {
        late = false;
        dataStore.add(erased, 'quote', 'key');
      }
    };

    await expect(eraseOrganization({ ...parts, notify }, erased)).resolves.toMatchObject({
      outcome: 'erased',
    });
    expect(heldOf(erased)).toBe(0);
  });

  it('reports remaining records if another process continues to write', async () => {
    const { parts, erased, dataStore } = await twoOrganizations();
    const notify = (line: string) => {
      if (line.startsWith('Counting')) dataStore.add(erased, 'usage');
    };

    await expect(eraseOrganization({ ...parts, notify }, erased)).resolves.toEqual({
      outcome: 'left-over',
      left: { counts: { usage: 1 }, gateway: { keys: 0, plans: 0 } },
    });
  });
});

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
  const { version: _, ...summary } = (await market.summary()) ?? {};
  const cells = [...market.allCells]
    .filter(([, { cell }]) => cell.weeks.size > 0)
    .map(([key, { cell }]) => [key, Buffer.from(cellToBytes(cell)).toString('hex')] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return { cells, summary };
}

/** A market of the operator and two organizations, one of them to be erased, if it is there at all. */
async function marketOfTwo({ present = true, pooled = true } = {}) {
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
  await publishMarket(market, THIS_WEEK);
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
  it('leaves the market as if it had never been there, also if its loads were not pooled', async () => {
    const without = await marketOfTwo({ present: false });
    const { market, parts, erased } = await marketOfTwo({ pooled: false });
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
      const without = named(await marketOf((await marketOfTwo({ present: false })).market));
      let killed = 0;
      for (let writes = 0; ; writes++) {
        const { market, parts, erased, dieAt } = await marketOfTwo();
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
    const without = await marketOfTwo({ present: false });
    const { market, parts, erased } = await marketOfTwo();

    const both = await Promise.all([eraseOrganization(parts, erased), eraseOrganization(parts, erased)]);

    expect(both.map(({ outcome }) => outcome)).toEqual(['erased', 'erased']);
    expect(named(await marketOf(market))).toBe(named(await marketOf(without.market)));
  });
});
