import { describe, expect, it } from 'vitest';
import {
  gatewayResourceName,
  readGatewayResourceName,
} from '../../../../shared/accounts/gateway-plans/gateway-resource-name.ts';
import { newOrgId } from '../../../../shared/accounts/organizations/organization.ts';

describe('the name of a gateway key or plan', () => {
  it('contains the organization and the creation time', () => {
    const orgId = newOrgId();
    const madeAt = new Date('2026-03-01T12:00:00.123Z');

    expect(readGatewayResourceName('prod', gatewayResourceName('prod', orgId, madeAt))).toEqual({
      orgId,
      madeAt,
    });
  });

  it.each([
    ['of another stage', 'freight-dev-org_a-1'],
    ['of a stage whose name begins alike', 'freight-prod-2-org_a-1'],
    ['made by a stack', 'StandardPlan-abc'],
    ['of a person', 'freight-prod-of-someone'],
    ['empty', ''],
  ])('%s is left alone', (_case, name) => {
    expect(readGatewayResourceName('prod', name)).toBeUndefined();
  });
});
