import type { NamedUpload } from './upload-key.ts';
import type { StepPorts } from './upload-ports.ts';

/** Why nothing can be imported for a key. */
export interface OwnerFault {
  readonly reason: string;
  /** The organization that the import waits for; undefined if the file can never be imported. */
  readonly waitsFor?: string;
}

/** Undefined if the file can be imported. */
export async function ownerFault(
  { findOrganization }: Pick<StepPorts, 'findOrganization'>,
  { orgId }: NamedUpload,
): Promise<OwnerFault | undefined> {
  if (orgId === undefined) return undefined;
  const organization = await findOrganization(orgId);
  if (organization === undefined) return { reason: `There is no organization ${orgId}.` };
  // Do not publish: the erasure removes imported loads, and publishes the market without them.
  if (organization.erasingSince !== undefined) return { reason: `${orgId} is being erased.` };
  return organization.status === 'active' ? undefined : { reason: `${orgId} is suspended.`, waitsFor: orgId };
}
