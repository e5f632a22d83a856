import { GATEWAY_LIMITS, limitWarnings } from '../../../shared/accounts/gateway-plans/gateway-limits.ts';
import type { OrganizationStatus } from '../../../shared/accounts/organizations/organization.ts';
import {
  choosePlan,
  type OrganizationPlan,
} from '../../../shared/accounts/organizations/organization-plan.ts';
import type { UsageTerms } from '../../../shared/accounts/organizations/organization-store.ts';
import { changePlan, rotateGatewayKey } from '../../../shared/accounts/provisioning/change-plan.ts';
import { cleanUpGateway } from '../../../shared/accounts/provisioning/clean-up-gateway.ts';
import { createOrganization } from '../../../shared/accounts/provisioning/create-organization.ts';
import { capacityWarnings } from '../../../shared/accounts/provisioning/plan-capacity.ts';
import type { Provisioning } from '../../../shared/accounts/provisioning/provisioning.ts';
import { resumeUploads } from '../../../shared/market/uploads/waiting-uploads.ts';
import { CommandFailedError, UsageError } from '../failures/command-errors.ts';
import {
  knownOrganization,
  organizationNotBeingErased,
  sweepRetiredKeys,
  waitUntilRetired,
} from '../session/org-lookups.ts';
import type { Session } from '../session/session.ts';
import { tableLines } from '../session/table.ts';
import {
  describeNewOrganization,
  describeOrganization,
  ORGANIZATION_LIST_COLUMNS,
  organizationCells,
  summarizeOrganization,
} from './organization-text.ts';

export interface CreateOptions {
  readonly name: string;
  readonly usageLimit: number;
  readonly quoteLimit?: number;
  readonly plan: string;
  readonly requestsPerMinute?: number;
  readonly billing: boolean;
  readonly live?: true;
}

export interface PlanOptions {
  readonly requestsPerMinute?: number;
  readonly wait?: true;
}

export async function createOrg(session: Session, options: CreateOptions): Promise<void> {
  const plan = chosenPlan(options.plan, options.requestsPerMinute);
  const { name, usageLimit, quoteLimit, billing, live = false } = options;
  await session.work(async (provisioning) => {
    const mode = live ? 'live' : 'test';
    const [result, warnings] = await Promise.all([
      createOrganization(provisioning, { name, usageLimit, quoteLimit, billing, plan, mode }),
      warningsOfLimits(provisioning),
    ]);
    for (const warning of warnings) session.notify(warning);
    if (!result.created) throw new UsageError(result.fault);
    // A failed count must not hide the new key.
    for (const warning of await capacityWarnings(provisioning).catch(() => [])) session.notify(warning);
    const { organization, apiKey, keyId } = result;
    session.report(
      { orgId: organization.orgId, apiKey, livemode: live, keyId },
      describeNewOrganization(organization, apiKey, keyId, mode),
    );
  });
}

export async function showOrg(session: Session, orgId: string): Promise<void> {
  await session.work(async (provisioning) => {
    const organization = await knownOrganization(provisioning, orgId);
    session.report(summarizeOrganization(organization), describeOrganization(organization));
  });
}

export async function listOrgs(session: Session): Promise<void> {
  await session.work(async ({ organizations }) => {
    const all = await organizations.list();
    session.report(
      all.map(summarizeOrganization),
      all.length === 0
        ? ['No organizations.']
        : tableLines(ORGANIZATION_LIST_COLUMNS, all.map(organizationCells)),
    );
  });
}

