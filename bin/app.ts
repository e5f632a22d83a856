import { environmentSettings } from '../lib/environments.ts';
import { createFreightApp } from '../lib/freight-app.ts';
import { buildBundles } from './build/bundles.ts';

/** What `-c environment=NAME` and `-c opensearch=true` ask for, which the CDK command line hands over as JSON. */
function requested(): { readonly environment: string; readonly opensearch: boolean } {
  const context: unknown = JSON.parse(process.env.CDK_CONTEXT_JSON ?? '{}');
  const { environment, opensearch } = context as { environment?: unknown; opensearch?: unknown };
  return {
    environment: typeof environment === 'string' ? environment : '',
    opensearch: opensearch === true || opensearch === 'true',
  };
}

try {
  const { environment, opensearch } = requested();
  const settings = environmentSettings(environment, { opensearch });
  await buildBundles();
  createFreightApp(settings).synth();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
