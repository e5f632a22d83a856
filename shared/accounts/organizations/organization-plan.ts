/** Calls per minute of an organization: 1000 on the standard plan, an individual number on the enterprise plan. */
export type OrganizationPlan =
  | { readonly name: 'standard' }
  | { readonly name: 'enterprise'; readonly requestsPerMinute: number };

const PLAN_NAMES = ['standard', 'enterprise'] as const satisfies readonly OrganizationPlan['name'][];

/** Interface specification, section 8. The stack's shared usage plan enforces it. */
const STANDARD_REQUESTS_PER_MINUTE = 1000;

/** API Gateway's default account limit is 10,000 requests per second, so a higher rate could not be guaranteed. */
const MAX_REQUESTS_PER_MINUTE = 600_000;

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
  const inRange =
    Number.isInteger(requestsPerMinute) &&
    Number(requestsPerMinute) >= 1 &&
    Number(requestsPerMinute) <= MAX_REQUESTS_PER_MINUTE;
  return requestsPerMinute !== undefined && inRange
    ? { valid: true, plan: { name, requestsPerMinute } }
    : {
        valid: false,
        fault: `The enterprise plan needs requests per minute, a whole number from 1 to ${MAX_REQUESTS_PER_MINUTE}.`,
      };
}

/** Token bucket of an enterprise organization: the burst is N calls for N calls per minute, the rate N/60 per second. */
export function enterpriseThrottle(requestsPerMinute: number): { rateLimit: number; burstLimit: number } {
  return { rateLimit: requestsPerMinute / 60, burstLimit: requestsPerMinute };
}

/** Calls per minute that a plan permits. */
export function requestsPerMinute(plan: OrganizationPlan): number {
  return plan.name === 'enterprise' ? plan.requestsPerMinute : STANDARD_REQUESTS_PER_MINUTE;
}
