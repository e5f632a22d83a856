import { definition as deliverWebhook } from '../../functions/deliver-webhook/definition.ts';
import { definition as dispatchEvent } from '../../functions/dispatch-event/definition.ts';
import { definition as importMarket } from '../../functions/import-market/definition.ts';
import { definition as priceRfpLanes } from '../../functions/price-rfp-lanes/definition.ts';
import { definition as retryWebhook } from '../../functions/retry-webhook/definition.ts';
import {
  enterpriseThrottle,
  STANDARD_PLAN_THROTTLE,
  type Throttle,
} from '../../shared/accounts/organizations/organization-plan.ts';
import { LIMITED_CALLS } from '../../shared/webhooks/limits/webhook-limits.ts';
import {
  CALLS_PER_SECOND_PER_EXECUTION,
  DEFAULT_GATEWAY_THROTTLE,
  MAX_NEW_EXECUTIONS_IN_TEN_SECONDS,
  MIN_UNRESERVED_EXECUTIONS,
} from './aws-limits.ts';

/**
 * Lambda gives a function a whole core from 1,769 MB (docs.aws.amazon.com/lambda/latest/dg/configuration-memory.html),
 * and the functions of a call have 512 MB or more.
 */
const CORES_OF_512_MB = 512 / 1_769;

/**
 * Milliseconds on a whole core of a machine with two, from the benches of this project. A test compares the first, third
 * and fourth with `test/bench/capacity/measured.json` (`npm run bench -- capacity`); the second is the CPU time of
 * `npm run bench -- bundle`.
 */
const MEASURED_MS = {
  /** The authorizer, for a key and an organization that it has cached. */
  authorizer: 1,
  /** From the start of a process until the authorizer is ready. */
  authorizerStart: 72,
  /** The authorizer, for a key and an organization that it looks up. */
  authorizerFirstCall: 6,
  /** All other functions of one call of the default load, the functions of its event and its webhook included. */
  functionsOfCall: 19,
} as const;

/** Lambda fetches the code and starts an execution environment in about this time: an estimate. */
const ENVIRONMENT_START_MS = 200;

const onLambda = (ms: number): number => ms / 1_000 / CORES_OF_512_MB;

/** Seconds on Lambda. They are estimates: only a deployment shows the real ones (`time-and-memory` in the runbook). */
export const CALL_SECONDS = {
  authorizer: onLambda(MEASURED_MS.authorizer),
  /** Concurrency includes the start of an environment. */
  authorizerFromCold:
    ENVIRONMENT_START_MS / 1_000 + onLambda(MEASURED_MS.authorizerStart + MEASURED_MS.authorizerFirstCall),
  functions: onLambda(MEASURED_MS.functionsOfCall),
} as const;

/** Plans that an environment is sized for. */
export interface SoldPlans {
  readonly standardOrganizations: number;
  /** Standard organizations that use their whole burst at the same moment. */
  readonly standardBurstsAtOnce: number;
  /** Calls a minute of all enterprise organizations together. */
  readonly enterpriseRequestsPerMinute: number;
}

export interface RequiredCapacity {
  /** Calls a second that all organizations may send for long. */
  readonly callsPerSecond: number;
  /** Calls that arrive at the same moment: the bursts that are sold, up to the burst of the account. */
  readonly callsAtOnce: number;
  /** By function; a reservation is also the most that the function runs. */
  readonly reservedExecutions: Readonly<Record<string, number>>;
  /** What the functions without a reservation run at once. */
  readonly unreservedExecutions: number;
  /** Quota of concurrent executions of the account and region. */
  readonly accountExecutions: number;
  /** Account throttle of API Gateway. The burst of an enterprise plan is at most that of the account. */
  readonly gateway: Throttle;
  /**
   * Provisioned executions of the authorizer, so that all calls at once are accepted when no execution is warm: Lambda
   * starts 1,000 of a function at once.
   */
  readonly provisionedForBurst: number;
}