/** Sets the status. A resume also restarts waiting imports and RFPs; after a failure, run it again to restart the rest. */
export async function setOrgStatus(
  session: Session,
  orgId: string,
  status: OrganizationStatus,
): Promise<void> {
  await session.work(async (provisioning, { uploads, resumeRfps }) => {
    const at = provisioning.now().toISOString();
    const outcome = await provisioning.organizations.setStatus(orgId, status, at);
    if (outcome === 'being-erased') {
      throw new CommandFailedError(
        `${orgId} is being erased, which cannot be undone. Finish the erasure with freight org erase ${orgId} --confirm ${orgId}.`,
      );
    }
    const organization = await knownOrganization(provisioning, orgId);
    const resumes = status === 'active';
    const importsResumed = resumes ? await resumeUploads(await uploads(), orgId) : 0;
    const rfpsResumed = resumes ? await resumeRfps(orgId) : 0;
    const resumed = resumes ? { importsResumed, rfpsResumed } : {};
    session.report({ ...summarizeOrganization(organization), ...resumed }, [
      `${orgId} is ${organization.status}. This takes effect within a minute.`,
      ...(importsResumed > 0 ? [`Imports resumed: ${importsResumed}`] : []),
      ...(rfpsResumed > 0 ? [`RFPs resumed: ${rfpsResumed}`] : []),
    ]);
    await sweepRetiredKeys(provisioning, session, organization);
  });
}

export async function setOrgUsageTerms(session: Session, orgId: string, terms: UsageTerms): Promise<void> {
  await session.work(async (provisioning) => {
    await provisioning.organizations.setUsageTerms(orgId, terms);
    const organization = await knownOrganization(provisioning, orgId);
    session.report(summarizeOrganization(organization), describeOrganization(organization));
  });
}

export async function putOrgOnPlan(
  session: Session,
  orgId: string,
  planName: string,
  { requestsPerMinute, wait }: PlanOptions,
): Promise<void> {
  const plan = chosenPlan(planName, requestsPerMinute);
  await session.work(async (provisioning) => {
    const before = await knownOrganization(provisioning, orgId);
    await sweepRetiredKeys(provisioning, session, before);
    const result = await changePlan(provisioning, orgId, plan);
    if (!result.changed) {
      if (result.reason === 'over-capacity') throw new UsageError(result.fault);
      throw new CommandFailedError(`${orgId} was changed at the same time. Run the command again.`);
    }
    if (wait) await waitUntilRetired(provisioning, session, result.organization);
    session.report(summarizeOrganization(result.organization), describeOrganization(result.organization));
  });
}

export async function rotateOrgGatewayKey(session: Session, orgId: string, wait: boolean): Promise<void> {
  await session.work(async (provisioning) => {
    // An erasure deletes gateway keys, or has already deleted them.
    const organization = await organizationNotBeingErased(provisioning, orgId);
    await sweepRetiredKeys(provisioning, session, organization);
    const result = await rotateGatewayKey(provisioning, orgId);
    if (!result.changed) {
      throw new CommandFailedError(`${orgId} was changed at the same time. Run the command again.`);
    }
    if (wait) await waitUntilRetired(provisioning, session, result.organization);
    const deletion = wait ? 'is deleted' : 'can be deleted in two minutes with freight org cleanup';
    session.report(summarizeOrganization(result.organization), [
      `${orgId} has a new gateway key. The replaced key ${deletion}.`,
    ]);
  });
}

export async function showGatewayQuotas(session: Session): Promise<void> {
  await session.work(async ({ gatewayKeys }) => {
    const used = await gatewayKeys.countAll();
    const warnings = limitWarnings(used);
    session.report({ used, limits: GATEWAY_LIMITS, warnings }, [
      `${used.keys} of ${GATEWAY_LIMITS.keys} API keys: one per organization, two during a plan change`,
      `${used.plans} of ${GATEWAY_LIMITS.plans} usage plans: one for all standard organizations, one per enterprise organization`,
      ...warnings,
    ]);
  });
}

/** A failed count must not fail the command. */
async function warningsOfLimits({ gatewayKeys }: Provisioning): Promise<readonly string[]> {
  return gatewayKeys.countAll().then(limitWarnings, () => []);
}

export async function cleanUpOrganizations(session: Session): Promise<void> {
  await session.work(async (provisioning) => {
    const deleted = await cleanUpGateway(provisioning);
    session.report(deleted, [
      `Deleted ${deleted.retired} replaced keys and ${deleted.orphans} orphaned keys and plans.`,
    ]);
  });
}

/** @throws UsageError for an unknown plan. */
function chosenPlan(name: string, requestsPerMinute: number | undefined): OrganizationPlan {
  const choice = choosePlan(name, requestsPerMinute);
  if (!choice.valid) throw new UsageError(choice.fault);
  return choice.plan;
}
