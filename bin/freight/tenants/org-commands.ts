import { Argument, type Command } from 'commander';
import { DEFAULT_USAGE_LIMIT } from '../../../shared/accounts/organizations/organization.ts';
import { wholeNumber, wholeNumberOrNone } from '../session/arguments.ts';
import type { Session } from '../session/session.ts';
import {
  type CreateOptions,
  cleanUpGateway,
  createOrg,
  listOrgs,
  type PlanOptions,
  putOrgOnPlan,
  rotateOrgGatewayKey,
  setOrgStatus,
  setOrgUsageTerms,
  showLimits,
  showOrg,
} from './org-actions.ts';
import { addOrgDataCommands } from './org-data-commands.ts';
import { setOrgSharing } from './org-sharing-action.ts';

/** `freight org ...`: organizations, their plans and whether they may call. */
export function addOrgCommands(program: Command, session: Session): void {
  const org = program.command('org').description('organizations');

  org
    .command('create')
    .description('make an organization and its first API key, which is shown only once')
    .requiredOption('--name <name>', 'what people call it')
    .option('--usage-limit <calls>', 'rate calls a month, in each mode', wholeNumber, DEFAULT_USAGE_LIMIT)
    .option('--quote-limit <quotes>', 'quotes a month, in each mode; no limit if it is left out', wholeNumber)
    .option('--plan <plan>', 'standard or enterprise', 'standard')
    .option('--requests-per-minute <calls>', 'on the enterprise plan', wholeNumber)
    .option('--no-billing', 'without billing information: rates and quotes are rejected')
    .option('--live', 'make a live key instead of a test key')
    .action((options: CreateOptions) => createOrg(session, options));

  org
    .command('list')
    .description('print all organizations, oldest first')
    .action(() => listOrgs(session));

  org
    .command('show <org>')
    .description('print an organization')
    .action((orgId: string) => showOrg(session, orgId));

  org
    .command('suspend <org>')
    .description('answer all its calls with 403, and hold its deliveries and imports, within a minute')
    .action((orgId: string) => setOrgStatus(session, orgId, 'suspended'));

  org
    .command('resume <org>')
    .description(
      'let a suspended organization call again, and continue its deliveries and imports, within a minute',
    )
    .action((orgId: string) => setOrgStatus(session, orgId, 'active'));

  org
    .command('plan <org> <plan>')
    .description('put it on the standard or the enterprise plan, or change its enterprise rate')
    .option('--requests-per-minute <calls>', 'on the enterprise plan', wholeNumber)
    .option('--wait', 'until the replaced gateway key is deleted too, about two minutes')
    .action((orgId: string, plan: string, options: PlanOptions) =>
      putOrgOnPlan(session, orgId, plan, options),
    );

  org
    .command('limit <org>')
    .description('set how many rate calls a month it may make in each mode; counts from the next call')
    .argument('<calls>', 'rate calls a month', wholeNumber)
    .action((orgId: string, usageLimit: number) => setOrgUsageTerms(session, orgId, { usageLimit }));

  org
    .command('quote-limit <org>')
    .description('set how many quotes a month it may make in each mode, or none for no limit')
    .argument('<quotes>', 'quotes a month, or none', wholeNumberOrNone)
    .action((orgId: string, quoteLimit: number | null) => setOrgUsageTerms(session, orgId, { quoteLimit }));

  org
    .command('billing <org>')
    .description('set whether billing information is on file: without it, rates and quotes are rejected')
    .addArgument(new Argument('<state>').choices(['on', 'off']))
    .action((orgId: string, state: string) => setOrgUsageTerms(session, orgId, { billing: state === 'on' }));

  org
    .command('deliveries <org>')
    .description('stop its deliveries of webhooks within a minute, or start them again; they are kept')
    .addArgument(new Argument('<state>').choices(['start', 'stop']))
    .action((orgId: string, state: string) =>
      setOrgUsageTerms(session, orgId, { deliveriesStopped: state === 'stop' }),
    );

  org
    .command('sharing <org>')
    .description('Pool live loads of an organization in the shared market, or keep them private (default)')
    .addArgument(new Argument('<state>').choices(['pooled', 'private']))
    .action((orgId: string, state: string) => setOrgSharing(session, orgId, state === 'pooled'));

  org
    .command('rotate-gateway-key <org>')
    .description('give it a new gateway key while calls go on; callers keep their keys')
    .option('--wait', 'until the replaced gateway key is deleted too, about two minutes')
    .action((orgId: string, { wait }: { wait?: true }) => rotateOrgGatewayKey(session, orgId, wait ?? false));

  org
    .command('limits')
    .description('print how near the account is to the limits of API Gateway')
    .action(() => showLimits(session));

  addOrgDataCommands(org, session);

  org
    .command('cleanup')
    .description('Delete replaced and orphaned keys and plans in API Gateway')
    .action(() => cleanUpGateway(session));
}
