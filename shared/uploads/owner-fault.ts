import type { NamedUpload } from './upload-key.ts';
import type { UploadPorts } from './upload-ports.ts';
import { finished, type UploadState } from './upload-state.ts';

/** Why nobody's loads can come in under a key. */
export interface OwnerFault {
  readonly reason: string;
  /** Whether what came in before stays. An erasure takes it out, and publishes the market without it. */
  readonly stays: boolean;
}

/** Undefined where loads can come in. */
export async function ownerFault(
  { findOrganization }: Pick<UploadPorts, 'findOrganization'>,
  { orgId }: NamedUpload,
): Promise<OwnerFault | undefined> {
  if (orgId === undefined) return undefined;
  const organization = await findOrganization(orgId);
  if (organization === undefined) return { reason: `There is no organization ${orgId}.`, stays: false };
  if (organization.erasingSince !== undefined) return { reason: `${orgId} is being erased.`, stays: false };
  return organization.status === 'active' ? undefined : { reason: `${orgId} is suspended.`, stays: true };
}

/**
 * Ends an import whose owner's loads can come in no more: by way of publishing, where some may be in. Nobody would notice
 * their cells else.
 */
export function withoutOwner(state: UploadState, { reason, stays }: OwnerFault, now: Date): UploadState {
  // A group that was begun may be in, in part.
  const mayBeIn = state.groupsDone > 0 || state.foreseen !== undefined;
  if (!stays || !mayBeIn) return finished(state, now, reason);
  return { ...state, phase: 'publishing', refusal: `${reason} What was brought in before stays.` };
}
