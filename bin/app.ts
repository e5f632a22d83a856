import {
  checkOptionNames,
  deploymentOptions,
  opensearchOption,
  removalOption,
} from '../lib/settings/deployment-options.ts';
import { type EnvironmentSettings, environmentSettings, isProtected } from '../lib/settings/environments.ts';
import { operatorSettingsFile, readOperatorSettings } from '../lib/settings/operator-settings.ts';
import { checkAccount, type Deployer, type PreflightResult } from './app/account-checks.ts';
import { awsAccountFacts } from './app/aws-account-facts.ts';
import { deployedTemplates, type StackTemplate } from './app/deployed-templates.ts';
import { deployerOf } from './app/deployer.ts';
import { isListening } from './app/is-listening.ts';
import { checkRemovals, readDeployedItems } from './app/removal-checks.ts';
import { checkReplacements, replaceableIds } from './app/replacement-checks.ts';
import { checkSearchDomain } from './app/search-domain-checks.ts';
import { sourceVersion } from './app/source-version.ts';
import { findWrongTarget } from './app/target-checks.ts';
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
  const facts = awsAccountFacts({ region: deployer.region, qualifier });
  report(await checkAccount(settings, deployer, facts));
  if (deployer.account === undefined) return undefined;
  // The CDK can use credentials that are not visible here.
  const isVisible = (await facts.account()) === deployer.account;
  const deployedTemplate = deployedTemplates(deployer.region);
  const deployed = isVisible ? await readDeployedItems(settings.name, deployedTemplate) : INVISIBLE;
  report(checkRemovals(settings, deployed, removals, operatorSettingsFile()));
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
  const createdStacks = isVisible ? await readCreated(settings, deployer.region) : undefined;
  return { isVisible, deployedTemplate, createdStacks };
}

/** The stacks that can be protected. If AWS does not return them, all are. */
async function readCreated({ name }: EnvironmentSettings, region: string) {
  // Loaded only here: a synthesis without credentials does not need this SDK client.
  const { readCreatedStacks } = await import('./app/aws-created-stacks.ts');
  return (await readCreatedStacks(region, name))?.map(({ StackName = '' }) => StackName);
}

const INVISIBLE = {
  unreadable: 'the credentials of --profile are not visible here. Set AWS_PROFILE instead.',
};

/** @throws the error of a check. */
function report({ error, warnings }: PreflightResult): void {
  for (const warning of warnings) console.error(warning);
  if (error !== undefined) throw new Error(error);
}

/** @throws Error if the region does not support the search domain of the environment. */
async function checkSearch(
  { name, terminalSearch }: EnvironmentSettings,
  region: string,
  endpoint: string | undefined,
): Promise<void> {
  if (terminalSearch === 'embedded') return;
  // Loaded only here: environments without a search domain do not need this SDK client.
  const { awsSearchFacts } = await import('./app/aws-search-facts.ts');
  report(
    await checkSearchDomain(terminalSearch, region, awsSearchFacts({ environment: name, region, endpoint })),
  );
}

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
  report(await checkReplacements({ templates, deployedTemplate, allowed: replaceable }));
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
