import { writeFile } from 'node:fs/promises';
import {
  CloudFormationClient,
  CreateStackCommand,
  waitUntilStackCreateComplete,
} from '@aws-sdk/client-cloudformation';
import { parameterNames } from '../../lib/parameters/parameter-names.ts';
import { run, runTests } from './run.ts';

const ENVIRONMENT = 'dev';
const WEB = {
  name: 'freight.example.com',
  certificateArn: 'arn:aws:acm:us-east-1:000000000000:certificate/0a1b-2c',
};

/** What the web stack reads of other stacks: of the API stack, which cannot have a web ACL on the emulator, and of the market. */
const READ_BY_WEB = {
  Resources: {
    UploadsBucket: {
      Type: 'AWS::SSM::Parameter',
      Properties: {
        Name: parameterNames(ENVIRONMENT).uploadsBucket,
        Type: 'String',
        Value: 'freight-dev-uploads',
      },
    },
    ApiId: {
      Type: 'AWS::SSM::Parameter',
      Properties: { Name: parameterNames(ENVIRONMENT).restApiId, Type: 'String', Value: 'a1b2c3d4e5' },
    },
    OriginSecret: {
      Type: 'AWS::SecretsManager::Secret',
      Properties: { Name: `freight-${ENVIRONMENT}-origin`, SecretString: 'sent-by-the-distribution' },
    },
  },
};

/**
 * Deploys the web stack to the emulator, publishes the pages and destroys the stack. Its buckets stay, as in every
 * environment with data.
 * @param folder for temporary files. @param environment variables that select the emulator; the account is bootstrapped.
 */
export async function testWebStack(
  folder: string,
  environment: Readonly<Record<string, string>>,
): Promise<void> {
  const settings = `${folder}/operator-settings.json`;
  const assembly = `${folder}/cdk.out-web`;
  await writeFile(settings, JSON.stringify({ dev: { web: WEB }, staging: {}, prod: {} }));
  const cdk = (name: string, more: Readonly<Record<string, string>>, ...args: string[]) =>
    run(name, 'cdk', [...args, '--no-notices', '--ci'], { ...more, OPERATOR_SETTINGS_FILE: settings });

  // Without credentials: the checks of an account ask for more than one stack.
  await cdk(
    'synth with pages',
    {},
    'synth',
    '--quiet',
    '-c',
    `environment=${ENVIRONMENT}`,
    '--output',
    assembly,
  );
  const { AWS_ENDPOINT_URL: endpoint = '', AWS_REGION: region = '' } = environment;
  const client = new CloudFormationClient({
    endpoint,
    region,
    credentials: {
      accessKeyId: environment.AWS_ACCESS_KEY_ID ?? '',
      secretAccessKey: environment.AWS_SECRET_ACCESS_KEY ?? '',
    },
  });
  const StackName = 'stands-for-others';
  await client.send(new CreateStackCommand({ StackName, TemplateBody: JSON.stringify(READ_BY_WEB) }));
  await waitUntilStackCreateComplete({ client, maxWaitTime: 60 }, { StackName });

  const stack = `freight-${ENVIRONMENT}-web`;
  const only = [stack, '--exclusively', '--app', assembly];
  await cdk('deploy the web stack', environment, 'deploy', ...only, '--require-approval', 'never');
  await runTests('deploy-web', ['deploy'], ['deploy/web/'], environment);
  await cdk('destroy the web stack', environment, 'destroy', ...only, '--force');
}
