import { monitoringOptions } from '../lib/monitoring/monitoring-options.ts';
import { checkOptionNames, deploymentOptions, opensearchOption } from '../lib/settings/deployment-options.ts';
import { type EnvironmentSettings, environmentSettings } from '../lib/settings/environments.ts';
import { type AccountFacts, checkAccount, type Deployer } from './app/account-checks.ts';
import { awsAccountFacts } from './app/aws-account-facts.ts';
import { deployerOf } from './app/deployer.ts';
import { isListening } from './app/is-listening.ts';
import { checkReplacements, replaceableIds, type StackTemplate } from './app/replacement-checks.ts';
import { checkSearchDomain } from './app/search-domain-checks.ts';
import { buildBundles } from './build/bundles.ts';

/** The context options (`-c NAME=VALUE`) that the CDK command line passes as JSON, and the settings from them. */
function readDeployment() {
  const context: Record<string, unknown> = JSON.parse(process.env.CDK_CONTEXT_JSON ?? '{}');
  checkOptionNames(context);
  const { environment } = context;
  const defaults = environmentSettings(typeof environment === 'string' ? environment : '', {
    opensearch: opensearchOption(context),
  });
  return {
    context,
    settings: { ...defaults, ...monitoringOptions(context), ...deploymentOptions(context, defaults) },
  };
}

/** @throws Error if the account or its region does not allow the deployment. */
async function checkDeployment(settings: EnvironmentSettings, context: Readonly<Record<string, unknown>>) {
  const deployer = deployerOf(context, process.env);
  const endpoint = process.env.AWS_ENDPOINT_URL;
  if (deployer === undefined) return;
  if (settings.name === 'local' && (endpoint ?? deployer.account) !== undefined) {
    throw new Error('The environment local is only for npm start: choose another environment to deploy.');
  }
  if (endpoint !== undefined && !(await isListening(endpoint))) {
    throw new Error(
      `Nothing answers at AWS_ENDPOINT_URL=${endpoint}: start the emulator (npm run emulator), or unset the variable to use AWS.`,
    );
  }
  if (settings.disposable && endpoint !== undefined) return;
  if (settings.disposable && deployer.account !== undefined) {
    throw new Error(
      `The environment ${settings.name} cannot be deployed to an AWS account: choose dev, staging or prod.`,
    );
  }
  const { [QUALIFIER]: qualifier = 'hnb659fds' } = context;
  const facts = awsAccountFacts({ region: deployer.region, qualifier: String(qualifier) });
  const { error, warnings } = await checkAccount(settings, deployer, facts);
  for (const warning of warnings) console.error(warning);
  if (error !== undefined) throw new Error(error);
  await checkSearch(settings, deployer, endpoint, facts);
}

/** @throws Error if the region does not support the search domain of the environment. */
async function checkSearch(
  { name, terminalSearch }: EnvironmentSettings,
  { account, region }: Deployer,
  endpoint: string | undefined,
  facts: AccountFacts,
): Promise<void> {
  if (terminalSearch === 'embedded' || account === undefined) return;
  // The CDK can use credentials that are not visible here.
  if ((await facts.account()) !== account) return;
  // Loaded only here: environments without a search domain do not need this SDK client.
  const { awsSearchFacts } = await import('./app/aws-search-facts.ts');
  const searchFacts = awsSearchFacts({ environment: name, region, endpoint });
  const { error, warnings } = await checkSearchDomain(terminalSearch, region, searchFacts);
  for (const warning of warnings) console.error(warning);
  if (error !== undefined) throw new Error(error);
}

/** @throws Error if the deployment would remove or replace a resource with data, in an environment that protects it. */
async function checkProtectedResources(
  { deletionProtection }: EnvironmentSettings,
  context: Readonly<Record<string, unknown>>,
  templates: ReadonlyMap<string, StackTemplate>,
): Promise<void> {
  const deployer = deployerOf(context, process.env);
  if (!deletionProtection || deployer?.account === undefined) return;
  // Loaded only here: other environments do not need this SDK client.
  const { createDeployedTemplateReader } = await import('./app/aws-deployed-template.ts');
  const deployedTemplate = createDeployedTemplateReader(deployer.region);
  const allowed = replaceableIds(context);
  const { error, warnings } = await checkReplacements({ templates, deployedTemplate, allowed });
  for (const warning of warnings) console.error(warning);
  if (error !== undefined) throw new Error(error);
}

/** Context key of the CDK for a custom bootstrap qualifier. */
const QUALIFIER = '@aws-cdk/core:bootstrapQualifier';

try {
  const { context, settings } = readDeployment();
  await checkDeployment(settings, context);
  // In parallel: esbuild runs in its own process while the CDK library loads.
  const [{ createFreightApp }] = await Promise.all([import('../lib/freight-app.ts'), buildBundles()]);
  const { stacks } = createFreightApp(settings).synth();
  await checkProtectedResources(
    settings,
    context,
    new Map(stacks.map(({ stackName, template }) => [stackName, template])),
  );
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