/** Factor on the calculated concurrency of steady calls: durations are estimates, and calls with a guessed key come on top. */
const HEADROOM = 2;

/** Share of steady calls that start an execution: a growing load, and executions that Lambda replaces. */
const COLD_SHARE = 0.05;

/** Organizations that test webhooks, register them or recover deliveries at the same moment. */
const MIN_CALLERS_AT_ONCE = 10;
const SHARE_OF_CALLERS_AT_ONCE = 0.1;

const AUTHORIZER_SECONDS =
  (1 - COLD_SHARE) * CALL_SECONDS.authorizer + COLD_SHARE * CALL_SECONDS.authorizerFromCold;

/**
 * What an account needs to carry the plans that are sold.
 * @param gatewayBurst burst of the account in API Gateway.
 */
export function requiredCapacity(
  { standardOrganizations, standardBurstsAtOnce, enterpriseRequestsPerMinute }: SoldPlans,
  gatewayBurst: number = DEFAULT_GATEWAY_THROTTLE.burstLimit,
): RequiredCapacity {
  const enterprise = enterpriseThrottle(enterpriseRequestsPerMinute, gatewayBurst);
  const standardBursts =
    Math.min(standardBurstsAtOnce, standardOrganizations) * STANDARD_PLAN_THROTTLE.burstLimit;
  const callsPerSecond = standardOrganizations * STANDARD_PLAN_THROTTLE.rateLimit + enterprise.rateLimit;
  const callsAtOnce = Math.min(standardBursts + enterprise.burstLimit, gatewayBurst);
  const callers = Math.max(MIN_CALLERS_AT_ONCE, Math.ceil(SHARE_OF_CALLERS_AT_ONCE * standardOrganizations));
  const reservedExecutions = {
    authorizer: executionsFor(callsPerSecond, callsAtOnce, AUTHORIZER_SECONDS),
    // Name servers, receivers and recovered deliveries of a caller determine how long these run.
    'create-webhook': callers * LIMITED_CALLS.challenge.most,
    'update-webhook': callers * LIMITED_CALLS.challenge.most,
    'test-webhook': callers * LIMITED_CALLS.test.most,
    'recover-deliveries': callers * LIMITED_CALLS.recover.most,
  };
  const unreservedExecutions =
    executionsFor(callsPerSecond, callsAtOnce, CALL_SECONDS.functions) + QUEUE_EXECUTIONS;
  return {
    callsPerSecond,
    callsAtOnce,
    reservedExecutions,
    unreservedExecutions,
    accountExecutions: sumOf(reservedExecutions) + MIN_UNRESERVED_EXECUTIONS + unreservedExecutions,
    gateway: { rateLimit: callsPerSecond, burstLimit: standardBursts },
    provisionedForBurst: Math.max(0, callsAtOnce - MAX_NEW_EXECUTIONS_IN_TEN_SECONDS),
  };
}

/**
 * Most executions of the functions of all queues, which a test compares with the list of all functions: with that list, the
 * command line would load the schemas of every operation.
 */
const QUEUE_EXECUTIONS = [dispatchEvent, deliverWebhook, retryWebhook, priceRfpLanes, importMarket].reduce(
  (sum, { maximumConcurrency }) => sum + maximumConcurrency,
  0,
);

/**
 * Executions of a function: one for each call of a burst, since none is free before the burst has arrived, and those of
 * steady calls by Little's law. Lambda also limits the calls a second of an execution.
 */
function executionsFor(callsPerSecond: number, callsAtOnce: number, seconds: number): number {
  const running = callsAtOnce + Math.ceil(HEADROOM * callsPerSecond * seconds);
  return Math.max(running, Math.ceil((callsPerSecond + callsAtOnce) / CALLS_PER_SECOND_PER_EXECUTION));
}

/** All reserved or provisioned executions together. */
export const sumOf = (executions: Readonly<Record<string, number>> = {}): number =>
  Object.values(executions).reduce((sum, each) => sum + each, 0);
