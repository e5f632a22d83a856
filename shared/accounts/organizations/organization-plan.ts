/** How many calls a minute an organization may make: 1000 on the standard plan, its own number on enterprise. */
export type OrganizationPlan =
  | { readonly name: 'standard' }
  | { readonly name: 'enterprise'; readonly requestsPerMinute: number };

const PLAN_NAMES = ['standard', 'enterprise'] as const satisfies readonly OrganizationPlan['name'][];

/** Interface specification, section 8; the stack's shared usage plan keeps it. */
const STANDARD_REQUESTS_PER_MINUTE = 1000;

/** API Gateway's default account limit is 10,000 requests a second; more could not be kept. */
const MAX_REQUESTS_PER_MINUTE = 600_000;

export type PlanChoice =
  | { readonly valid: true; readonly plan: OrganizationPlan }
  | { readonly valid: false; readonly fault: string };

/** The plan that a name and an optional rate mean; the rate belongs to enterprise, and only there. */
export function choosePlan(name: string, requestsPerMinute: number | undefined): PlanChoice {
  if (name === 'standard') {
    return requestsPerMinute === undefined
      ? { valid: true, plan: { name } }
      : { valid: false, fault: 'Requests per minute can be chosen on the enterprise plan only.' };
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
        fault: `The enterprise plan needs requests per minute, a whole number of 1 to ${MAX_REQUESTS_PER_MINUTE}.`,
      };
}

/** The token bucket of an enterprise organization: a full minute's calls may come at once, then N/60 a second. */
export function enterpriseThrottle(requestsPerMinute: number): { rateLimit: number; burstLimit: number } {
  return { rateLimit: requestsPerMinute / 60, burstLimit: requestsPerMinute };
}

/** Calls a minute that an organization on this plan may make. */
export function requestsPerMinute(plan: OrganizationPlan): number {
  return plan.name === 'enterprise' ? plan.requestsPerMinute : STANDARD_REQUESTS_PER_MINUTE;
}
