import { environmentSettings } from '../lib/environments.ts';
import { createFreightApp } from '../lib/freight-app.ts';
import { buildBundles } from './build/bundles.ts';

/** The environment named by `-c environment=NAME`, which the CDK command line hands over as JSON. */
function requestedEnvironment(): string {
  const context: unknown = JSON.parse(process.env.CDK_CONTEXT_JSON ?? '{}');
  const { environment } = context as { environment?: unknown };
  return typeof environment === 'string' ? environment : '';
}

try {
  const settings = environmentSettings(requestedEnvironment());
  await buildBundles();
  createFreightApp(settings).synth();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
