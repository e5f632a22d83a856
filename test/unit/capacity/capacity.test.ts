import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { QUEUE_FUNCTIONS } from '../../../functions/definitions.ts';
import { MIN_UNRESERVED_EXECUTIONS } from '../../../lib/capacity/aws-limits.ts';
import {
  CALL_SECONDS,
  type RequiredCapacity,
  requiredCapacity,
  type SoldPlans,
  sumOf,
} from '../../../lib/capacity/required-capacity.ts';
import { ENVIRONMENT_NAMES, environmentSettings } from '../../../lib/settings/environments.ts';
import { checkExecutionSettings } from '../../../lib/settings/execution-settings.ts';
import {
  enterpriseThrottle,
  STANDARD_PLAN_THROTTLE,
} from '../../../shared/accounts/organizations/organization-plan.ts';

const ACCOUNT_BURST = 5_000;

const plans = fc.record({
  standardOrganizations: fc.integer({ min: 0, max: 10_000 }),
  standardBurstsAtOnce: fc.integer({ min: 0, max: 50 }),
  enterpriseRequestsPerMinute: fc.integer({ min: 0, max: 1_200_000 }),
});

/** What the sold plans let callers do. */
const soldBurst = (sold: SoldPlans): number =>
  Math.min(
    ACCOUNT_BURST,
    Math.min(sold.standardBurstsAtOnce, sold.standardOrganizations) * STANDARD_PLAN_THROTTLE.burstLimit +
      enterpriseThrottle(sold.enterpriseRequestsPerMinute, ACCOUNT_BURST).burstLimit,
  );
const soldRate = (sold: SoldPlans): number =>
  sold.standardOrganizations * STANDARD_PLAN_THROTTLE.rateLimit + sold.enterpriseRequestsPerMinute / 60;

/** Every statement that must hold of a sizing, with the name under which it fails. */
function faultsOf(sold: SoldPlans, required: RequiredCapacity): string[] {
  const { reservedExecutions, unreservedExecutions, accountExecutions, gateway } = required;
  const authorizer = reservedExecutions.authorizer ?? 0;
  const queues = QUEUE_FUNCTIONS.reduce((sum, { maximumConcurrency }) => sum + maximumConcurrency, 0);
  const statements: Readonly<Record<string, boolean>> = {
    'the authorizer runs the burst that is sold': authorizer >= soldBurst(sold),
    'the authorizer runs the burst next to the steady calls':
      authorizer >= soldBurst(sold) + soldRate(sold) * CALL_SECONDS.authorizer,
    'ten calls a second for each execution of the authorizer':
      authorizer * 10 >= soldRate(sold) + soldBurst(sold),
    'the other functions run the burst, the steady calls and all queues':
      unreservedExecutions >= soldBurst(sold) + soldRate(sold) * CALL_SECONDS.functions + queues,
    'the quota is the reservations, the 100 of Lambda and the rest':
      accountExecutions === sumOf(reservedExecutions) + MIN_UNRESERVED_EXECUTIONS + unreservedExecutions,
    'the gateway takes the steady calls': gateway.rateLimit >= soldRate(sold),
    'the gateway takes the bursts of standard organizations':
      gateway.burstLimit >=
      Math.min(sold.standardBurstsAtOnce, sold.standardOrganizations) * STANDARD_PLAN_THROTTLE.burstLimit,
    'a burst starts at most 1,000 executions':
      soldBurst(sold) - required.provisionedForBurst <= 1_000 && required.provisionedForBurst <= authorizer,
  };
  return Object.keys(statements).filter((name) => !statements[name]);
}

it('the capacity that sold plans need carries what is sold', () => {
  fc.assert(fc.property(plans, (sold) => void expect(faultsOf(sold, requiredCapacity(sold))).toEqual([])));
});

describe('reserved and provisioned concurrency', () => {
  const prod = environmentSettings('prod');
  const { reservedExecutions = {} } = prod;
  const authorizer = reservedExecutions.authorizer ?? 0;

  it('is valid in each environment, with provisioned executions up to the reservation', () => {
    for (const name of ENVIRONMENT_NAMES) checkExecutionSettings(environmentSettings(name));
    for (const provisionedExecutions of [{ authorizer }, { 'price-lanes': 10 }])
      expect(() => checkExecutionSettings({ ...prod, provisionedExecutions })).not.toThrow();
  });

  it.each<[string, object, RegExp]>([
    [
      '100 for the authorizer',
      { reservedExecutions: { ...reservedExecutions, authorizer: 100 } },
      /authorizer has 100 .* need \d{4}/,
    ],
    ['no reservation', { reservedExecutions: {} }, /authorizer has no reserved executions/],
    ['more than is reserved', { provisionedExecutions: { authorizer: authorizer + 1 } }, /do not fit/],
    ['a function without an alias', { provisionedExecutions: { 'refresh-diesel': 1 } }, /no alias live/],
    ['a part of one', { provisionedExecutions: { authorizer: 1.5 } }, /whole number/],
    ['none at all', { provisionedExecutions: { authorizer: 0 } }, /whole number/],
  ])('is rejected with %s', (_case, changes, problem) => {
    expect(() => checkExecutionSettings({ ...prod, ...changes })).toThrow(problem);
  });
});
