import { Argument, type Command } from 'commander';
import { settingsOf } from '../../lib/settings/operator-settings.ts';
import {
  GATEWAY_LIMITS,
  limitWarnings,
} from '../../shared/accounts/gateway-plans/api-gateway-gateway-keys.ts';
import type { UsageTerms } from '../../shared/accounts/organizations/dynamodb-organization-store.ts';
import {
  DEFAULT_USAGE_LIMIT,
  type Organization,
  type OrganizationStatus,
} from '../../shared/accounts/organizations/organization.ts';
import {
  choosePlan,
  type OrganizationPlan,
  requestsPerMinute,
} from '../../shared/accounts/organizations/organization-plan.ts';
import { changePlan, rotateGatewayKey } from '../../shared/accounts/provisioning/change-plan.ts';
import { cleanUpGateway, deleteRetiredKeys } from '../../shared/accounts/provisioning/clean-up-gateway.ts';
import { createOrganization } from '../../shared/accounts/provisioning/create-organization.ts';
import { capacityWarnings } from '../../shared/accounts/provisioning/plan-capacity.ts';
import type { Provisioning } from '../../shared/accounts/provisioning/provisioning.ts';
import {
  DEFAULT_MONTHS,
  MAX_MONTHS,
  readUsageStatement,
} from '../../shared/accounts/usage/usage-statement.ts';
import { KEY_MODES, type KeyMode } from '../../shared/platform/account/account.ts';
import { example, modeOption, numberFrom, parsed, wholeNumber } from './arguments.ts';
import { CommandFailedError, UsageError } from './connection/failures.ts';
import { reportKey } from './keys.ts';
import { setOrgSharing } from './market.ts';
import {
  addOrgDataCommands,
  beingErased,
  knownOrganization,
  organizationNotBeingErased,
} from './organization-data.ts';
import { tableLines } from './printing.ts';
import type { Session } from './session.ts';

