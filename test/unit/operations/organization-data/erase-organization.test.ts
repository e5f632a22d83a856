import { describe, expect, it } from 'vitest';
import { createOrganization } from '../../../../shared/accounts/provisioning/create-organization.ts';
import type { Provisioning } from '../../../../shared/accounts/provisioning/provisioning.ts';
import { eraseOrganization } from '../../../../shared/operations/organization-data/erase-organization.ts';
import type { OrganizationDataStore } from '../../../../shared/operations/organization-data/organization-data-store.ts';
import type { RecordKind } from '../../../../shared/operations/organization-data/organization-record.ts';
import { createInMemoryOrganizationData } from '../../../support/in-memory-organization-data.ts';
import {
  Crash,
  crashingPorts,
  provisioningUnderTest,
  STANDARD_REQUEST,
} from '../../../support/provisioning-under-test.ts';

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
  it('takes everything of one organization and nothing of another', async () => {
    const { parts, erased, kept, heldOf, gateway, provisioning } = await twoOrganizations();

    await expect(eraseOrganization(parts, erased)).resolves.toEqual({
      outcome: 'erased',
      erased: {
        counts: {
          ...{ webhook: 2, strategy: 1, usage: 1, 'remembered-answer': 1, quote: 2, 'quote-detail': 2 },
          ...{ event: 1, delivery: 2, key: 2, organization: 1 },
          ...{ rfp: 1, 'rfp-lanes': 1, 'rfp-results': 1, 'rfp-summary': 1 },
        },
        gateway: { keys: 1, plans: 1 },
      },
    });
    expect([heldOf(erased), heldOf(kept)]).toEqual([0, EVERYTHING.length]);
    await expect(provisioning.organizations.find(erased)).resolves.toBeUndefined();
    await expect(provisioning.organizations.find(kept)).resolves.toMatchObject({ status: 'active' });
    expect([...gateway.keys.values(), ...gateway.plans.values()].map(({ orgId }) => orgId)).toEqual([
      kept,
      kept,
    ]);
  });

  it('rejects an organization that is active, and touches nothing of it', async () => {
    const { parts, kept, heldOf, gateway } = await twoOrganizations();

    await expect(eraseOrganization(parts, kept)).resolves.toEqual({ outcome: 'active' });
    expect([heldOf(kept), gateway.keys.size]).toEqual([EVERYTHING.length, 2]);
  });

  it('deletes webhooks first, and the rest when no call and no delivery is under way', async () => {
    const { parts, erased, pass } = await twoOrganizations();
    const steps: string[] = [];
    const dataStore: OrganizationDataStore = {
      ...parts.dataStore,
      delete: async (records) => {
        steps.push(...records.map(({ kind }) => kind));
        await parts.dataStore.delete(records);
      },
    };
    const pause = async (ms: number) => {
      steps.push(`${ms / 1000} s`);
      pass(ms);
    };
    pass(90_000);

    await eraseOrganization({ ...parts, dataStore, pause }, erased);

    // Suspended for 90 seconds: calls may go on for 30 more, deliveries for 60.
    expect(steps.slice(0, 4)).toEqual(['webhook', 'webhook', '60 s', 'rfp']);
    // A chunk that is priced meanwhile needs the strategy, and can give back calls.
    expect(steps.indexOf('strategy')).toBeGreaterThan(steps.lastIndexOf('rfp-summary'));
    expect(steps.indexOf('usage')).toBeGreaterThan(steps.lastIndexOf('rfp-summary'));
    // The second wait is for cached API keys.
    expect(steps.filter((step) => step.endsWith(' s'))).toEqual(['60 s', '50 s']);
  });

  it('deletes the gateway key when no authorizer has an API key in its cache', async () => {
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

    await eraseOrganization(recording, erased);

    expect(steps.slice(steps.indexOf('key'))).toEqual([
      ...['key', 'key', '50 s', 'gateway key', 'key-register'],
    ]);
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

  it('waits for nothing where the organization has long been suspended and has neither webhooks nor API keys', async () => {
    const { parts, erased, dataStore, pass } = await twoOrganizations();
    const others = dataStore.held.filter(({ kind }) => kind !== 'webhook' && kind !== 'key');
    dataStore.held.splice(0, dataStore.held.length, ...others);
    pass(120_000);
    const pause = async () => {
      throw new Error('It waited');
    };

    await expect(eraseOrganization({ ...parts, pause }, erased)).resolves.toMatchObject({
      outcome: 'erased',
    });
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

  it('is done once by two at the same time', async () => {
    const { parts, erased, kept, heldOf } = await twoOrganizations();

    const outcomes = await Promise.all([eraseOrganization(parts, erased), eraseOrganization(parts, erased)]);

    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['erased', 'erased']);
    expect([heldOf(erased), heldOf(kept)]).toEqual([0, EVERYTHING.length]);
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

  it('of what was never there, or is gone, finds nothing', async () => {
    const { parts } = await twoOrganizations();

    await expect(eraseOrganization(parts, 'org_none')).resolves.toEqual({
      outcome: 'erased',
      erased: { counts: {}, gateway: { keys: 0, plans: 0 } },
    });
  });
});
