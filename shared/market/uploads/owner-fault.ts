import type { NamedUpload } from './upload-key.ts';
import type { UploadPorts } from './upload-ports.ts';

/** Why nobody's loads can come in under a key. */
export interface OwnerFault {
  readonly reason: string;
  /** The organization it waits for; undefined where no loads can come in again. */
  readonly waitsFor?: string;
}

/** Undefined where loads can come in. */
export async function ownerFault(
  { findOrganization }: Pick<UploadPorts, 'findOrganization'>,
  { orgId }: NamedUpload,
): Promise<OwnerFault | undefined> {
  if (orgId === undefined) return undefined;
  const organization = await findOrganization(orgId);
  if (organization === undefined) return { reason: `There is no organization ${orgId}.` };
  // Nothing is published any more: the erasure takes out what came in, and publishes the market without it.
  if (organization.erasingSince !== undefined) return { reason: `${orgId} is being erased.` };
  return organization.status === 'active' ? undefined : { reason: `${orgId} is suspended.`, waitsFor: orgId };
}
