import type { Organization } from '../../../shared/accounts/organizations/organization.ts';
import { deleteRetiredKeys } from '../../../shared/accounts/provisioning/clean-up-gateway.ts';
import type { Provisioning } from '../../../shared/accounts/provisioning/provisioning.ts';
import { CommandFailedError } from '../failures/command-errors.ts';
import type { Session } from './session.ts';

/** @throws CommandFailedError if the organization does not exist. */
export async function knownOrganization(provisioning: Provisioning, orgId: string): Promise<Organization> {
  const organization = await provisioning.organizations.find(orgId);
  if (organization === undefined) throw new CommandFailedError(`There is no organization ${orgId}.`);
  return organization;
}

/** @throws CommandFailedError if the organization does not exist or is being erased: the erasure would miss new data. */
export async function organizationNotBeingErased(
  provisioning: Provisioning,
  orgId: string,
): Promise<Organization> {
  const organization = await knownOrganization(provisioning, orgId);
  if (organization.erasingSince === undefined) return organization;
  throw new CommandFailedError(
    `${orgId} is being erased. Finish the erasure with freight org erase ${orgId} --confirm ${orgId}.`,
  );
}

/** Deletes replaced gateway keys that are due. A failure does not fail the command. */
export async function sweepRetiredKeys(
  provisioning: Provisioning,
  session: Session,
  organization: Organization,
): Promise<void> {
  try {
    await deleteRetiredKeys(provisioning, organization);
  } catch {
    session.notify('Replaced gateway keys could not be deleted. Run freight org cleanup to retry.');
  }
}

/** Waits until authorizers no longer use the replaced gateway keys, then deletes them. */
export async function waitUntilRetired(
  provisioning: Provisioning,
  session: Session,
  organization: Organization,
): Promise<void> {
  const due = Math.max(...organization.retiring.map(({ until }) => Date.parse(until)));
  const remainingMs = due - provisioning.now().getTime();
  if (remainingMs > 0) {
    session.notify(
      `Waiting ${Math.ceil(remainingMs / 1000)} seconds until the replaced key is no longer used ...`,
    );
    await session.pause(remainingMs);
  }
  await deleteRetiredKeys(provisioning, organization);
}
