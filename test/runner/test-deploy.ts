import { globSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { startEmulator } from '../../bin/emulator/start-emulator.ts';
import { gatewayNamePrefix } from '../../shared/accounts/gateway-plans/api-gateway-gateway-keys.ts';
import { startTestOpenSearch } from '../support/opensearch-node.ts';
import { accountInventory, broughtSince, type Inventory } from './account-inventory.ts';
import { deployUnchanged } from './deploy-unchanged.ts';
import { testWebStack } from './deploy-web-stack.ts';
import { run, runSuite, runTests, TestFailure } from './run.ts';

const ENVIRONMENT = 'emulator';

/**
 * `npm run test:deploy`: bootstraps, deploys with the CDK command line to an emulator of AWS on this machine,
 * calls the deployed API, deploys changed releases, moves it to a restored table, deploys again to see that nothing changes, destroys everything, and
 * looks that nothing is left. Then it deploys the web stack by itself.
 * `-- --opensearch` does so with a search domain, which a real node on this machine stands for, and ends with its removal
 * while the service stays.
 */
const { values } = parseArgs({ options: { opensearch: { type: 'boolean', default: false } } });

/** All but those of the search variant, of a teardown, and of changed releases, which must have the deployment for themselves. */
const SUITES = globSync('test/deploy/*.test.ts').filter((file) => !/(search|teardown)\.test\.ts$/.test(file));

/** CloudFormation did not make them: an operator deletes them. */
const MADE_FOR_ORGANIZATIONS: readonly string[] = ['usage plans', 'gateway keys'];

/**
 * Checks that a removal leaves no resources of the stacks, and prints the other remaining resources.
 * @throws TestFailure that names the remaining resources.
 */
async function leavesNothing(
  before: Inventory,
  environment: Readonly<Record<string, string>>,
): Promise<void> {
  const left: string[] = [];
  const others: string[] = [];
  for (const [kind, names] of Object.entries(broughtSince(before, await accountInventory(environment)))) {
    const isOthers = (name: string) =>
      MADE_FOR_ORGANIZATIONS.includes(kind) && name.startsWith(`${gatewayNamePrefix(ENVIRONMENT)}org_`);
    left.push(...names.filter((name) => !isOthers(name)).map((name) => `${name} (${kind})`));
    const count = names.filter(isOthers).length;
    if (count > 0) others.push(`${kind} of organizations (${count})`);
  }
  if (left.length > 0) throw new TestFailure(`✗ the removal left ${left.join(', ')}`);
  console.log(`✓ the removal left nothing${others.length > 0 ? ` but ${others.join(' and ')}` : ''}`);
}

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
  const suites = (name: string, patterns: readonly string[]) =>
    runTests(name, ['deploy'], patterns, {
      ...emulator.environment,
      DEPLOYED_ENVIRONMENT: ENVIRONMENT,
      DEPLOYED_ASSEMBLY: assembly,
      OPENSEARCH_NODE: openSearch ?? '',
    });
  try {
    await synth('synth', assembly, ...(openSearch === undefined ? [] : ['-c', 'opensearch=true']));
    // From the assembly, not from cdk.json: bootstrapping must not synthesize the app again.
    await cdk('bootstrap', 'bootstrap', 'aws://000000000000/us-east-1', '--app', assembly);
    // Leaves the tables of another environment, which keeps its data.
    if (openSearch === undefined) await suites('first creation', ['deploy/first/']);
    const before = await accountInventory(emulator.environment);
    await deploy('deploy', assembly);
    if (openSearch !== undefined) await suites('deploy-search', ['deploy/search']);
    else {
      await suites('deploy', SUITES);
      await suites('deploy-release', ['deploy/release/']);
      await suites('deploy-recovery', ['deploy/recovery/']);
    }
    const again = `${assembly}-again`;
    await synth('synth again', again, ...(openSearch === undefined ? [] : ['-c', 'opensearch=true']));
    await deployUnchanged('deploy again', again, emulator.environment);
    if (openSearch !== undefined) {
      const embedded = `${emulator.folder}/cdk.out-embedded`;
      await synth('synth without the domain', embedded);
      await deploy('deploy without the domain', embedded);
      const search = `freight-${ENVIRONMENT}-search`;
      await cdk('remove the domain', 'destroy', search, '--exclusively', '--app', assembly, '--force');
      await cdk('destroy', 'destroy', '--all', '--app', embedded, '--force');
    } else {
      await suites('teardown', ['deploy/teardown']);
      await cdk('destroy', 'destroy', '--all', '--app', assembly, '--force');
    }
    await leavesNothing(before, emulator.environment);
    if (openSearch === undefined) await testWebStack(emulator.folder, emulator.environment);
  } finally {
    await emulator.stop();
  }
}

await runSuite(async () => {
  const node = values.opensearch ? await startTestOpenSearch() : undefined;
  try {
    await testDeployment(node?.endpoint);
  } finally {
    await node?.stop();
  }
});
