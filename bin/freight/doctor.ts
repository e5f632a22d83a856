import { lookup } from 'node:dns/promises';
import type { Command } from 'commander';
import { topicName } from '../../lib/alarms/alerting.ts';
import { parameterNames } from '../../lib/parameters/parameter-names.ts';
import type { EnvironmentSettings } from '../../lib/settings/environments.ts';
import { operatorSettingsFile, settingsOf } from '../../lib/settings/operator-settings.ts';
import { isStaleWeek } from '../../shared/costs/diesel/diesel-lookup.ts';
import { utcDay } from '../../shared/platform/time/utc-calendar.ts';
import { awsAccountFacts, checkAccount, findWrongTarget } from '../app/account-checks.ts';
import { readCreatedStacks } from '../app/deployed-stacks.ts';
import { example } from './arguments.ts';
import { CommandFailedError, UsageError } from './connection/failures.ts';
import { environmentNamed, readParameters } from './connection/target.ts';
import { allWeeks } from './diesel.ts';
import type { Session } from './session.ts';

/** `later`: needs something before it in the list. */
interface Finding {
  readonly check: string;
  readonly state: 'ok' | 'warning' | 'fault' | 'later';
  readonly detail: string;
}

const SIGNS = { ok: '✓', warning: '!', fault: '✗', later: '-' } as const;
const DEFAULT_QUALIFIER = 'hnb659fds';
const ANSWER_WITHIN_MS = 5_000;

/** `freight doctor`: what a deployment needs, before and after it. */
export function addDoctorCommand(program: Command, session: Session): void {
  program
    .command('doctor')
    .description('Check account, quotas, region, settings, stacks and data of a deployment; change nothing')
    .addHelpText('after', example('freight --environment prod doctor'))
    .action(async () => {
      const named = session.environment();
      if (named === undefined || named === 'local')
        throw new UsageError('Name a deployment with --environment.');
      const findings = await examine(session, settingsOf(environmentNamed(named)));
      session.report(
        findings,
        findings.map(({ check, state, detail }) => `${SIGNS[state]} ${check}: ${detail}`),
      );
      const faults = findings.filter(({ state }) => state === 'fault').map(({ check }) => check);
      if (faults.length > 0) throw new CommandFailedError(`To fix first: ${faults.join(', ')}.`);
    });
}

async function examine(session: Session, settings: EnvironmentSettings): Promise<Finding[]> {
  const { STSClient } = await import('@aws-sdk/client-sts');
  const region = await new STSClient({}).config.region().catch(() => undefined);
  if (region === undefined)
    return [fault('region', 'none is set. Set AWS_REGION, or region in your AWS profile.')];
  const facts = awsAccountFacts(region, DEFAULT_QUALIFIER);
  const account = await facts.account();
  if (account === undefined) return [fault('credentials', 'none are valid. Sign in, or set AWS_PROFILE.')];
  const deployer = { account, region, regionIsGiven: true };
  const wrong = findWrongTarget(settings, deployer, operatorSettingsFile());
  if (wrong !== undefined) return [fault('credentials', wrong)];
  return [
    { check: 'credentials', state: 'ok', detail: `account ${account}, ${region}` },
    ...(await preflight('quotas', checkAccount(settings, deployer, facts))),
    ...(await examineSearch(settings, region)),
    ...examineSettings(settings),
    ...(await examineStacks(session, settings, region)),
  ];
}

const fault = (check: string, detail: string): Finding => ({ check, state: 'fault', detail });
const warning = (check: string, detail: string): Finding => ({ check, state: 'warning', detail });
const later = (check: string, detail: string): Finding => ({ check, state: 'later', detail });
const okUnless = (check: string, problem: string | undefined, detail: string): Finding =>
  problem === undefined ? { check, state: 'ok', detail } : warning(check, problem);

/** The findings of a check that also precedes each deployment. */
async function preflight(check: string, checked: Promise<readonly string[]>): Promise<Finding[]> {
  try {
    const warnings = await checked;
    if (warnings.length > 0) return warnings.map((text) => warning(check, text));
    return [{ check, state: 'ok', detail: 'sufficient' }];
  } catch (error) {
    return [fault(check, error instanceof Error ? error.message : String(error))];
  }
}

async function examineSearch({ terminalSearch }: EnvironmentSettings, region: string): Promise<Finding[]> {
  if (terminalSearch === 'embedded') return [];
  const { awsSearchFacts, checkSearchDomain } = await import('../app/search-domain-checks.ts');
  const facts = awsSearchFacts(region, process.env.AWS_ENDPOINT_URL);
  return preflight('search domain', checkSearchDomain(terminalSearch, region, facts));
}

function examineSettings(settings: EnvironmentSettings): Finding[] {
  const { account, region, alarmSubscribers, monthlyBudgetUsd, backups, name } = settings;
  const file = operatorSettingsFile();
  const missing = [
    ...(account === undefined || region === undefined ? ['account and region'] : []),
    ...(alarmSubscribers.page.length === 0 ? ['alarmSubscribers.page'] : []),
    ...(monthlyBudgetUsd === undefined ? ['monthlyBudgetUsd'] : []),
  ];
  return [
    okUnless(
      'settings',
      missing.length === 0 ? undefined : `${file} has no ${missing.join(', ')} for ${name}.`,
      'complete',
    ),
    okUnless('backups', backupProblem(backups), backups?.copiesWaived ? 'copies are waived' : 'copied'),
  ];
}

