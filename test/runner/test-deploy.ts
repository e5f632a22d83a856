import { startEmulator } from './emulator.ts';
import { jest, run, TestFailure } from './run.ts';

const ENVIRONMENT = 'emulator';

/**
 * `npm run test:deploy`: bootstraps, deploys with the CDK command line to an emulator of AWS on this machine,
 * calls the deployed API, deploys again to see that nothing changes, and destroys everything.
 */
async function testDeployment(): Promise<void> {
  const emulator = await startEmulator();
  const stop = () => void emulator.stop().finally(() => process.exit(1));
  process.once('SIGINT', stop).once('SIGTERM', stop);
  const assembly = `${emulator.folder}/cdk.out`;
  const cdk = (name: string, ...args: string[]) =>
    run(name, 'cdk', [...args, '--no-notices', '--ci'], emulator.environment);
  try {
    await cdk('synth', 'synth', '--quiet', '-c', `environment=${ENVIRONMENT}`, '--output', assembly);
    // From the assembly, not from cdk.json: bootstrapping must not synthesize the app again.
    await cdk('bootstrap', 'bootstrap', 'aws://000000000000/us-east-1', '--app', assembly);
    await cdk('deploy', 'deploy', '--all', '--app', assembly, '--require-approval', 'never');
    await jest('deploy', ['deploy'], [], { ...emulator.environment, DEPLOYED_ENVIRONMENT: ENVIRONMENT });
    await cdk('deploy again', 'deploy', '--all', '--app', assembly, '--require-approval', 'never');
    await cdk('destroy', 'destroy', '--all', '--app', assembly, '--force');
  } finally {
    await emulator.stop();
  }
}

try {
  await testDeployment();
} catch (error) {
  if (!(error instanceof TestFailure)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
