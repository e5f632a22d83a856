import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import {
  checkOptionNames,
  deploymentOptions,
  opensearchOption,
  removalOption,
} from '../lib/settings/deployment-options.ts';
import { type EnvironmentSettings, environmentSettings, isProtected } from '../lib/settings/environments.ts';
import { operatorSettingsFile, readOperatorSettings } from '../lib/settings/operator-settings.ts';
import { awsAccountFacts, checkAccount, type Deployer, findWrongTarget } from './app/account-checks.ts';
import { deployedTemplates, readCreatedStacks, type StackTemplate } from './app/deployed-stacks.ts';
import { isListening } from './app/is-listening.ts';
import { checkRemovals, readDeployedItems } from './app/removal-checks.ts';
import { checkReplacements, replaceableIds } from './app/replacement-checks.ts';
import { buildBundles, buildLocalBundles } from './build/bundles.ts';

/** A deployment as the CDK command line requests it. */
interface Requested {
  readonly settings: EnvironmentSettings;
  /** Absent if nothing is deployed, compared or synthesized. */
  readonly deployer: Deployer | undefined;
  /** Items that the operator confirmed to remove. */
  readonly removals: readonly string[];
  /** Logical ids of resources that the deployment may remove or replace. */
  readonly replaceable: ReturnType<typeof replaceableIds>;
  /** Qualifier of the CDK bootstrap stack. */
  readonly qualifier: string;
}

/** What AWS answers about the account and its stacks. */
interface AwsAnswers {
  /** Names of the stacks that exist; undefined if AWS does not return them. */
  readonly createdStacks: readonly string[] | undefined;
  /** Whether the credentials of this process are those of the deployment. */
  readonly isVisible: boolean;
  readonly deployedTemplate: ReturnType<typeof deployedTemplates>;
}

/** Reads the context options (`-c NAME=VALUE`), which the CDK command line passes as JSON, and the operator settings. */
function readRequest(): Requested {
  const context: Record<string, unknown> = JSON.parse(process.env.CDK_CONTEXT_JSON ?? '{}');
  const file = operatorSettingsFile();
  checkOptionNames(context, file);
  const { environment, [QUALIFIER]: qualifier = 'hnb659fds' } = context;
  const opensearch = opensearchOption(context);
  const defaults = environmentSettings(typeof environment === 'string' ? environment : '', { opensearch });
  const deployer = deployerOf(context, process.env);
  if (opensearch && !defaults.disposable && deployer !== undefined) {
    // `destroy` needs the option, to name the stack of a domain that is no longer in the settings.
    throw new Error(
      `-c opensearch=true is only for the emulator and for destroy: set ${defaults.name}.terminalSearch in ${file}.`,
    );
  }
  return {
    settings: {
      ...defaults,
      ...readOperatorSettings(defaults.name),
      ...(opensearch ? { terminalSearch: defaults.terminalSearch } : {}),
      ...deploymentOptions(context, defaults),
    },
    deployer,
    removals: removalOption(context),
    replaceable: replaceableIds(context),
    qualifier: String(qualifier),
  };
}

/**
 * Checks the account and its region. Returns the answers of AWS; undefined if nothing is deployed to an AWS account.
 * @throws Error if they do not allow the deployment.
 */
async function checkDeployment({
  settings,
  deployer,
  removals,
  qualifier,
}: Requested): Promise<AwsAnswers | undefined> {
  const endpoint = process.env.AWS_ENDPOINT_URL;
  if (deployer === undefined) return undefined;
  if (settings.name === 'local' && (endpoint ?? deployer.account) !== undefined) {
    throw new Error('The environment local is only for npm start: choose another environment to deploy.');
  }
  const wrongTarget = findWrongTarget(settings, deployer, operatorSettingsFile());
  if (wrongTarget !== undefined) throw new Error(wrongTarget);
  if (endpoint !== undefined && !(await isListening(endpoint))) {
    throw new Error(
      `Nothing answers at AWS_ENDPOINT_URL=${endpoint}: start the emulator (npm run emulator), or unset the variable to use AWS.`,
    );
  }
  if (settings.disposable && endpoint !== undefined) return undefined;
  if (settings.disposable && deployer.account !== undefined) {
    throw new Error(
      `The environment ${settings.name} cannot be deployed to an AWS account: choose dev, staging or prod.`,
    );
  }
  const facts = awsAccountFacts(deployer.region, qualifier);
  warn(await checkAccount(settings, deployer, facts));
  if (deployer.account === undefined) return undefined;
  // The CDK can use credentials that are not visible here.
  const isVisible = (await facts.account()) === deployer.account;
  const deployedTemplate = deployedTemplates(deployer.region);
  const deployed = isVisible ? await readDeployedItems(settings.name, deployedTemplate) : INVISIBLE;
  warn(checkRemovals(settings, deployed, removals, operatorSettingsFile()));
  if (
    settings.deletionProtection &&
    settings.backups?.copies.length === 0 &&
    !settings.backups.copiesWaived
  ) {
    console.error(
      `${settings.name}: no backup is in another region. Set backups.copies in ${operatorSettingsFile()}, or backups.copiesWaived.`,
    );
  }
  if (isVisible) await checkSearch(settings, deployer.region, endpoint);
  // The stacks that can be protected. If AWS does not return them, all are.
  const created = isVisible ? await readCreatedStacks(deployer.region, settings.name) : undefined;
  const createdStacks = created?.map(({ StackName = '' }) => StackName);
  return { isVisible, deployedTemplate, createdStacks };
}

