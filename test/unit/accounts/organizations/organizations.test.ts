import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from '@jest/globals';
import {
  createDynamoDbFindOrganization,
  createDynamoDbKeyDirectory,
} from '../../../../shared/accounts/organizations/dynamodb-key-directory.ts';
import { newOrgId, organizationFault } from '../../../../shared/accounts/organizations/organization.ts';
import {
  choosePlan,
  enterpriseThrottle,
  requestsPerMinute,
  STANDARD_PLAN_THROTTLE,
} from '../../../../shared/accounts/organizations/organization-plan.ts';

describe('the plan of an organization', () => {
  it.each([
    ['standard', undefined],
    ['enterprise', 1],
    ['enterprise', 6_000_000],
  ])('can be %s with a rate of %s', (name, rate) => {
    expect(choosePlan(name, rate)).toEqual({
      valid: true,
      plan: rate === undefined ? { name } : { name, requestsPerMinute: rate },
    });
  });

  it.each([
    ['standard', 2000],
    ['enterprise', undefined],
    ['enterprise', 0],
    ['enterprise', 1.5],
    ['enterprise', Number.NaN],
    ['gold', 60],
    ['', undefined],
  ])('cannot be %s with a rate of %s', (name, rate) => {
    expect(choosePlan(name, rate)).toEqual({ valid: false, fault: expect.any(String) });
  });

  it('permits N calls per minute with a burst of N, at most the burst of the account; 1000 on the standard plan', () => {
    expect(enterpriseThrottle(6000)).toEqual({ rateLimit: 100, burstLimit: 6000 });
    expect(enterpriseThrottle(6000, 5000)).toEqual({ rateLimit: 100, burstLimit: 5000 });
    expect(enterpriseThrottle(600, 5000)).toEqual({ rateLimit: 10, burstLimit: 600 });
    expect(requestsPerMinute({ name: 'standard' })).toBe(1000);
    expect(STANDARD_PLAN_THROTTLE.rateLimit * 60).toBeCloseTo(1000, 0);
    expect(STANDARD_PLAN_THROTTLE.burstLimit).toBe(500);
  });
});

describe('an organization', () => {
  it('has a random ID', () => {
    const id = newOrgId();
    expect(id).toMatch(/^org_[0-9A-Za-z]{20}$/);
    expect(newOrgId()).not.toBe(id);
  });

  it.each(['A', 'x'.repeat(100), '\u{1f6a2}'.repeat(100)])('can have the name %s', (name) => {
    expect(organizationFault(name, 0)).toBeUndefined();
  });

  it.each(['', '  ', 'x'.repeat(101), '\u{1f6a2}'.repeat(101), 'two\nlines', 'x'.repeat(1_000)])(
    'cannot have the name %j',
    (name) => {
      expect(organizationFault(name, 0)).toContain('1 to 100 characters');
    },
  );

  it.each([0, 1, 1_000_000_000])('can have the limits %d', (limit) => {
    expect(organizationFault('Acme', limit, limit)).toBeUndefined();
  });

  it.each([-1, 1.5, 1_000_000_001, Number.NaN])('cannot have the limits %d', (limit) => {
    expect(organizationFault('Acme', limit)).toContain('The usage limit must be a whole number');
    expect(organizationFault('Acme', 0, limit)).toContain('The quote limit must be a whole number');
  });
});

/** DynamoDB Local answers every read consistently: only the request shows what a table in AWS would answer. */
it('reads keys and organizations consistently, and gateway keys only for the authorizer', async () => {
  const inputs: unknown[] = [];
  const send = async ({ input }: { readonly input: unknown }) => {
    inputs.push(input);
    return {};
  };
  const client = { send } as unknown as DynamoDBDocumentClient;
  const directory = createDynamoDbKeyDirectory(client, 'organizations');

  await directory.findKey('a'.repeat(64));
  await directory.findOrganization('org_1');
  await createDynamoDbFindOrganization(client, 'organizations')('org_1');

  const read = expect.objectContaining({ TableName: 'organizations', ConsistentRead: true });
  expect(inputs).toEqual([read, read, read]);
  expect(inputs[2]).toHaveProperty('ProjectionExpression', expect.stringContaining('#status'));
  expect(JSON.stringify(inputs[2])).not.toMatch(/gatewayKey|usagePlan|retiring/);
});
