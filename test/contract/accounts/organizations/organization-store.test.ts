import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { issueApiKey } from '../../../../shared/accounts/api-keys/api-key-record.ts';
import type { UsageTerms } from '../../../../shared/accounts/organizations/dynamodb-organization-store.ts';
import type { Organization } from '../../../../shared/accounts/organizations/organization.ts';
import {
  at,
  BOTH_SCOPES,
  ENGINES,
  type Ports,
  standardOrganization,
  storeOrganization,
} from './ports-under-test.ts';

const ENTERPRISE: Partial<Organization> = {
  plan: { name: 'enterprise', requestsPerMinute: 60 },
  gatewayKey: { id: 'own', value: 'value-of-own', planId: 'plan-own' },
};

const TO_ENTERPRISE = {
  from: 'old',
  to: { id: 'new', value: 'value-of-new', planId: 'plan-new' },
  plan: { name: 'enterprise', requestsPerMinute: 6000 },
  retire: { id: 'old', until: at(30).toISOString() },
} as const;

const TO_STANDARD = {
  from: 'own',
  to: { id: 'shared', value: 'value-of-shared', planId: 'standard' },
  plan: { name: 'standard' },
  retire: { id: 'own', planId: 'plan-own', until: at(30).toISOString() },
} as const;

const T1 = at(10).toISOString();
const T2 = at(20).toISOString();

