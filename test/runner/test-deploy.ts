import { parseArgs } from 'node:util';
import { LocalSetupError } from '../../lib/local/local-setup-error.ts';
import { startTestOpenSearch } from '../support/opensearch-node.ts';
import { startEmulator } from './emulator.ts';
import { jest, run, TestFailure } from './run.ts';

const ENVIRONMENT = 'emulator';

/**
 * `npm run test:deploy`: bootstraps, deploys with the CDK command line to an emulator of AWS on this machine,
 * calls the deployed API, deploys again to see that nothing changes, and destroys everything.
 * `-- --opensearch` does so with a search domain, which a real node on this machine stands for, and ends with its removal
 * while the service stays.
 */
const { values } = parseArgs({ options: { opensearch: { type: 'boolean', default: false } } });

/** What the environment leaves out, why, and what holds it. */
const NOT_DEPLOYED =
  'Not deployed to the emulator, which knows neither: alarms over several metrics (test/infra/alarms.test.ts evaluates them) and saved queries of Logs Insights (test/infra/runbook.test.ts holds them).';

async function testDeployment(openSearch?: string): Promise<void> {
  const emulator = await startEmulator(openSearch?.replace('http://', ''));
  const stop = () => void emulator.stop().finally(() => process.exit(1));
  process.once('SIGINT', stop).once('SIGTERM', stop);
  const assembly = `${emulator.folder}/cdk.out`;
  const cdk = (name: string, ...args: string[]) =>
    run(name, 'cdk', [...args, '--no-notices', '--ci'], emulator.environment);
  const synth = (name: string, output: string, ...context: string[]) =>
    cdk(name, 'synth', '--quiet', '-c', `environment=${ENVIRONMENT}`, ...context, '--output', output);
  const deploy = (name: string, app: string) =>
    cdk(name, 'deploy', '--all', '--app', app, '--require-approval', 'never');
  console.log(NOT_DEPLOYED);
  try {
    await synth('synth', assembly, ...(openSearch === undefined ? [] : ['-c', 'opensearch=true']));
    // From the assembly, not from cdk.json: bootstrapping must not synthesize the app again.
    await cdk('bootstrap', 'bootstrap', 'aws://000000000000/us-east-1', '--app', assembly);
    await deploy('deploy', assembly);
    await jest('deploy', ['deploy'], [openSearch === undefined ? 'deploy/api' : 'deploy/search'], {
      ...emulator.environment,
      DEPLOYED_ENVIRONMENT: ENVIRONMENT,
      OPENSEARCH_NODE: openSearch ?? '',
    });
    await deploy('deploy again', assembly);
    if (openSearch !== undefined) {
      const embedded = `${emulator.folder}/cdk.out-embedded`;
      await synth('synth without the domain', embedded);
      await deploy('deploy without the domain', embedded);
      const search = `freight-${ENVIRONMENT}-search`;
      await cdk('remove the domain', 'destroy', search, '--exclusively', '--app', assembly, '--force');
      await cdk('destroy', 'destroy', '--all', '--app', embedded, '--force');
    } else await cdk('destroy', 'destroy', '--all', '--app', assembly, '--force');
  } finally {
    await emulator.stop();
  }
}

try {
  const node = values.opensearch ? await startTestOpenSearch() : undefined;
  try {
    await testDeployment(node?.endpoint);
  } finally {
    await node?.stop();
  }
} catch (error) {
  if (!(error instanceof TestFailure || error instanceof LocalSetupError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
