import { describe, expect, it } from 'vitest';
import type { Organization } from '../../../../../shared/accounts/organizations/organization.ts';
import { createDeliveryStops } from '../../../../../shared/webhooks/deliveries/attempts/delivery-stops.ts';
import { later } from './doubles.ts';

const ACTIVE: Organization = {
  orgId: 'org_1',
  name: 'Acme',
  status: 'active',
  billing: true,
  usageLimit: 10,
  plan: { name: 'standard' },
  gatewayKey: { id: 'id', value: 'value', planId: 'plan' },
  retiring: [],
  createdAt: '2026-01-01T00:00:00.000Z',
};

describe('deliveries of an organization', () => {
  it.each<[string, Organization | undefined, boolean]>([
    ['is active', ACTIVE, false],
    ['is suspended', { ...ACTIVE, status: 'suspended' }, true],
    ['was stopped by an operator', { ...ACTIVE, deliveriesStopped: true }, true],
    ['was started again', { ...ACTIVE, deliveriesStopped: false }, false],
    ['has no record', undefined, false],
  ])('know whether they are stopped if it %s', async (_, organization, stopped) => {
    const isStopped = createDeliveryStops({
      findOrganization: async () => organization,
      now: () => later(0),
    });
    await expect(isStopped('org_1')).resolves.toBe(stopped);
  });

  it('are stopped within 20 seconds, and looked up no more often', async () => {
    let [ms, lookups] = [0, 0];
    let organization = ACTIVE;
    const isStopped = createDeliveryStops({
      now: () => later(ms),
      findOrganization: async () => {
        lookups += 1;
        return organization;
      },
    });
    await expect(isStopped('org_1')).resolves.toBe(false);
    organization = { ...ACTIVE, status: 'suspended' };
    ms = 19_999;
    await expect(isStopped('org_1')).resolves.toBe(false);
    expect(lookups).toBe(1);
    ms = 20_000;
    await expect(isStopped('org_1')).resolves.toBe(true);
    expect(lookups).toBe(2);
  });
});
