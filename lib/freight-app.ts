import { App, type StackProps, Tags } from 'aws-cdk-lib';
import { ENDPOINTS, QUEUE_FUNCTIONS } from '../functions/definitions.ts';
import { setAlerting } from './alarms/alerting.ts';
import { checkWebhookSettings, type EnvironmentSettings, isProtected } from './settings/environments.ts';
import { FEATURE_FLAGS } from './settings/feature-flags.ts';
import { ApiStack } from './stacks/api-stack.ts';
import { DataStack } from './stacks/data-stack.ts';
import { SearchStack } from './stacks/search-stack.ts';
import { WebStack } from './stacks/web-stack.ts';
import { WorkersStack } from './stacks/workers-stack.ts';

const namesOf = (functions: readonly { readonly function: string }[]) =>
  functions.map((each) => each.function);

const CONSUMERS = new Set(namesOf(QUEUE_FUNCTIONS));

/** Functions with the alias `live`, which provisioned concurrency needs. */
const RELEASED_FUNCTIONS = new Set([
  ...namesOf(ENDPOINTS),
  ...namesOf(QUEUE_FUNCTIONS),
  'authorizer',
  'publish-quote-events',
  'publish-rfp-changes',
]);

/**
 * Validates executions by function.
 * @throws Error for what would have no effect, and for provisioned concurrency that Lambda would reject.
 */
export function checkExecutionSettings({
  name,
  reservedExecutions = {},
  provisionedExecutions = {},
  queueExecutions = {},
  release,
}: Pick<
  EnvironmentSettings,
  'name' | 'reservedExecutions' | 'provisionedExecutions' | 'queueExecutions' | 'release'
>): void {
  const reject = (problem: string): never => {
    throw new Error(`${name}: ${problem}`);
  };
  for (const called of Object.keys(queueExecutions)) {
    if (!CONSUMERS.has(called)) reject(`queueExecutions: ${called} consumes no queue.`);
  }
  for (const [called, provisioned] of Object.entries(provisionedExecutions)) {
    if (release === 'direct')
      reject('provisioned executions need the alias live, which release: direct lacks.');
    if (!RELEASED_FUNCTIONS.has(called)) reject(`${called} has no alias live for provisioned executions.`);
    const reserved = reservedExecutions[called];
    if (reserved !== undefined && provisioned > reserved) {
      reject(
        `${called} has ${reserved} reserved executions, and ${provisioned} provisioned ones do not fit.`,
      );
    }
  }
}

/**
 * The CDK app with all stacks of one environment. The region comes from the deployer, and the account too unless the
 * operator settings name it, so that synthesis makes no AWS call. The bundles in dist/functions must exist.
 */
export function createFreightApp(settings: EnvironmentSettings, outdir?: string): App {
  checkWebhookSettings(settings);
  checkExecutionSettings(settings);
  const app = new App({
    analyticsReporting: false,
    // With allowed origins, the local service has more resources than AWS accepts; it has no limit. A test checks the limit
    // for the emulator.
    postCliContext: {
      ...FEATURE_FLAGS,
      ...(settings.disposable && { '@aws-cdk/core:stackResourceLimit': 0 }),
    },
    // It takes as long as all else together. The tests ask for it, and CloudFormation does the same with each change set,
    // before it changes a resource.
    builtinCloudFormationValidation: process.env.CDK_VALIDATION === 'true',
    ...(outdir === undefined ? {} : { outdir }),
  });
  setAlerting(app, settings);
  const stackName = (part: string) => `freight-${settings.name}-${part}`;
  // The CDK deploys the stacks to no other account, even from an assembly of an earlier synthesis. The region is not set: if
  // account and region were set, a synthesis would ask AWS for the availability zones.
  const env = settings.account === undefined ? {} : { account: settings.account };
  // Without indentation, the template of the API has about half the bytes. CloudFormation accepts 1 MB.
  const propsOf = (part: string, description: string): StackProps => ({
    description: `Freight rates and quotes: ${description}`,
    // For all stacks: callers depend on the API id, the usage plans and their keys.
    terminationProtection: isProtected(settings, stackName(part)),
    env,
    suppressTemplateIndentation: true,
  });
  const data = new DataStack(app, stackName('data'), settings, propsOf('data', 'tables'));
  const workers = new WorkersStack(
    app,
    stackName('workers'),
    settings,
    propsOf('workers', 'events, webhooks, uploads and RFPs, and the functions that work on them'),
  );
  workers.addStackDependency(data, 'looks up the names of its tables and streams');
  const { terminalSearch } = settings;
  const search =
    terminalSearch === 'embedded'
      ? undefined
      : new SearchStack(
          app,
          stackName('search'),
          settings,
          terminalSearch,
          propsOf('search', 'OpenSearch domain of terminals, and its indexing functions'),
        );
  search?.addStackDependency(data, 'looks up the terminals table and its stream');
  // The last one with queues and alarms: it has the dashboard and the alarms on the work of all stacks.
  const api = new ApiStack(app, stackName('api'), settings, workers, propsOf('api', 'API and monitoring'));
  api.addStackDependency(data, 'looks up the names of its tables');
  api.addStackDependency(workers, 'looks up its queues and its bucket of uploads');
  if (search !== undefined) api.addStackDependency(search, 'looks up the domain and its network');
  if (settings.web !== undefined) {
    const web = new WebStack(
      app,
      stackName('web'),
      settings,
      settings.web,
      propsOf('web', 'distribution of the pages and the API'),
    );
    web.addStackDependency(workers, 'looks up its bucket of uploads');
    web.addStackDependency(api, 'looks up the API, and sends it the secret that it creates');
  }
  Tags.of(app).add('service', 'freight-rates-and-quotes');
  Tags.of(app).add('environment', settings.name);
  if (settings.owner !== undefined) Tags.of(app).add('owner', settings.owner);
  if (settings.costCenter !== undefined) Tags.of(app).add('cost-center', settings.costCenter);
  return app;
}