const INVISIBLE = {
  unreadable: 'the credentials of --profile are not visible here. Set AWS_PROFILE instead.',
};

/** @throws Error if the region does not support the search domain of the environment. */
async function checkSearch({ terminalSearch }: EnvironmentSettings, region: string, endpoint?: string) {
  if (terminalSearch === 'embedded') return;
  // Loaded only here: environments without a search domain do not need these SDK clients.
  const { awsSearchFacts, checkSearchDomain } = await import('./app/search-domain-checks.ts');
  warn(await checkSearchDomain(terminalSearch, region, awsSearchFacts(region, endpoint)));
}

const warn = (warnings: readonly string[]): void => {
  for (const warning of warnings) console.error(warning);
};

/** @throws Error if the deployment would remove or replace a resource with data, in an environment that protects it. */
async function checkProtectedResources(
  { settings, replaceable }: Requested,
  { isVisible, deployedTemplate }: AwsAnswers,
  templates: ReadonlyMap<string, StackTemplate>,
): Promise<void> {
  if (!settings.deletionProtection) return;
  if (!isVisible) {
    throw new Error(
      `${settings.name}: replaced tables cannot be noticed with the credentials of --profile. Set AWS_PROFILE instead.`,
    );
  }
  await checkReplacements({ templates, deployedTemplate, allowed: replaceable });
}

/** Default region of the CDK. */
const DEFAULT_REGION = 'us-east-1';

const REGION_VARIABLES = ['AWS_REGION', 'AMAZON_REGION', 'AWS_DEFAULT_REGION', 'AMAZON_DEFAULT_REGION'];

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Account and region of the deployment, from the variables and context of the CDK command line.
 * @returns undefined unless stacks are deployed, compared or synthesized: for bootstrap and destroy, or if another program
 *   runs the app.
 */
function deployerOf(context: Readonly<Record<string, unknown>>, variables: Variables): Deployer | undefined {
  const region = variables.CDK_DEFAULT_REGION;
  const stacks = context['aws:cdk:bundling-stacks'];
  if (region === undefined || !Array.isArray(stacks) || stacks.length === 0) return undefined;
  const named = REGION_VARIABLES.some((name) => variables[name]);
  return {
    account: variables.CDK_DEFAULT_ACCOUNT,
    region,
    regionIsGiven: named || region !== DEFAULT_REGION || profilesName(DEFAULT_REGION, variables),
  };
}

/** Whether any AWS profile has that region; the profile of the CDK is not known here. */
function profilesName(region: string, variables: Variables): boolean {
  const home = variables.HOME ?? homedir();
  const files = [
    variables.AWS_CONFIG_FILE ?? join(home, '.aws', 'config'),
    variables.AWS_SHARED_CREDENTIALS_FILE ?? join(home, '.aws', 'credentials'),
  ];
  return files.some((file) => new RegExp(`^\\s*region\\s*=\\s*${region}\\s*$`, 'm').test(textOf(file)));
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // The file is optional.
    return '';
  }
}

const ROOT = fileURLToPath(new URL('../', import.meta.url));

/** What a deployment consists of. Other changes, such as documents and tests, publish no new versions. */
const DEPLOYED_SOURCES = [
  'functions',
  'lib',
  'openapi.json',
  'docs/glossary.md',
  'shared',
  'bin/build',
  'package-lock.json',
];

/**
 * The commit of the last change of the deployed sources, as 12 hexadecimal digits. `-modified` follows if the working copy
 * has other changes of them. `unknown` without a Git repository, such as in a source archive.
 */
async function sourceVersion(): Promise<string> {
  const git = async (...args: readonly string[]): Promise<string> => {
    const { stdout } = await promisify(execFile)('git', [...args, '--', ...DEPLOYED_SOURCES], {
      cwd: ROOT,
    });
    return stdout.trim();
  };
  try {
    const [commit, changes] = await Promise.all([
      git('log', '-1', '--format=%H'),
      git('status', '--porcelain', '--untracked-files=all'),
    ]);
    if (commit === '') return 'unknown';
    return `${commit.slice(0, 12)}${changes === '' ? '' : '-modified'}`;
  } catch {
    return 'unknown';
  }
}

/** Context key of the CDK for a custom bootstrap qualifier. */
const QUALIFIER = '@aws-cdk/core:bootstrapQualifier';

try {
  const request = readRequest();
  const answers = await checkDeployment(request);
  // In parallel: esbuild and Git run in processes of their own while the CDK library loads.
  const [{ createFreightApp }, version] = await Promise.all([
    import('../lib/freight-app.ts'),
    sourceVersion(),
    request.settings.name === 'local' ? buildLocalBundles() : buildBundles(),
  ]);
  const settings = { ...request.settings, version, createdStacks: answers?.createdStacks };
  const { stacks } = createFreightApp(settings).synth();
  const unprotected = stacks.filter(
    ({ stackName }) => settings.deletionProtection && !isProtected(settings, stackName),
  );
  if (unprotected.length > 0) {
    console.error(
      `New and not protected from deletion until the same command runs again: ${unprotected.map(({ stackName }) => stackName).join(', ')}.`,
    );
  }
  const templates = new Map(stacks.map(({ stackName, template }) => [stackName, template]));
  if (answers !== undefined) await checkProtectedResources(request, answers, templates);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