/** Why the data would be lost with the region. */
function backupProblem(backups: EnvironmentSettings['backups']): string | undefined {
  if (backups === undefined) return 'only point-in-time recovery in the same region. Set backups.';
  if (backups.copies.length > 0 || backups.copiesWaived) return undefined;
  return 'no copy in another region. Set backups.copies, or backups.copiesWaived to accept that.';
}

async function examineStacks(
  session: Session,
  settings: EnvironmentSettings,
  region: string,
): Promise<Finding[]> {
  const { name, deletionProtection } = settings;
  const stacks = await readCreatedStacks(region, name);
  if (stacks === undefined) return [warning('stacks', 'cloudformation:DescribeStacks is not permitted.')];
  if (stacks.length === 0) {
    return [later('stacks', `none. Deploy: npm run -s cdk -- deploy --all -c environment=${name}`)];
  }
  const unprotected = stacks.filter(
    ({ EnableTerminationProtection }) => EnableTerminationProtection !== true,
  );
  const failed = stacks.filter(({ StackStatus = '' }) => StackStatus.endsWith('_FAILED'));
  const names = (some: typeof stacks) =>
    some.map(({ StackName, StackStatus }) => `${StackName} (${StackStatus})`);
  const findings: Finding[] = [
    failed.length > 0
      ? fault('stacks', names(failed).join(', '))
      : { check: 'stacks', state: 'ok', detail: `${stacks.length} deployed` },
    ...(deletionProtection && unprotected.length > 0
      ? [fault('protection', `missing on ${names(unprotected).join(', ')}. Run the deployment again.`)]
      : []),
  ];
  return [...findings, ...(await examineService(session, settings))];
}

/** What only a deployed service has. */
async function examineService(session: Session, settings: EnvironmentSettings): Promise<Finding[]> {
  const { name, probeMinutes } = settings;
  const { SSMClient } = await import('@aws-sdk/client-ssm');
  const client = new SSMClient({});
  const names = parameterNames(name);
  const parameters = await readParameters(client, name).finally(() => client.destroy());
  const { [names.url]: url, [names.secret('probe')]: probe } = parameters;
  if (url === undefined) return [fault('API', `no parameter ${names.url}. Deploy again.`)];
  return [
    await examineUrl(url),
    ...(await examineSubscribers(settings)),
    ...(probeMinutes === undefined
      ? []
      : [okUnless('probe', probe ? undefined : 'not set up: docs/operators/runbook.md#the-probe', 'set up')]),
    await examineDiesel(session),
  ];
}

async function examineUrl(url: string): Promise<Finding> {
  const { hostname } = new URL(url);
  try {
    await lookup(hostname);
    const answer = await fetch(new URL('health', url), { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
    if (!answer.ok) return fault('API', `${url}health answers ${answer.status}.`);
    const { version } = (await answer.json()) as { readonly version: string };
    return { check: 'API', state: 'ok', detail: `${url} has version ${version}` };
  } catch (error) {
    const { cause = error } = error as Error;
    return fault('API', `${hostname} does not answer (${Object(cause).code ?? Object(cause).name}).`);
  }
}

async function examineSubscribers({ name, alarmSubscribers }: EnvironmentSettings): Promise<Finding[]> {
  const { ListSubscriptionsByTopicCommand, paginateListTopics, SNSClient } = await import(
    '@aws-sdk/client-sns'
  );
  const client = new SNSClient({});
  const wanted = (['page', 'ticket'] as const).filter((severity) => alarmSubscribers[severity].length > 0);
  try {
    const waiting: string[] = [];
    for await (const { Topics = [] } of paginateListTopics({ client }, {})) {
      for (const { TopicArn = '' } of Topics) {
        if (!wanted.some((severity) => TopicArn.endsWith(`:${topicName({ name }, severity)}`))) continue;
        const { Subscriptions = [] } = await client.send(new ListSubscriptionsByTopicCommand({ TopicArn }));
        for (const { SubscriptionArn = '', Endpoint = '' } of Subscriptions)
          if (!SubscriptionArn.startsWith('arn:')) waiting.push(Endpoint);
      }
    }
    const problem = waiting.length > 0 ? `${waiting.join(', ')} must confirm the subscription.` : undefined;
    return wanted.length === 0 ? [] : [okUnless('subscribers', problem, 'confirmed')];
  } finally {
    client.destroy();
  }
}

async function examineDiesel(session: Session): Promise<Finding> {
  return session.work(async ({ diesel }) => {
    const newest = (await allWeeks(diesel)).at(-1)?.week ?? '';
    const stale = `the newest are of ${newest}: docs/operators/data.md#diesel-prices`;
    const problem = isStaleWeek(newest, utcDay(diesel.now())) ? stale : undefined;
    return okUnless('diesel prices', problem, `of ${newest}`);
  });
}
