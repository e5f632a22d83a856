/** Calls per minute of an organization: 1000 on the standard plan, an individual number on the enterprise plan. */
export type OrganizationPlan =
  | { readonly name: 'standard' }
  | { readonly name: 'enterprise'; readonly requestsPerMinute: number };

const PLAN_NAMES = ['standard', 'enterprise'] as const satisfies readonly OrganizationPlan['name'][];

/** Interface specification, section 8. The stack's shared usage plan enforces it. */
const STANDARD_REQUESTS_PER_MINUTE = 1000;

/** Token bucket of API Gateway: calls a second for long, and calls at once. */
export interface Throttle {
  readonly rateLimit: number;
  readonly burstLimit: number;
}

/** The shared usage plan of standard organizations. The burst is this project's choice. */
export const STANDARD_PLAN_THROTTLE = { rateLimit: 16.67, burstLimit: 500 } as const satisfies Throttle;

export type PlanChoice =
  | { readonly valid: true; readonly plan: OrganizationPlan }
  | { readonly valid: false; readonly fault: string };

/** Reads a plan from its name and rate. The enterprise plan requires a rate, and the standard plan has none. */
export function choosePlan(name: string, requestsPerMinute: number | undefined): PlanChoice {
  if (name === 'standard') {
    return requestsPerMinute === undefined
      ? { valid: true, plan: { name } }
      : { valid: false, fault: 'You can choose requests per minute only on the enterprise plan.' };
  }
  if (name !== 'enterprise') {
    return { valid: false, fault: `Unknown plan "${name}". Choose one of: ${PLAN_NAMES.join(', ')}.` };
  }
  const inRange = Number.isSafeInteger(requestsPerMinute) && Number(requestsPerMinute) >= 1;
  return requestsPerMinute !== undefined && inRange
    ? { valid: true, plan: { name, requestsPerMinute } }
    : {
        valid: false,
        fault: `The enterprise plan needs requests per minute, a whole number from 1.`,
      };
}

/**
 * Token bucket of an enterprise organization: the rate is N/60 calls a second for N calls a minute, the burst N calls.
 * @param accountBurst burst of the account in API Gateway, which limits every plan; none on the local service.
 */
export function enterpriseThrottle(
  requestsPerMinute: number,
  accountBurst: number = Number.POSITIVE_INFINITY,
): Throttle {
  return { rateLimit: requestsPerMinute / 60, burstLimit: Math.min(requestsPerMinute, accountBurst) };
}

/** Calls per minute that a plan permits. */
export function requestsPerMinute(plan: OrganizationPlan): number {
  return plan.name === 'enterprise' ? plan.requestsPerMinute : STANDARD_REQUESTS_PER_MINUTE;
}
