import { App, Tags } from 'aws-cdk-lib';
import { setAlerting } from './alarms/alerting.ts';
import {
  checkSearchSettings,
  checkWebhookSettings,
  type EnvironmentSettings,
} from './settings/environments.ts';
import { FEATURE_FLAGS } from './settings/feature-flags.ts';
import { ApiStack } from './stacks/api-stack.ts';
import { DataStack } from './stacks/data-stack.ts';
import { MarketStack } from './stacks/market-stack.ts';
import { MonitoringStack } from './stacks/monitoring-stack.ts';
import { SearchStack } from './stacks/search-stack.ts';
import { WebhooksStack } from './stacks/webhooks-stack.ts';

/**
 * The whole service of one environment, ready to synthesize. Account and region come from the deployer, so that
 * synthesis asks nothing of AWS. The bundles of dist/functions must be built before.
 */
export function createFreightApp(settings: EnvironmentSettings, outdir?: string): App {
  checkWebhookSettings(settings);
  checkSearchSettings(settings);
  const app = new App({
    analyticsReporting: false,
    postCliContext: FEATURE_FLAGS,
    // It takes longer than all else. What runs on this machine has no resource that dev has not, and is to start soon.
    builtinCloudFormationValidation: !settings.disposable,
    ...(outdir === undefined ? {} : { outdir }),
  });
  setAlerting(app, settings);
  const stackName = (part: string) => `freight-${settings.name}-${part}`;
  // Not only of the data: the API's id, its plans and their keys are what callers hold on to.
  const terminationProtection = settings.deletionProtection;
  const data = new DataStack(app, stackName('data'), settings, {
    description: 'Freight rates and quotes: tables',
    terminationProtection,
  });
  const webhooks = new WebhooksStack(app, stackName('webhooks'), settings, {
    description: 'Freight rates and quotes: events, webhooks and their deliveries',
    terminationProtection,
  });
  webhooks.addStackDependency(data, 'looks up the names of its tables');
  const api = new ApiStack(app, stackName('api'), settings, {
    description: 'Freight rates and quotes: API and its functions',
    terminationProtection,
  });
  api.addStackDependency(data, 'looks up the names of its tables');
  api.addStackDependency(webhooks, 'looks up its queues');
  const { terminalSearch } = settings;
  if (terminalSearch !== 'embedded') {
    const search = new SearchStack(app, stackName('search'), settings, terminalSearch, {
      description: 'Freight rates and quotes: OpenSearch domain of terminals, and what fills it',
      terminationProtection,
    });
    search.addStackDependency(data, 'looks up the terminals table and its stream');
    api.addStackDependency(search, 'looks up the domain and its network');
  }
  const market = settings.uploads
    ? new MarketStack(app, stackName('market'), settings, {
        description: 'Freight rates and quotes: import of uploaded files of loads',
        terminationProtection,
      })
    : undefined;
  market?.addStackDependency(data, 'looks up the names of its tables');
  const monitoring = new MonitoringStack(app, stackName('monitoring'), settings, api.measured, {
    description: 'Freight rates and quotes: dashboard, alarms and who hears of them',
    terminationProtection,
  });
  monitoring.addStackDependency(data, 'looks up the names of its tables');
  monitoring.addStackDependency(webhooks, 'looks up its queues and functions');
  monitoring.addStackDependency(api, 'looks up its functions and logs');
  if (market) monitoring.addStackDependency(market, 'looks up its function and logs');
  Tags.of(app).add('service', 'freight-rates-and-quotes');
  Tags.of(app).add('environment', settings.name);
  return app;
}