describe.each(ENGINES)('organizations in %s', (_engine, start) => {
  let ports: Ports;
  beforeAll(async () => {
    ports = await start();
  });
  afterAll(() => ports.stop());

  describe('an organization', () => {
    it.each([
      ['standard', {}],
      ['enterprise', ENTERPRISE],
      [
        'suspended, without billing, with a limit of 0',
        { status: 'suspended', billing: false, usageLimit: 0 } as const,
      ],
      ['with a limit of quotes', { quoteLimit: 0 }],
      ['with a replaced gateway key', { retiring: [TO_ENTERPRISE.retire] }],
      ['with a replaced gateway key and plan', { retiring: [TO_STANDARD.retire] }],
    ])('%s is found as it was stored, with its key', async (_kind, change) => {
      const { organization, record, orgId } = await storeOrganization(ports, change);

      await expect(ports.organizations.find(orgId)).resolves.toEqual(organization);
      await expect(ports.directory.findOrganization(orgId)).resolves.toEqual(organization);
      const { gatewayKey: _key, retiring: _retiring, ...withoutKeys } = organization;
      await expect(ports.findWithoutKeys(orgId)).resolves.toEqual(withoutKeys);
      await expect(ports.directory.findKey(record.hash)).resolves.toEqual(record);
    });

    it('has a quote limit set and removed, also with other terms', async () => {
      const { organization, orgId } = await storeOrganization(ports, { billing: true, usageLimit: 5 });
      const { organizations } = ports;
      const changedBy = async (terms: UsageTerms) => {
        await expect(organizations.setUsageTerms(orgId, terms)).resolves.toBe('set');
        return organizations.find(orgId);
      };

      expect(await changedBy({ quoteLimit: 0 })).toEqual({ ...organization, quoteLimit: 0 });
      expect(await changedBy({ billing: true })).toEqual({ ...organization, quoteLimit: 0 });
      expect(await changedBy({ quoteLimit: null })).toEqual(organization);
      expect(await changedBy({ quoteLimit: null })).toEqual(organization);
      expect(await changedBy({ quoteLimit: 9, usageLimit: 6 })).toEqual({
        ...organization,
        quoteLimit: 9,
        usageLimit: 6,
      });
      expect(await changedBy({ quoteLimit: null, usageLimit: 5 })).toEqual(organization);
      await expect(organizations.setUsageTerms('org_none', { quoteLimit: null })).resolves.toBe(
        'unknown-organization',
      );
    });

    it('is not found if it does not exist', async () => {
      await expect(ports.organizations.find('org_none')).resolves.toBeUndefined();
      await expect(ports.directory.findOrganization('org_none')).resolves.toBeUndefined();
      await expect(ports.findWithoutKeys('org_none')).resolves.toBeUndefined();
      await expect(ports.directory.findKey('0'.repeat(64))).resolves.toBeUndefined();
    });

    it('does not replace another, and its key is not stored without it', async () => {
      const { organization, orgId } = await storeOrganization(ports);
      const { record: other } = issueApiKey({ ...BOTH_SCOPES, orgId }, at(2));

      await expect(ports.organizations.create({ ...organization, name: 'Taken' }, other)).rejects.toThrow();

      await expect(ports.organizations.find(orgId)).resolves.toEqual(organization);
      await expect(ports.directory.findKey(other.hash)).resolves.toBeUndefined();
    });

    it('is not stored without its key', async () => {
      const { record } = await storeOrganization(ports);
      const organization = standardOrganization();

      await expect(ports.organizations.create(organization, record)).rejects.toThrow();
      await expect(ports.organizations.find(organization.orgId)).resolves.toBeUndefined();
    });

    it('is listed with all others, oldest first, without keys', async () => {
      const { orgId: second } = await storeOrganization(ports, { createdAt: at(2).toISOString() });
      const { orgId: first } = await storeOrganization(ports, { createdAt: at(1).toISOString() });

      const listed = await ports.organizations.list();

      const places = [first, second].map((orgId) => listed.findIndex((one) => one.orgId === orgId));
      expect(places).not.toContain(-1);
      expect(places[0]).toBeLessThan(places[1] ?? 0);
      await expect(ports.organizations.find(first)).resolves.toEqual(listed[places[0] ?? 0]);
    });

    it('is suspended and resumed without other changes', async () => {
      const { organization, orgId } = await storeOrganization(ports, ENTERPRISE);

      await expect(ports.organizations.setStatus(orgId, 'suspended', T1)).resolves.toBe('set');
      await expect(ports.organizations.setStatus(orgId, 'suspended', T2)).resolves.toBe('set');
      await expect(ports.organizations.find(orgId)).resolves.toEqual({
        ...organization,
        status: 'suspended',
        suspendedAt: T1,
      });
      await expect(ports.organizations.setStatus(orgId, 'active', T2)).resolves.toBe('set');
      await expect(ports.organizations.find(orgId)).resolves.toEqual(organization);
    });

    it('has its deliveries stopped and started without other changes', async () => {
      const { organization, orgId } = await storeOrganization(ports, ENTERPRISE);

      for (const deliveriesStopped of [true, false]) {
        await expect(ports.organizations.setUsageTerms(orgId, { deliveriesStopped })).resolves.toBe('set');
        await expect(ports.organizations.find(orgId)).resolves.toEqual({
          ...organization,
          deliveriesStopped,
        });
      }
    });

    it('is erased only if it is suspended, and cannot be resumed afterwards', async () => {
      const { organization, orgId } = await storeOrganization(ports);

      await expect(ports.organizations.beginErasure(orgId, T1)).resolves.toBe('active');
      await expect(ports.organizations.find(orgId)).resolves.toEqual(organization);
      await ports.organizations.setStatus(orgId, 'suspended', T1);
      await expect(ports.organizations.beginErasure(orgId, T2)).resolves.toBe('begun');
      await expect(ports.organizations.beginErasure(orgId, at(50).toISOString())).resolves.toBe('begun');
      await expect(ports.organizations.setStatus(orgId, 'active', T2)).resolves.toBe('being-erased');
      await expect(ports.organizations.find(orgId)).resolves.toEqual({
        ...organization,
        status: 'suspended',
        suspendedAt: T1,
        erasingSince: T2,
      });
    });

    it('is deleted once, only while it is being erased', async () => {
      const { orgId } = await storeOrganization(ports);
      await ports.organizations.setStatus(orgId, 'suspended', T1);

      await expect(ports.organizations.remove(orgId)).rejects.toThrow();
      await ports.organizations.beginErasure(orgId, T2);
      await expect(ports.organizations.remove(orgId)).resolves.toBe(true);
      await expect(ports.organizations.remove(orgId)).resolves.toBe(false);
      await expect(ports.organizations.find(orgId)).resolves.toBeUndefined();
      await expect(ports.organizations.beginErasure(orgId, T2)).resolves.toBe('unknown-organization');
    });

    it('has recorded actions of operators in the logs of both modes or of one', async () => {
      const { orgId } = await storeOrganization(ports);
      const details = { event: 'rfp.created', eventId: 'evt_1' };
      const { recordAction } = ports.organizations;
      await expect(recordAction(orgId, { action: 'organization.exported' })).resolves.toBe('recorded');
      await expect(recordAction(orgId, { action: 'event.sent', details }, ['live'])).resolves.toBe(
        'recorded',
      );

      const recorded = async (mode: 'test' | 'live') =>
        (await ports.events({ orgId, mode }))
          .filter(({ action }) => action === 'organization.exported' || action === 'event.sent')
          .map(({ action, author, target, details: facts }) => [action, author.type, target.id, facts]);
      const [exported, ...others] = await recorded('live');
      expect([exported?.slice(0, 3), others]).toEqual([
        ['organization.exported', 'operator', orgId],
        [['event.sent', 'operator', orgId, details]],
      ]);
      expect(await recorded('test')).toEqual([exported]);
    });

    it('that is unknown gets no recorded action', async () => {
      const action = { action: 'organization.exported' } as const;
      await expect(ports.organizations.recordAction('org_none', action)).resolves.toBe(
        'unknown-organization',
      );
      await expect(ports.events({ orgId: 'org_none', mode: 'test' })).resolves.toEqual([]);
    });

    it('that is unknown is not created by a suspension', async () => {
      await expect(ports.organizations.setStatus('org_none', 'suspended', T1)).resolves.toBe(
        'unknown-organization',
      );
      await expect(ports.organizations.find('org_none')).resolves.toBeUndefined();
    });
  });

  describe('a rate', () => {
    it('is set on the enterprise plan', async () => {
      const { organization, orgId } = await storeOrganization(ports, ENTERPRISE);

      await expect(ports.organizations.setRequestsPerMinute(orgId, 'own', 90)).resolves.toBe('set');
      await expect(ports.organizations.find(orgId)).resolves.toEqual({
        ...organization,
        plan: { name: 'enterprise', requestsPerMinute: 90 },
      });
    });

    it('is not set on the standard plan, for another gateway key, or for an unknown organization', async () => {
      const standard = await storeOrganization(ports);
      const enterprise = await storeOrganization(ports, ENTERPRISE);

      for (const [orgId, gatewayKeyId] of [
        [standard.orgId, 'old'],
        [enterprise.orgId, 'another'],
        ['org_none', 'own'],
      ] as const) {
        await expect(ports.organizations.setRequestsPerMinute(orgId, gatewayKeyId, 90)).resolves.toBe(
          'changed-meanwhile',
        );
      }
      await expect(ports.organizations.find(standard.orgId)).resolves.toEqual(standard.organization);
      await expect(ports.organizations.find(enterprise.orgId)).resolves.toEqual(enterprise.organization);
    });
  });

  describe('a switch of gateway keys', () => {
    it.each([
      ['to enterprise', {}, TO_ENTERPRISE],
      ['to standard', ENTERPRISE, TO_STANDARD],
    ])('%s changes plan and key at once and records the replaced one', async (_case, from, change) => {
      const { organization, orgId } = await storeOrganization(ports, from);

      await expect(ports.organizations.switchGatewayKey(orgId, change)).resolves.toBe('switched');
      await expect(ports.organizations.find(orgId)).resolves.toEqual({
        ...organization,
        plan: change.plan,
        gatewayKey: change.to,
        retiring: [change.retire],
      });
    });

    it('in the same plan keeps its rate, which may have been changed meanwhile', async () => {
      const { organization, orgId } = await storeOrganization(ports, ENTERPRISE);
      const { gatewayKey } = organization;
      await ports.organizations.setRequestsPerMinute(orgId, gatewayKey.id, 77);
      const retire = { id: gatewayKey.id, until: TO_ENTERPRISE.retire.until };
      const to = { ...gatewayKey, id: 'newer', value: 'newer' };
      const change = { from: gatewayKey.id, to, plan: organization.plan, keepsPlan: true, retire };

      await expect(ports.organizations.switchGatewayKey(orgId, change)).resolves.toBe('switched');
      await expect(ports.organizations.find(orgId)).resolves.toMatchObject({
        plan: { name: 'enterprise', requestsPerMinute: 77 },
        gatewayKey: { id: 'newer' },
      });
    });

    it('fails if another change came first or the organization is unknown', async () => {
      const { orgId } = await storeOrganization(ports);
      await ports.organizations.switchGatewayKey(orgId, TO_ENTERPRISE);
      const first = await ports.organizations.find(orgId);
      const second = { ...TO_ENTERPRISE, to: { ...TO_ENTERPRISE.to, id: 'late' } };

      await expect(ports.organizations.switchGatewayKey(orgId, second)).resolves.toBe('changed-meanwhile');
      await expect(ports.organizations.find(orgId)).resolves.toEqual(first);
      await expect(ports.organizations.switchGatewayKey('org_none', second)).resolves.toBe(
        'changed-meanwhile',
      );
      await expect(ports.organizations.find('org_none')).resolves.toBeUndefined();
    });

    it('removes the entry of a deleted key and keeps the other entries', async () => {
      const { orgId } = await storeOrganization(ports, {
        retiring: [TO_ENTERPRISE.retire, TO_STANDARD.retire],
      });

      await ports.organizations.removeRetiredKey(orgId, 'old');
      await ports.organizations.removeRetiredKey(orgId, 'old');
      await ports.organizations.removeRetiredKey('org_none', 'old');

      expect((await ports.organizations.find(orgId))?.retiring).toEqual([TO_STANDARD.retire]);
      await expect(ports.organizations.find('org_none')).resolves.toBeUndefined();
    });
  });
});
