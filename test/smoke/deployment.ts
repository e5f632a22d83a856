import { CloudWatchClient } from '@aws-sdk/client-cloudwatch';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { KMSClient } from '@aws-sdk/client-kms';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { SNSClient } from '@aws-sdk/client-sns';
import type { SQSClient } from '@aws-sdk/client-sqs';
import { SSMClient } from '@aws-sdk/client-ssm';
import { deployedTemplates, type StackTemplate } from '../../bin/app/deployed-stacks.ts';
import { UsageError } from '../../bin/freight/connection/failures.ts';
import { findParameter, readParameters } from '../../bin/freight/connection/target.ts';
import { parameterNames } from '../../lib/parameters/parameter-names.ts';
import { ENVIRONMENT_NAMES, type EnvironmentSettings } from '../../lib/settings/environments.ts';
import { settingsOf } from '../../lib/settings/operator-settings.ts';
import { requestSettings } from '../../shared/platform/aws/request-settings.ts';
import { createSqsClient } from '../../shared/platform/sqs/sqs-message-queue.ts';

const SETTINGS = requestSettings({ timeoutMs: 20_000, attempts: 3 });

/** An environment in an account and region, as AWS's own operations show it. */
export interface Deployment {
  readonly settings: EnvironmentSettings;
  readonly names: ReturnType<typeof parameterNames>;
  /** A published parameter of its stacks. @throws CommandFailedError if it does not exist. */
  readonly published: (name: string) => string;
  /** A published parameter; undefined if it does not exist. */
  readonly find: (name: string) => string | undefined;
  readonly tables: DynamoDBClient;
  readonly queues: SQSClient;
  readonly keys: KMSClient;
  readonly functions: LambdaClient;
  readonly topics: SNSClient;
  readonly alarms: CloudWatchClient;
  /** Template with which a stack was last deployed; undefined if there is no such stack. */
  readonly deployedTemplate: (stackName: string) => Promise<StackTemplate | undefined>;
  readonly close: () => void;
}

/**
 * Finds the environment by the operator's AWS settings.
 * @throws UsageError if the name is not a deployed environment; CommandFailedError if nothing is deployed, or in part;
 * errors of the AWS SDK without credentials or a region.
 */
export async function findDeployment(environment: string): Promise<Deployment> {
  const known = ENVIRONMENT_NAMES.find((name) => name === environment && name !== 'local');
  if (known === undefined) {
    const choice = ENVIRONMENT_NAMES.filter((name) => name !== 'local').join(', ');
    throw new UsageError(`Unknown environment "${environment}". Choose one of: ${choice}.`);
  }
  const systems = new SSMClient({});
  try {
    const parameters = await readParameters(systems, known);
    const published = findParameter(known, parameters);
    const names = parameterNames(known);
    published(names.url);
    const clients = {
      tables: new DynamoDBClient(SETTINGS),
      queues: createSqsClient(SETTINGS),
      keys: new KMSClient(SETTINGS),
      functions: new LambdaClient(SETTINGS),
      topics: new SNSClient(SETTINGS),
      alarms: new CloudWatchClient(SETTINGS),
    };
    return {
      settings: settingsOf(known),
      names,
      published,
      find: (name) => parameters[name],
      ...clients,
      deployedTemplate: deployedTemplates(await systems.config.region()),
      close: () => {
        for (const client of Object.values(clients)) client.destroy();
      },
    };
  } finally {
    systems.destroy();
  }
}
