import type { Caller } from '../../platform/account/account.ts';
import { reject, succeed } from '../../platform/http/outcome.ts';
import { KEY_SCOPES } from '../api-keys/key-scope.ts';
import { ACCESS_REJECTIONS } from '../authorization/access-rejections.ts';
import type { Organization } from '../organizations/organization.ts';
import {
  enterpriseThrottle,
  type OrganizationPlan,
  requestsPerMinute,
  STANDARD_PLAN_THROTTLE,
} from '../organizations/organization-plan.ts';

/** The properties of an organization that its callers may see. */
export type OrganizationProfile = Pick<
  Organization,
  'name' | 'plan' | 'billing' | 'usageLimit' | 'quoteLimit'
>;

/** Returns the organization of the caller, its key with mode and scopes, and the limits of that mode. */
export function readOrganizationUseCase(
  readProfile: (orgId: string) => Promise<OrganizationProfile | undefined>,
) {
  return async (
    { orgId, mode, keyId }: Pick<Caller, 'orgId' | 'mode' | 'keyId'>,
    scopes: readonly string[],
  ) => {
    const profile = await readProfile(orgId);
    if (!profile) return reject(ACCESS_REJECTIONS.organizationMissing);
    const { name, plan, billing, usageLimit, quoteLimit } = profile;
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
