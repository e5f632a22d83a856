import { KEY_SCOPES } from '../../shared/accounts/api-keys/key-scope.ts';
import { ACCESS_REJECTIONS } from '../../shared/accounts/authorization/access-rejections.ts';
import type { OrganizationWithoutKeys } from '../../shared/accounts/organizations/organization.ts';
import {
  enterpriseThrottle,
  type OrganizationPlan,
  requestsPerMinute,
  STANDARD_PLAN_THROTTLE,
} from '../../shared/accounts/organizations/organization-plan.ts';
import type { Caller } from '../../shared/platform/account/account.ts';
import { reject, succeed } from '../../shared/platform/http/outcome.ts';

/** Returns the organization of the caller, its key with mode and scopes, and the limits of that mode. */
export function readOrganizationUseCase(
  find: (orgId: string) => Promise<OrganizationWithoutKeys | undefined>,
) {
  return async (
    { orgId, mode, keyId }: Pick<Caller, 'orgId' | 'mode' | 'keyId'>,
    scopes: readonly string[],
  ) => {
    const organization = await find(orgId);
    if (!organization) return reject(ACCESS_REJECTIONS.organizationMissing);
    const { name, plan, billing, usageLimit, quoteLimit } = organization;
    return succeed({
      status: 'success' as const,
      data: {
        id: orgId,
        name,
        mode,
        keyId,
        scopes: KEY_SCOPES.filter((scope) => scopes.includes(scope)),
        plan: plan.name,
        limits: {
          requestsPerMinute: requestsPerMinute(plan),
          burst: burstOf(plan),
          ratesPerMonth: usageLimit,
          quotesPerMonth: quoteLimit ?? null,
        },
        billing,
      },
    });
  };
}

/** Burst of the plan. The burst of the AWS account also applies, and can be lower than that of an enterprise plan. */
const burstOf = (plan: OrganizationPlan): number =>
  plan.name === 'standard'
    ? STANDARD_PLAN_THROTTLE.burstLimit
    : enterpriseThrottle(plan.requestsPerMinute).burstLimit;
