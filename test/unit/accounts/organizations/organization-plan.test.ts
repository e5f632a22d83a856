import { describe, expect, it } from '@jest/globals';
import {
  choosePlan,
  enterpriseThrottle,
} from '../../../../shared/accounts/organizations/organization-plan.ts';

describe('choosing a plan', () => {
  it.each([
    ['standard', undefined, { name: 'standard' }],
    ['enterprise', 1, { name: 'enterprise', requestsPerMinute: 1 }],
    ['enterprise', 600_000, { name: 'enterprise', requestsPerMinute: 600_000 }],
  ])('%s with a rate of %s', (name, rate, plan) => {
    expect(choosePlan(name, rate)).toEqual({ valid: true, plan });
  });

  it.each([
    ['standard', 2000],
    ['enterprise', undefined],
    ['enterprise', 0],
    ['enterprise', 600_001],
    ['enterprise', 1.5],
    ['enterprise', Number.NaN],
    ['gold', undefined],
    ['', undefined],
  ])('%s with a rate of %s is rejected with a reason', (name, rate) => {
    expect(choosePlan(name, rate)).toEqual({ valid: false, fault: expect.stringMatching(/\.$/) });
  });
});

describe('the throttle of an enterprise plan', () => {
  it('permits N calls per minute, with a burst of N', () => {
    expect(enterpriseThrottle(6000)).toEqual({ rateLimit: 100, burstLimit: 6000 });
  });
});