/** `freight org ...`: organizations, their plans, limits and data. */
export function addOrgCommands(program: Command, session: Session): void {
  const org = program.command('org').description('Manage organizations');
  const rate = ['--requests-per-minute <calls>', 'rate of the enterprise plan; required for it'] as const;
  const limitOrNone = parsed(
    (text) => (text === 'none' ? null : wholeNumber(text)),
    'It must be a whole number or none.',
  );

  org
    .command('create')
    .description('Create an organization and its first API key (the key is shown only once)')
    .requiredOption('--name <name>', 'name of the organization')
    .option('--usage-limit <calls>', 'rate calls per month, in each mode', wholeNumber, DEFAULT_USAGE_LIMIT)
    .option('--quote-limit <quotes>', 'quotes per month, in each mode (default: no limit)', wholeNumber)
    .option('--plan <plan>', 'standard or enterprise', 'standard')
    .option(...rate, wholeNumber)
    .option('--no-billing', 'create without billing information; rates and quotes are rejected')
    .option('--live', 'create a live key instead of a test key')
    .addHelpText('after', example('freight org create --name "Acme Freight" --plan standard'))
    .action((options: CreateOptions) => createOrg(session, options));
  org
    .command('list')
    .description('List all organizations, oldest first')
    .action(() =>
      session.work(async ({ provisioning }) => {
        const all = (await provisioning.organizations.list()).map(summarize);
        session.report(all, tableLines(all, ['orgId', 'status', 'plan', 'name']));
      }),
    );
  org
    .command('show <org>')
    .description('Show an organization')
    .action((orgId: string) =>
      session.work(async ({ provisioning }) =>
        session.report(summarize(await knownOrganization(provisioning, orgId))),
      ),
    );
  org
    .command('suspend <org>')
    .description('Suspend an organization: reject its calls with 403, hold its deliveries, imports and RFPs')
    .action((orgId: string) => setOrgStatus(session, orgId, 'suspended'));
  org
    .command('resume <org>')
    .description('Resume a suspended organization and continue its deliveries, imports and RFPs')
    .action((orgId: string) => setOrgStatus(session, orgId, 'active'));
  org
    .command('plan <org> <plan>')
    .description('Change the plan (standard or enterprise) of an organization, or its rate')
    .option(...rate, wholeNumber)
    .addHelpText('after', example('freight org plan org_123 enterprise --requests-per-minute 600'))
    .action((orgId: string, plan: string, options: Pick<CreateOptions, 'requestsPerMinute'>) =>
      putOnPlan(session, orgId, chosenPlan(plan, options.requestsPerMinute)),
    );
  org
    .command('usage-limit <org>')
    .description('Set the monthly limit of rate calls in each mode')
    .argument('<calls>', 'rate calls per month', wholeNumber)
    .action((orgId: string, usageLimit: number) => setUsageTerms(session, orgId, { usageLimit }));
  org
    .command('quote-limit <org>')
    .description('Set the monthly limit of quotes in each mode')
    .argument('<quotes>', 'quotes per month, or none for no limit', limitOrNone)
    .action((orgId: string, quoteLimit: number | null) => setUsageTerms(session, orgId, { quoteLimit }));
  org
    .command('billing <org>')
    .description('Set whether billing information is on file; if off, rates and quotes are rejected')
    .addArgument(new Argument('<state>').choices(['on', 'off']))
    .action((orgId: string, state: string) => setUsageTerms(session, orgId, { billing: state === 'on' }));
  org
    .command('deliveries <org>')
    .description('Stop or start the webhook deliveries of an organization; stopped deliveries are kept')
    .addArgument(new Argument('<state>').choices(['start', 'stop']))
    .action((orgId: string, state: string) =>
      setUsageTerms(session, orgId, { deliveriesStopped: state === 'stop' }),
    );
  org
    .command('sharing <org>')
    .description('Pool live loads of an organization in the shared market, or keep them private (default)')
    .addArgument(new Argument('<state>').choices(['pooled', 'private']))
    .action((orgId: string, state: string) => setOrgSharing(session, orgId, state === 'pooled'));
  org
    .command('rotate-gateway-key <org>')
    .description('Replace the gateway key of an organization without downtime; API keys do not change')
    .action((orgId: string) => rotateOrgGatewayKey(session, orgId));
  org
    .command('gateway-quotas')
    .description('Show how much of the API Gateway quotas is used')
    .action(() =>
      session.work(async ({ provisioning }) => {
        const used = await provisioning.gatewayKeys.countAll();
        session.report({ used, limits: GATEWAY_LIMITS, warnings: limitWarnings(used) });
      }),
    );
  addOrgDataCommands(org, session);
  org
    .command('cleanup')
    .description('Delete replaced and orphaned keys and plans in API Gateway')
    .option('--all', 'delete all of them, before the stacks are deleted: every call fails from then on')
    .option('--confirm <environment>', 'confirm --all with the name of the environment instead of a prompt')
    .action(({ all = false, confirm }: { all?: boolean; confirm?: string }) =>
      session.work(async ({ environment, provisioning }) => {
        if (all) {
          if (settingsOf(environment).deletionProtection)
            throw new CommandFailedError(
              `${environment} is protected from deletion. Turn deletionProtection off in its settings first.`,
            );
          const { length } = await provisioning.gatewayKeys.listCreated();
          const what = `All gateway keys and plans of organizations of ${environment} (${length}) will be deleted. Every call fails from then on.`;
          await session.confirm(environment, confirm, what);
        }
        session.report(await cleanUpGateway(provisioning, all));
      }),
    );
}

/** `freight usage ...`: usage of the monthly limits of an organization. */
export function addUsageCommands(program: Command, session: Session): void {
  program
    .command('usage <org>')
    .description('Show rate calls and quotes per month against the limits')
    .addOption(modeOption('only this mode (default: both)'))
    .option(
      '--months <months>',
      `number of months including this one, at most ${MAX_MONTHS}`,
      numberFrom(1, MAX_MONTHS),
      DEFAULT_MONTHS,
    )
    .addHelpText('after', example('freight usage org_123 --mode live --months 3'))
    .action((orgId: string, { mode, months }: { mode?: KeyMode; months: number }) =>
      session.work(async ({ usage: { reader, now } }) => {
        const moment = now();
        const statements = await Promise.all(
          (mode === undefined ? KEY_MODES : [mode]).map(async (of) => {
            const statement = await readUsageStatement(reader, { orgId, mode: of }, moment, months);
            if (statement === undefined) throw new CommandFailedError(`There is no organization ${orgId}.`);
            return { of, ...statement };
          }),
        );
        // Common fields once, the rest by mode: the shape does not depend on the number of modes.
        const { period, limit, resetsAt, billing } = statements[0] ?? {};
        const byMode = statements.map(({ of, used, remaining, history, quotes }) => [
          of,
          { used, remaining, history, quotes },
        ]);
        session.report({ orgId, period, limit, resetsAt, billing, ...Object.fromEntries(byMode) });
      }),
    );
}

