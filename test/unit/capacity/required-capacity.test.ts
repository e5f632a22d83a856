import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  defaultGatewayThrottle,
  LOW_THROTTLE_REGIONS,
  MIN_UNRESERVED_EXECUTIONS,
} from '../../../lib/capacity/aws-limits.ts';
import { CALL_SECONDS, MEASURED_MS } from '../../../lib/capacity/call-seconds.ts';
import {
  type RequiredCapacity,
  requiredCapacity,
  type SoldPlans,
  sumOf,
} from '../../../lib/capacity/required-capacity.ts';
import { QUEUE_FUNCTIONS } from '../../../lib/functions/queue-functions.ts';
import {
  enterpriseThrottle,
  STANDARD_PLAN_THROTTLE,
} from '../../../shared/accounts/organizations/organization-plan.ts';
import { MIX } from '../../bench/capacity/load.ts';
import type { Measured } from '../../bench/capacity/measured-operation.ts';

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

const figuresOf = ({ callsPerSecond, callsAtOnce, ...required }: RequiredCapacity): number[] => [
  callsPerSecond,
  callsAtOnce,
  ...Object.values(required.reservedExecutions),
  required.unreservedExecutions,
  required.accountExecutions,
  required.gateway.rateLimit,
  required.gateway.burstLimit,
  required.provisionedForBurst,
];

describe('the capacity that sold plans need', () => {
  it('carries what is sold', () => {
    fc.assert(fc.property(plans, (sold) => void expect(faultsOf(sold, requiredCapacity(sold))).toEqual([])));
  });

  it('grows, or stays, with everything that is sold', () => {
    const more = fc.record({
      standardOrganizations: fc.nat({ max: 1_000 }),
      standardBurstsAtOnce: fc.nat({ max: 20 }),
      enterpriseRequestsPerMinute: fc.nat({ max: 100_000 }),
    });
    fc.assert(
      fc.property(plans, more, (sold, added) => {
        const larger = {
          standardOrganizations: sold.standardOrganizations + added.standardOrganizations,
          standardBurstsAtOnce: sold.standardBurstsAtOnce + added.standardBurstsAtOnce,
          enterpriseRequestsPerMinute: sold.enterpriseRequestsPerMinute + added.enterpriseRequestsPerMinute,
        };
        const [before, after] = [sold, larger].map((one) => figuresOf(requiredCapacity(one)));
        for (const [index, figure] of (before ?? []).entries()) {
          expect(after?.[index]).toBeGreaterThanOrEqual(figure);
        }
      }),
    );
  });

  const SOLD = { standardOrganizations: 100, standardBurstsAtOnce: 2, enterpriseRequestsPerMinute: 2_000 };
  const planted: readonly [string, (required: RequiredCapacity) => Partial<RequiredCapacity>][] = [
    [
      '100 for the authorizer',
      ({ reservedExecutions }) => ({ reservedExecutions: { ...reservedExecutions, authorizer: 100 } }),
    ],
    [
      'the burst without the steady calls',
      ({ reservedExecutions, callsAtOnce }) => ({
        reservedExecutions: { ...reservedExecutions, authorizer: callsAtOnce },
      }),
    ],
    [
      'a quota without the 100 of Lambda',
      ({ accountExecutions }) => ({ accountExecutions: accountExecutions - 100 }),
    ],
    ['the usual quota', () => ({ accountExecutions: 1_000 })],
    [
      'no room for queues',
      ({ unreservedExecutions }) => ({ unreservedExecutions: unreservedExecutions - 450 }),
    ],
    ['a low rate', () => ({ gateway: { rateLimit: 1_600, burstLimit: 5_000 } })],
    ['a low burst', () => ({ gateway: { rateLimit: 10_000, burstLimit: 500 } })],
    ['a burst from cold that Lambda does not start', () => ({ provisionedForBurst: 0 })],
  ];
  it.each(planted)('is noticed where it is wrong: %s', (_name, plant) => {
    const required = requiredCapacity(SOLD);
    expect(faultsOf(SOLD, required)).toEqual([]);
    expect(faultsOf(SOLD, { ...required, ...plant(required) })).not.toEqual([]);
  });

  it('has an enterprise burst of at most that of the account', () => {
    const spike = { ...SOLD, enterpriseRequestsPerMinute: 600_000 };
    expect(requiredCapacity(spike, 1_250).callsAtOnce).toBe(1_250);
    expect(requiredCapacity(spike).callsAtOnce).toBe(5_000);
  });
});

describe('the durations', () => {
  it('are at least those of the capacity bench, and at most twice as long', async () => {
    const file = new URL('../../bench/capacity/measured.json', import.meta.url);
    const { operations } = JSON.parse(await readFile(file, 'utf8')) as Measured;
    const runsOf = (name: string) => Object.entries(operations.find((one) => one.name === name)?.runs ?? {});
    const total = (name: string, counted: (called: string) => boolean) =>
      runsOf(name).reduce((sum, [called, { count, ms }]) => sum + (counted(called) ? count * ms : 0), 0);
    const isAuthorizer = (called: string) => called === 'authorizer';
    const calls = Object.entries(MIX);
    const authorizer = Math.max(...calls.map(([name]) => total(name, isAuthorizer)));
    const functions = calls.reduce(
      (sum, [name, share]) => sum + share * total(name, (called) => !isAuthorizer(called)),
      // Each new quote is delivered to one webhook.
      (MIX['POST quotes, with its event'] ?? 0) * total('event, delivered alone', () => true),
    );

    const stated: readonly [stated: number, measured: number][] = [
      [MEASURED_MS.authorizer, authorizer],
      [MEASURED_MS.authorizerFirstCall, total("a caller's first call of an authorizer", isAuthorizer)],
      [MEASURED_MS.functionsOfCall, functions],
    ];
    for (const [milliseconds, measured] of stated) {
      expect(measured).toBeGreaterThan(0);
      expect(milliseconds).toBeGreaterThanOrEqual(measured);
      expect(milliseconds).toBeLessThanOrEqual(2 * Math.ceil(measured));
    }
  });
});

describe('the throttle of API Gateway', () => {
  it('is lower by default in 13 regions', () => {
    expect(new Set(LOW_THROTTLE_REGIONS).size).toBe(13);
    expect(defaultGatewayThrottle('eu-south-1')).toEqual({ rateLimit: 2_500, burstLimit: 1_250 });
    expect(defaultGatewayThrottle('us-east-1')).toEqual({ rateLimit: 10_000, burstLimit: 5_000 });
  });
});
