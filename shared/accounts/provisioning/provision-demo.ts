import { DEFAULT_USAGE_LIMIT } from '../organizations/organization.ts';
import { createOrganization } from './create-organization.ts';
import type { Provisioning } from './provisioning.ts';

export interface DemoOrganization {
  readonly orgId: string;
  /** A test key with all scopes. It is returned only here. */
  readonly apiKey: string;
}

class DemoRejectedError extends Error {
  override readonly name = 'DemoRejectedError';
}

export async function provisionDemo(provisioning: Provisioning): Promise<DemoOrganization> {
  const result = await createOrganization(provisioning, {
    name: 'Demo',
    plan: { name: 'standard' },
    usageLimit: DEFAULT_USAGE_LIMIT,
    billing: true,
    mode: 'test',
  });
  if (!result.created) throw new DemoRejectedError(result.fault);
  return { orgId: result.organization.orgId, apiKey: result.apiKey };
}
