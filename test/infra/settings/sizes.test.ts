import { describe, expect, it } from '@jest/globals';
import { QUEUE_FUNCTIONS } from '../../../functions/definitions.ts';
import { checkExecutionSettings } from '../../../lib/freight-app.ts';
import { ENVIRONMENT_NAMES, environmentSettings, sized } from '../../../lib/settings/environments.ts';
import { MIN_UNRESERVED_EXECUTIONS, SIZE_NAMES, SIZES } from '../../../lib/settings/sizes.ts';
import { STANDARD_PLAN_THROTTLE } from '../../../shared/accounts/organizations/organization-plan.ts';

/**
 * Seconds of a call on Lambda, estimated from milliseconds on a whole core of a machine with two (26 November 2026) and the
 * share of a core that 512 MB give: the authorizer with one cold start in 100, all other functions of a call of the default
 * load, and twice that as reserve.
 */
const AUTHORIZER_SECONDS = 0.01;
const FUNCTION_SECONDS = 0.07;
const RESERVE = 2;

/** Lambda limits: executions of a function that start in ten seconds, and calls a second of each execution. */
const MOST_AT_ONCE = 1_000;
const CALLS_PER_EXECUTION = 10;

describe.each(SIZE_NAMES)('the size %s', (name) => {
  const { accountExecutions, callsAtOnce, plans, reservedExecutions, queueExecutions } = SIZES[name];
  const rate =
    plans.standardOrganizations * STANDARD_PLAN_THROTTLE.rateLimit + plans.enterpriseRequestsPerMinute / 60;
  const reserved = Object.values(reservedExecutions).reduce((sum, each) => sum + each, 0);
  const queues = QUEUE_FUNCTIONS.reduce(
    (sum, { function: called, maximumConcurrency }) => sum + (queueExecutions[called] ?? maximumConcurrency),
    0,
  );

  it('has an authorizer for what it sells, which Lambda can start', () => {
    const authorizer = reservedExecutions.authorizer ?? 0;
    expect(authorizer).toBeLessThanOrEqual(MOST_AT_ONCE);
    expect(authorizer).toBeGreaterThanOrEqual(callsAtOnce + rate * AUTHORIZER_SECONDS);
    expect(authorizer * CALLS_PER_EXECUTION).toBeGreaterThanOrEqual(rate + callsAtOnce);
  });

  it('leaves the other functions what they need, while all queues are busy', () => {
    const left = accountExecutions - reserved;
    expect(left).toBeGreaterThanOrEqual(MIN_UNRESERVED_EXECUTIONS);
    expect(left).toBeGreaterThanOrEqual(callsAtOnce + RESERVE * rate * FUNCTION_SECONDS + queues);
  });
});

it('prod fits an account with the default quota', () => {
  expect(environmentSettings('prod').size).toBe('small');
  expect(SIZES.small.accountExecutions).toBe(1_000);
});

describe('executions by function', () => {
  const prod = environmentSettings('prod');

  it('are valid in each environment and size, with provisioned executions up to the reservation', () => {
    for (const name of ENVIRONMENT_NAMES) checkExecutionSettings(environmentSettings(name));
    for (const name of SIZE_NAMES) checkExecutionSettings({ ...prod, ...sized(name) });
    for (const provisionedExecutions of [{ authorizer: 400 }, { 'price-lanes': 10 }])
      expect(() => checkExecutionSettings({ ...prod, provisionedExecutions })).not.toThrow();
  });

  it.each<[string, object, RegExp]>([
    ['more than is reserved', { provisionedExecutions: { authorizer: 401 } }, /do not fit/],
    ['a function without an alias', { provisionedExecutions: { 'refresh-diesel': 1 } }, /no alias live/],
    [
      'an environment without aliases',
      { release: 'direct', provisionedExecutions: { authorizer: 1 } },
      /direct/,
    ],
    ['a function without a queue', { queueExecutions: { 'price-lanes': 5 } }, /consumes no queue/],
  ])('are rejected with %s', (_case, changes, problem) => {
    expect(() => checkExecutionSettings({ ...prod, ...changes })).toThrow(problem);
  });
});