interface CreateOptions {
  readonly name: string;
  readonly usageLimit: number;
  readonly quoteLimit?: number;
  readonly plan: string;
  readonly requestsPerMinute?: number;
  readonly billing: boolean;
  readonly live?: true;
}

async function createOrg(session: Session, options: CreateOptions): Promise<void> {
  const plan = chosenPlan(options.plan, options.requestsPerMinute);
  const { name, usageLimit, quoteLimit, billing, live = false } = options;
  await session.work(async ({ provisioning }) => {
    const mode = live ? 'live' : 'test';
    // A failed count must not fail the command, nor hide the new key.
    const [result, warnings] = await Promise.all([
      createOrganization(provisioning, { name, usageLimit, quoteLimit, billing, plan, mode }),
      provisioning.gatewayKeys.countAll().then(limitWarnings, () => []),
    ]);
    for (const warning of warnings) session.notify(warning);
    if (!result.created) throw new UsageError(result.fault);
    for (const warning of await capacityWarnings(provisioning).catch(() => [])) session.notify(warning);
    const { organization, apiKey, keyId } = result;
    reportKey(session, { orgId: organization.orgId, apiKey, livemode: live, keyId });
  });
}

/** Sets the status. A resume also restarts waiting imports and RFPs; after a failure, run it again to restart the rest. */
async function setOrgStatus(session: Session, orgId: string, status: OrganizationStatus): Promise<void> {
  await session.work(async ({ provisioning, resumeImports, resumeRfps }) => {
    const at = provisioning.now().toISOString();
    if ((await provisioning.organizations.setStatus(orgId, status, at)) === 'being-erased') {
      throw beingErased(orgId);
    }
    const organization = await knownOrganization(provisioning, orgId);
    const resumes = status === 'active';
    const importsResumed = resumes ? await resumeImports(orgId) : 0;
    const rfpsResumed = resumes ? await resumeRfps(orgId) : 0;
    session.report({ ...summarize(organization), ...(resumes ? { importsResumed, rfpsResumed } : {}) });
    await sweepRetiredKeys(provisioning, session, organization);
  });
}

async function setUsageTerms(session: Session, orgId: string, terms: UsageTerms): Promise<void> {
  await session.work(async ({ provisioning }) => {
    await provisioning.organizations.setUsageTerms(orgId, terms);
    session.report(summarize(await knownOrganization(provisioning, orgId)));
  });
}

async function putOnPlan(session: Session, orgId: string, plan: OrganizationPlan): Promise<void> {
  await session.work(async ({ provisioning }) => {
    await sweepRetiredKeys(provisioning, session, await knownOrganization(provisioning, orgId));
    const result = await changePlan(provisioning, orgId, plan);
    if (!result.changed) {
      throw result.reason === 'over-capacity' ? new UsageError(result.fault) : changedMeanwhile(orgId);
    }
    session.report(summarize(result.organization));
  });
}

async function rotateOrgGatewayKey(session: Session, orgId: string): Promise<void> {
  await session.work(async ({ provisioning }) => {
    // An erasure deletes gateway keys, or has already deleted them.
    const organization = await organizationNotBeingErased(provisioning, orgId);
    await sweepRetiredKeys(provisioning, session, organization);
    const result = await rotateGatewayKey(provisioning, orgId);
    if (!result.changed) throw changedMeanwhile(orgId);
    session.report(summarize(result.organization));
  });
}

function chosenPlan(name: string, requestsPerMinute: number | undefined): OrganizationPlan {
  const choice = choosePlan(name, requestsPerMinute);
  if (!choice.valid) throw new UsageError(choice.fault);
  return choice.plan;
}

/** An organization without the value of the gateway key. */
function summarize({ gatewayKey, retiring, plan, ...shown }: Organization) {
  return {
    ...shown,
    plan: plan.name,
    requestsPerMinute: requestsPerMinute(plan),
    replacedGatewayKeys: retiring.length,
  };
}

const changedMeanwhile = (orgId: string) =>
  new CommandFailedError(`${orgId} was changed at the same time. Run the command again.`);

/** Deletes replaced gateway keys that are due. A failure does not fail the command. */
async function sweepRetiredKeys(
  provisioning: Provisioning,
  session: Session,
  organization: Organization,
): Promise<void> {
  await deleteRetiredKeys(provisioning, organization).catch(() =>
    session.notify('Replaced gateway keys could not be deleted. Run freight org cleanup to retry.'),
  );
}
