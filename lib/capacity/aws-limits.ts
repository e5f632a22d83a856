import type { Throttle } from '../../shared/accounts/organizations/organization-plan.ts';

/** Lambda rejects a reservation that leaves fewer (docs.aws.amazon.com/lambda/latest/dg/configuration-concurrency.html). */
export const MIN_UNRESERVED_EXECUTIONS = 100;

/**
 * New executions of one function in ten seconds, and calls a second for each execution that a function may have
 * (docs.aws.amazon.com/lambda/latest/dg/scaling-behavior.html, .../lambda-concurrency.html).
 */
export const MAX_NEW_EXECUTIONS_IN_TEN_SECONDS = 1_000;
export const CALLS_PER_SECOND_PER_EXECUTION = 10;

/**
 * Default throttle of API Gateway for all APIs of an account and region. AWS raises the rate on request and sets the burst
 * by the rate (docs.aws.amazon.com/apigateway/latest/developerguide/limits.html).
 */
export const DEFAULT_GATEWAY_THROTTLE: Throttle = { rateLimit: 10_000, burstLimit: 5_000 };

/** The default in the regions below. */
const LOW_GATEWAY_THROTTLE: Throttle = { rateLimit: 2_500, burstLimit: 1_250 };

/** Cape Town, Milan, Jakarta, UAE, Hyderabad, Melbourne, Spain, Zurich, Tel Aviv, Calgary, Malaysia, Thailand, Mexico. */
export const LOW_THROTTLE_REGIONS: readonly string[] = [
  'af-south-1',
  'eu-south-1',
  'ap-southeast-3',
  'me-central-1',
  'ap-south-2',
  'ap-southeast-4',
  'eu-south-2',
  'eu-central-2',
  'il-central-1',
  'ca-west-1',
  'ap-southeast-5',
  'ap-southeast-7',
  'mx-central-1',
];

/** The throttle of an account that did not request another one. */
export function defaultGatewayThrottle(region: string): Throttle {
  return LOW_THROTTLE_REGIONS.includes(region) ? LOW_GATEWAY_THROTTLE : DEFAULT_GATEWAY_THROTTLE;
}
