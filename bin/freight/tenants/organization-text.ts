import type { Organization } from '../../../shared/accounts/organizations/organization.ts';
import { requestsPerMinute } from '../../../shared/accounts/organizations/organization-plan.ts';
import type { KeyMode } from '../../../shared/platform/account/account.ts';

/** An organization as JSON output shows it: all but the gateway's own key. */
export function summarizeOrganization(organization: Organization) {
  const { gatewayKey, retiring, plan, ...shown } = organization;
  return {
    ...shown,
    plan: plan.name,
    requestsPerMinute: requestsPerMinute(plan),
    replacedGatewayKeys: retiring.length,
  };
}

/** An organization in one line. */
export function lineOfOrganization({ orgId, name, status, plan, erasingSince }: Organization): string {
  const state = erasingSince === undefined ? status : 'erasing';
  return [orgId, state.padEnd(9), plan.name.padEnd(10), name].join('  ');
}

/** An organization in lines for people. */
export function describeOrganization(organization: Organization): string[] {
  const { orgId, name, status, billing, usageLimit, quoteLimit, plan, createdAt, suspendedAt, erasingSince } =
    organization;
  const { deliveriesStopped } = organization;
  return [
    `${orgId}  ${name}`,
    `status       ${status}${suspendedAt === undefined ? '' : ` since ${suspendedAt}`}`,
    ...(erasingSince === undefined
      ? []
      : [`erasing      since ${erasingSince}: finish it with freight org erase`]),
    `plan         ${plan.name}, ${requestsPerMinute(plan)} requests a minute`,
    `usage limit  ${usageLimit} rate calls a month`,
    `quote limit  ${quoteLimit === undefined ? 'none' : `${quoteLimit} quotes a month`}`,
    `billing      ${billing ? 'on file' : 'missing: rates and quotes are rejected'}`,
    ...(deliveriesStopped ? ['deliveries   stopped: start them with freight org deliveries ... start'] : []),
    `created      ${createdAt}`,
  ];
}

/** A new organization and its first key in lines for people. */
export function describeNewOrganization(
  organization: Organization,
  apiKey: string,
  keyId: string,
  mode: KeyMode,
): string[] {
  return [
    ...describeOrganization(organization),
    `${mode} key     ${apiKey}  (${keyId})`,
    'The key is shown only this once: keep it now.',
  ];
}
