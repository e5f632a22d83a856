import type { KeyMode } from '../../platform/account/account.ts';
import { issueApiKey } from '../api-keys/api-key-record.ts';
import { KEY_SCOPES } from '../api-keys/key-scope.ts';
import { planIdFor } from '../gateway-plans/api-gateway-gateway-keys.ts';
import { newOrgId, type Organization, organizationFault } from '../organizations/organization.ts';
import type { OrganizationPlan } from '../organizations/organization-plan.ts';
import { planFault } from './plan-capacity.ts';
import type { Provisioning } from './provisioning.ts';

export interface OrganizationRequest {
  readonly name: string;
  readonly plan: OrganizationPlan;
  readonly usageLimit: number;
  /** Absent = no limit. */
  readonly quoteLimit?: number | undefined;
  readonly billing: boolean;
  readonly mode: KeyMode;
}

export type CreateOrganizationResult =
  | {
      readonly created: true;
      readonly organization: Organization;
      /** Returned only here; only its hash is stored. */
      readonly apiKey: string;
      readonly keyId: string;
    }
  | { readonly created: false; readonly fault: string };

const FIRST_KEY_NAME = 'First key';

/**
 * Creates an organization and its first API key, which has all scopes. The gateway key is created first, so that a stored
 * organization can always make calls. A crash in between leaves a gateway key or plan, which `cleanUpGateway` deletes.
 */
export async function createOrganization(
  provisioning: Provisioning,
  request: OrganizationRequest,
): Promise<CreateOrganizationResult> {
  const { organizations, gatewayKeys, now } = provisioning;
  const fault =
    organizationFault(request.name, request.usageLimit, request.quoteLimit) ??
    (await planFault(provisioning, request.plan));
  if (fault !== undefined) return { created: false, fault };

  const orgId = newOrgId();
  const planId = await planIdFor(gatewayKeys, request.plan, orgId, now());
  const gatewayKey = await gatewayKeys.createKeyInPlan(orgId, planId, now());
  await gatewayKeys.waitUntilUsable();

  const organization: Organization = {
    orgId,
    name: request.name.trim(),
    status: 'active',
    billing: request.billing,
    usageLimit: request.usageLimit,
    ...(request.quoteLimit === undefined ? {} : { quoteLimit: request.quoteLimit }),
    plan: request.plan,
    gatewayKey,
    retiring: [],
    createdAt: now().toISOString(),
  };
  const { apiKey, record } = issueApiKey(
    { name: FIRST_KEY_NAME, orgId, mode: request.mode, scopes: KEY_SCOPES },
    now(),
  );
  await organizations.create(organization, record);
  return { created: true, organization, apiKey, keyId: record.keyId };
}
