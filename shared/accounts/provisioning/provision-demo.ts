import { DEFAULT_USAGE_LIMIT } from '../organizations/organization.ts';
import { createOrganization } from './create-organization.ts';
import type { Provisioning } from './provisioning.ts';

export interface DemoOrganization {
  readonly orgId: string;
  /** A test key of both scopes, shown now and never again. */
  readonly apiKey: string;
}

class DemoRefusedError extends Error {
  override readonly name = 'DemoRefusedError';
}

/** Makes the organization that a first local start shows its calls with, in the way of every other. */
export async function provisionDemo(provisioning: Provisioning): Promise<DemoOrganization> {
  const result = await createOrganization(provisioning, {
    name: 'Demo',
    plan: { name: 'standard' },
    usageLimit: DEFAULT_USAGE_LIMIT,
    billing: true,
    mode: 'test',
  });
  if (!result.created) throw new DemoRefusedError(result.fault);
  return { orgId: result.organization.orgId, apiKey: result.apiKey };
}
