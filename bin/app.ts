import { monitoringOptions } from '../lib/monitoring/monitoring-options.ts';
import { checkOptionNames, deploymentOptions, opensearchOption } from '../lib/settings/deployment-options.ts';
import { type EnvironmentSettings, environmentSettings } from '../lib/settings/environments.ts';
import { type AccountFacts, checkAccount, type Deployer } from './app/account-checks.ts';
import { awsAccountFacts } from './app/aws-account-facts.ts';
import { deployerOf } from './app/deployer.ts';
import { isListening } from './app/is-listening.ts';
import { checkSearchDomain } from './app/search-domain-checks.ts';
import { buildBundles } from './build/bundles.ts';

/** What `-c NAME=VALUE` asks for, which the CDK command line hands over as JSON. */
function requested() {
  const context: Record<string, unknown> = JSON.parse(process.env.CDK_CONTEXT_JSON ?? '{}');
  checkOptionNames(context);
  const { environment } = context;
  const standing = environmentSettings(typeof environment === 'string' ? environment : '', {
    opensearch: opensearchOption(context),
  });
  return {
    context,
    settings: { ...standing, ...monitoringOptions(context), ...deploymentOptions(context, standing) },
  };
}

/** @throws Error where the account at hand cannot take the deployment. */
async function checkDeployment(settings: EnvironmentSettings, context: Readonly<Record<string, unknown>>) {
  const deployer = deployerOf(context, process.env);
  const endpoint = process.env.AWS_ENDPOINT_URL;
  if (deployer === undefined) return;
  if (settings.name === 'local' && (endpoint ?? deployer.account) !== undefined) {
    throw new Error('local is what npm start runs on this machine: choose another environment to deploy.');
  }
  if (endpoint !== undefined && !(await isListening(endpoint))) {
    throw new Error(
      `Nothing answers at AWS_ENDPOINT_URL=${endpoint}: start what is there (npm run emulator), or unset the variable for AWS itself.`,
    );
  }
  if (settings.disposable && endpoint !== undefined) return;
  if (settings.disposable && deployer.account !== undefined) {
    throw new Error(`${settings.name} is not for an account of AWS: choose dev, staging or prod.`);
  }
  const { [QUALIFIER]: qualifier = 'hnb659fds' } = context;
  const facts = awsAccountFacts({ region: deployer.region, qualifier: String(qualifier) });
  const { refusal, warnings } = await checkAccount(settings, deployer, facts);
  for (const warning of warnings) console.error(warning);
  if (refusal !== undefined) throw new Error(refusal);
  await checkSearch(settings, deployer, endpoint, facts);
}

/** @throws Error where the account's region cannot have the environment's search domain. */
async function checkSearch(
  { name, terminalSearch }: EnvironmentSettings,
  { account, region }: Deployer,
  endpoint: string | undefined,
  facts: AccountFacts,
): Promise<void> {
  if (terminalSearch === 'embedded' || account === undefined) return;
  // Credentials that were named to the CDK alone are not seen here.
  if ((await facts.account()) !== account) return;
  // Loaded only here: an environment without a domain does not wait for the SDK's client.
  const { awsSearchFacts } = await import('./app/aws-search-facts.ts');
  const searchFacts = awsSearchFacts({ environment: name, region, endpoint });
  const { refusal, warnings } = await checkSearchDomain(terminalSearch, region, searchFacts);
  for (const warning of warnings) console.error(warning);
  if (refusal !== undefined) throw new Error(refusal);
}

/** The CDK's name of who has bootstrapped otherwise than by default. */
const QUALIFIER = '@aws-cdk/core:bootstrapQualifier';

try {
  const { context, settings } = requested();
  await checkDeployment(settings, context);
  // At once: esbuild is a process of its own, and the CDK's library takes as long to load.
  const [{ createFreightApp }] = await Promise.all([import('../lib/freight-app.ts'), buildBundles()]);
  createFreightApp(settings).synth();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
