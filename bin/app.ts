import { environmentSettings } from '../lib/environments.ts';
import { createFreightApp } from '../lib/freight-app.ts';
import { monitoringOptions } from '../lib/monitoring/monitoring-options.ts';
import { buildBundles } from './build/bundles.ts';

/** What `-c environment=NAME` and other settings ask for, which the CDK command line hands over as JSON. */
function requested() {
  const context: Record<string, unknown> = JSON.parse(process.env.CDK_CONTEXT_JSON ?? '{}');
  const { environment, opensearch } = context;
  return {
    context,
    environment: typeof environment === 'string' ? environment : '',
    opensearch: opensearch === true || opensearch === 'true',
  };
}

try {
  const { context, environment, opensearch } = requested();
  const settings = { ...environmentSettings(environment, { opensearch }), ...monitoringOptions(context) };
  await buildBundles();
  createFreightApp(settings).synth();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
