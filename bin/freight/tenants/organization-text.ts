import type { Organization } from '../../../shared/accounts/organizations/organization.ts';
import { requestsPerMinute } from '../../../shared/accounts/organizations/organization-plan.ts';
import type { KeyMode } from '../../../shared/platform/account/account.ts';

/** An organization for JSON output, without the value of the gateway key. */
export function summarizeOrganization(organization: Organization) {
  const { gatewayKey, retiring, plan, ...shown } = organization;
  return {
    ...shown,
    plan: plan.name,
    requestsPerMinute: requestsPerMinute(plan),
    replacedGatewayKeys: retiring.length,
  };
}

export const ORGANIZATION_LIST_COLUMNS = ['org id', 'status', 'plan', 'name'];

/** An organization as a row of the list. */
export function organizationCells({ orgId, name, status, plan, erasingSince }: Organization): string[] {
  return [orgId, erasingSince === undefined ? status : 'erasing', plan.name, name];
}

/** An organization as text lines. */
export function describeOrganization(organization: Organization): string[] {
  const { orgId, name, status, billing, usageLimit, quoteLimit, plan, createdAt, suspendedAt, erasingSince } =
    organization;
  const { deliveriesStopped } = organization;
  return [
    `${orgId}  ${name}`,
    `status       ${status}${suspendedAt === undefined ? '' : ` since ${suspendedAt}`}`,
    ...(erasingSince === undefined
      ? []
      : [`erasing      since ${erasingSince}. Finish the erasure with freight org erase`]),
    `plan         ${plan.name}, ${requestsPerMinute(plan)} requests per minute`,
    `usage limit  ${usageLimit} rate calls per month`,
    `quote limit  ${quoteLimit === undefined ? 'none' : `${quoteLimit} quotes per month`}`,
    `billing      ${billing ? 'on file' : 'missing: rates and quotes are rejected'}`,
    ...(deliveriesStopped
      ? [`deliveries   stopped. Start them with freight org deliveries ${orgId} start`]
      : []),
    `created      ${createdAt}`,
  ];
}

/** A new organization and its first API key as text lines. */
export function describeNewOrganization(
  organization: Organization,
  apiKey: string,
  keyId: string,
  mode: KeyMode,
): string[] {
  return [
    ...describeOrganization(organization),
    `${mode} key     ${apiKey}  (${keyId})`,
    'Store the key now: it is not shown again.',
  ];
}
