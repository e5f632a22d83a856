import { describe, expect, it } from 'vitest';
import {
  choosePlan,
  enterpriseThrottle,
  requestsPerMinute,
  STANDARD_PLAN_THROTTLE,
} from '../../../../shared/accounts/organizations/organization-plan.ts';

describe('choosing a plan', () => {
  it.each([
    ['standard', undefined, { name: 'standard' }],
    ['enterprise', 1, { name: 'enterprise', requestsPerMinute: 1 }],
    ['enterprise', 6_000_000, { name: 'enterprise', requestsPerMinute: 6_000_000 }],
  ])('%s with a rate of %s', (name, rate, plan) => {
    expect(choosePlan(name, rate)).toEqual({ valid: true, plan });
  });

  it.each([
    ['standard', 2000, 'You can choose requests per minute only on the enterprise plan.'],
    ['enterprise', undefined, 'The enterprise plan needs requests per minute, a whole number from 1.'],
    ['enterprise', 0, 'The enterprise plan needs requests per minute, a whole number from 1.'],
    ['enterprise', 1.5, 'The enterprise plan needs requests per minute, a whole number from 1.'],
    ['enterprise', Number.NaN, 'The enterprise plan needs requests per minute, a whole number from 1.'],
    ['gold', undefined, 'Unknown plan "gold". Choose one of: standard, enterprise.'],
    ['gold', 60, 'Unknown plan "gold". Choose one of: standard, enterprise.'],
    ['', undefined, 'Unknown plan "". Choose one of: standard, enterprise.'],
  ])('%s with a rate of %s is rejected', (name, rate, fault) => {
    expect(choosePlan(name, rate)).toEqual({ valid: false, fault });
  });
});

describe('the throttle of an enterprise plan', () => {
  it('permits N calls per minute, with a burst of N', () => {
    expect(enterpriseThrottle(6000)).toEqual({ rateLimit: 100, burstLimit: 6000 });
  });

  it('has at most the burst of the account', () => {
    expect(enterpriseThrottle(6000, 5000)).toEqual({ rateLimit: 100, burstLimit: 5000 });
    expect(enterpriseThrottle(600, 5000)).toEqual({ rateLimit: 10, burstLimit: 600 });
  });
});

describe('the throttle of the standard plan', () => {
  it('permits the calls per minute that the plan states', () => {
    expect(STANDARD_PLAN_THROTTLE.rateLimit * 60).toBeCloseTo(requestsPerMinute({ name: 'standard' }), 0);
    expect(STANDARD_PLAN_THROTTLE.burstLimit).toBe(500);
  });
});

describe('the requests per minute of a plan', () => {
  it('are 1000 on the standard plan, and individual on the enterprise plan', () => {
    expect(requestsPerMinute({ name: 'standard' })).toBe(1000);
    expect(requestsPerMinute({ name: 'enterprise', requestsPerMinute: 60 })).toBe(60);
  });
});
