import { createRandom, type Random } from '../../../bin/backtest/simulator/random.ts';
import { DEFAULT_GATEWAY_THROTTLE } from '../../../lib/capacity/aws-limits.ts';
import { requiredCapacity, type SoldPlans } from '../../../lib/capacity/required-capacity.ts';
import { environmentSettings } from '../../../lib/settings/environments.ts';
import {
  enterpriseThrottle,
  STANDARD_PLAN_THROTTLE,
} from '../../../shared/accounts/organizations/organization-plan.ts';
import { type Arrivals, burstCalls, inOrder, type Period, poissonCalls, steadyCalls } from './arrivals.ts';
import { type SimulatedCall, simulateAuthorizer } from './simulate-authorizer.ts';

/** The former reservation, which was not derived from the sold plans. */
const FORMER_RESERVATION = 100;

const SEED = 'authorizer';

export interface Scenario {
  readonly name: string;
  /** Sold plans, from which the reservation is derived. */
  readonly plans: SoldPlans;
  /** Whether the table of concurrency over time contains it. */
  readonly isShownOverTime?: true;
  readonly arrivals: (random: Random) => Arrivals;
}

export interface Run {
  readonly reserved: number;
  readonly provisioned: number;
  readonly calls: readonly SimulatedCall[];
}

/** A scenario with the former and the required reservation, and with the provisioned executions for its burst. */
export interface ScenarioRuns {
  readonly scenario: Scenario;
  readonly former: Run;
  readonly required: Run;
  readonly provisioned: Run;
}

function plansOfProd(): SoldPlans {
  const { plans } = environmentSettings('prod');
  if (plans === undefined) throw new Error('prod is not sized');
  return plans;
}

const PROD = plansOfProd();
const LARGEST: SoldPlans = { ...PROD, standardOrganizations: 0, enterpriseRequestsPerMinute: 600_000 };
const THOUSAND: SoldPlans = {
  standardOrganizations: 1_000,
  standardBurstsAtOnce: 10,
  enterpriseRequestsPerMinute: 0,
};

const { rateLimit: STANDARD_RATE, burstLimit: STANDARD_BURST } = STANDARD_PLAN_THROTTLE;
const ACCOUNT_BURST = DEFAULT_GATEWAY_THROTTLE.burstLimit;

/** A burst of callers that do not wait for responses. */
const MOMENT_MS = 10;
const SECOND_MS = 1_000;

/** Ten seconds are enough to warm executions and to refill the limit of Lambda for new executions. */
const PERIOD: Period = { from: -10_000, until: 10_000 };
const AFTER: Period = { from: SECOND_MS, until: PERIOD.until };

/** Standard organizations at one tenth of their rate. */
const background = (random: Random) =>
  poissonCalls((PROD.standardOrganizations * STANDARD_RATE) / 10, PERIOD, random);

function enterpriseSpike(
  { enterpriseRequestsPerMinute }: SoldPlans,
  withinMs: number,
  random: Random,
): number[] {
  const { rateLimit, burstLimit } = enterpriseThrottle(enterpriseRequestsPerMinute, ACCOUNT_BURST);
  return [...burstCalls(burstLimit, withinMs, random), ...steadyCalls(rateLimit, AFTER)];
}

export const SCENARIOS: readonly Scenario[] = [
  ...[1, 10, 100].map(
    (organizations): Scenario => ({
      name: `${organizations} standard, steady, all from the first moment`,
      plans: PROD,
      arrivals: () => steadyCalls(organizations * STANDARD_RATE, PERIOD),
    }),
  ),
  {
    name: '100 standard, Poisson, all from the first moment',
    plans: PROD,
    arrivals: (random) => poissonCalls(100 * STANDARD_RATE, PERIOD, random),
  },
  {
    name: '100 standard at a tenth, and 1 burst at one moment',
    plans: PROD,
    isShownOverTime: true,
    arrivals: (random) => inOrder(background(random), burstCalls(STANDARD_BURST, MOMENT_MS, random)),
  },
  {
    name: '100 standard at a tenth, and 2 bursts at one moment',
    plans: PROD,
    isShownOverTime: true,
    arrivals: (random) => inOrder(background(random), burstCalls(2 * STANDARD_BURST, MOMENT_MS, random)),
  },
  {
    name: '100 standard at a tenth, and 2 bursts and an enterprise burst of 2,000 within a second',
    plans: PROD,
    isShownOverTime: true,
    arrivals: (random) =>
      inOrder(
        background(random),
        burstCalls(2 * STANDARD_BURST, SECOND_MS, random),
        enterpriseSpike(PROD, SECOND_MS, random),
      ),
  },
  {
    name: 'the same, with the 3 bursts at one moment',
    plans: PROD,
    isShownOverTime: true,
    arrivals: (random) =>
      inOrder(
        background(random),
        burstCalls(2 * STANDARD_BURST, MOMENT_MS, random),
        enterpriseSpike(PROD, MOMENT_MS, random),
      ),
  },
  {
    name: 'enterprise of 10,000 a second, its burst within a second',
    plans: LARGEST,
    arrivals: (random) => inOrder(enterpriseSpike(LARGEST, SECOND_MS, random)),
  },
  {
    name: '1,000 standard, steady, all from the first moment',
    plans: THOUSAND,
    arrivals: () => steadyCalls(1_000 * STANDARD_RATE, PERIOD),
  },
];

/** Simulates one scenario; the same result for the same seed. */
export function runScenario(scenario: Scenario, seed: string = SEED): ScenarioRuns {
  const random = createRandom(seed).fork(scenario.name);
  const arrivals = scenario.arrivals(random.fork('arrivals'));
  const { reservedExecutions, provisionedForBurst } = requiredCapacity(scenario.plans);
  const runWith = (reserved: number, provisioned: number): Run => ({
    reserved,
    provisioned,
    calls: simulateAuthorizer({
      arrivals,
      reserved,
      provisioned,
      account: DEFAULT_GATEWAY_THROTTLE,
      random: random.fork('durations'),
    }),
  });
  const reserved = reservedExecutions.authorizer ?? 0;
  return {
    scenario,
    former: runWith(FORMER_RESERVATION, 0),
    required: runWith(reserved, 0),
    provisioned: runWith(reserved, provisionedForBurst),
  };
}
