import { Argument, type Command } from 'commander';
import { DEFAULT_USAGE_LIMIT } from '../../../shared/accounts/organizations/organization.ts';
import { wholeNumber, wholeNumberOrNone } from '../session/arguments.ts';
import { example } from '../session/help-example.ts';
import type { Session } from '../session/session.ts';
import {
  type CreateOptions,
  cleanUpOrganizations,
  createOrg,
  listOrgs,
  type PlanOptions,
  putOrgOnPlan,
  rotateOrgGatewayKey,
  setOrgStatus,
  setOrgUsageTerms,
  showGatewayQuotas,
  showOrg,
} from './org-actions.ts';
import { addOrgDataCommands } from './org-data-commands.ts';
import { setOrgSharing } from './org-sharing-action.ts';

/** `freight org ...`: organizations, their plans, limits and data. */
export function addOrgCommands(program: Command, session: Session): void {
  const org = program.command('org').description('Manage organizations');

  org
    .command('create')
    .description('Create an organization and its first API key (the key is shown only once)')
    .requiredOption('--name <name>', 'name of the organization')
    .option('--usage-limit <calls>', 'rate calls per month, in each mode', wholeNumber, DEFAULT_USAGE_LIMIT)
    .option('--quote-limit <quotes>', 'quotes per month, in each mode (default: no limit)', wholeNumber)
    .option('--plan <plan>', 'standard or enterprise', 'standard')
    .option('--requests-per-minute <calls>', 'rate of the enterprise plan', wholeNumber)
    .option('--no-billing', 'create without billing information; rates and quotes are rejected')
    .option('--live', 'create a live key instead of a test key')
    .addHelpText('after', example('freight org create --name "Acme Freight" --plan standard'))
    .action((options: CreateOptions) => createOrg(session, options));

  org
    .command('list')
    .description('List all organizations, oldest first')
    .addHelpText('after', example('freight org list'))
    .action(() => listOrgs(session));

  org
    .command('show <org>')
    .description('Show an organization')
    .addHelpText('after', example('freight org show org_123'))
    .action((orgId: string) => showOrg(session, orgId));

  org
    .command('suspend <org>')
    .description('Suspend an organization: reject its calls with 403, hold its deliveries, imports and RFPs')
    .addHelpText('after', example('freight org suspend org_123'))
    .action((orgId: string) => setOrgStatus(session, orgId, 'suspended'));

  org
    .command('resume <org>')
    .description('Resume a suspended organization and continue its deliveries, imports and RFPs')
    .addHelpText('after', example('freight org resume org_123'))
    .action((orgId: string) => setOrgStatus(session, orgId, 'active'));

  org
    .command('plan <org> <plan>')
    .description('Change the plan (standard or enterprise) of an organization, or its rate')
    .option('--requests-per-minute <calls>', 'rate of the enterprise plan; required for it', wholeNumber)
    .option('--wait', 'wait until the replaced gateway key is deleted, about two minutes')
    .addHelpText('after', example('freight org plan org_123 enterprise --requests-per-minute 600'))
    .action((orgId: string, plan: string, options: PlanOptions) =>
      putOrgOnPlan(session, orgId, plan, options),
    );

  org
    .command('usage-limit <org>')
    .description('Set the monthly limit of rate calls in each mode')
    .argument('<calls>', 'rate calls per month', wholeNumber)
    .addHelpText('after', example('freight org usage-limit org_123 50000'))
    .action((orgId: string, usageLimit: number) => setOrgUsageTerms(session, orgId, { usageLimit }));

  org
    .command('quote-limit <org>')
    .description('Set the monthly limit of quotes in each mode')
    .argument('<quotes>', 'quotes per month, or none for no limit', wholeNumberOrNone)
    .addHelpText('after', example('freight org quote-limit org_123 1000'))
    .action((orgId: string, quoteLimit: number | null) => setOrgUsageTerms(session, orgId, { quoteLimit }));

  org
    .command('billing <org>')
    .description('Set whether billing information is on file; if off, rates and quotes are rejected')
    .addArgument(new Argument('<state>').choices(['on', 'off']))
    .addHelpText('after', example('freight org billing org_123 on'))
    .action((orgId: string, state: string) => setOrgUsageTerms(session, orgId, { billing: state === 'on' }));

  org
    .command('deliveries <org>')
    .description('Stop or start the webhook deliveries of an organization; stopped deliveries are kept')
    .addArgument(new Argument('<state>').choices(['start', 'stop']))
    .addHelpText('after', example('freight org deliveries org_123 stop'))
    .action((orgId: string, state: string) =>
      setOrgUsageTerms(session, orgId, { deliveriesStopped: state === 'stop' }),
    );

  org
    .command('sharing <org>')
    .description('Pool live loads of an organization in the shared market, or keep them private (default)')
    .addArgument(new Argument('<state>').choices(['pooled', 'private']))
    .addHelpText('after', example('freight org sharing org_123 pooled'))
    .action((orgId: string, state: string) => setOrgSharing(session, orgId, state === 'pooled'));

  org
    .command('rotate-gateway-key <org>')
    .description('Replace the gateway key of an organization without downtime; API keys do not change')
    .option('--wait', 'wait until the replaced gateway key is deleted, about two minutes')
    .addHelpText('after', example('freight org rotate-gateway-key org_123 --wait'))
    .action((orgId: string, { wait }: { wait?: true }) => rotateOrgGatewayKey(session, orgId, wait ?? false));

  org
    .command('gateway-quotas')
    .description('Show how much of the API Gateway quotas is used')
    .addHelpText('after', example('freight --environment prod org gateway-quotas'))
    .action(() => showGatewayQuotas(session));

  addOrgDataCommands(org, session);

  org
    .command('cleanup')
    .description('Delete replaced and orphaned keys and plans in API Gateway')
    .addHelpText('after', example('freight --environment prod org cleanup'))
    .action(() => cleanUpOrganizations(session));
}
