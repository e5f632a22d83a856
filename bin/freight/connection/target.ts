import type { APIGatewayClientConfig } from '@aws-sdk/client-api-gateway';
import type { DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import type { KMSClientConfig } from '@aws-sdk/client-kms';
import type { LambdaClientConfig } from '@aws-sdk/client-lambda';
import type { SSMClient as SSMClientType } from '@aws-sdk/client-ssm';
import type { TableName } from '../../../functions/definition-types.ts';
import { stateFolder } from '../../../lib/local/state-folder.ts';
import { ENVIRONMENT_NAMES, type EnvironmentName } from '../../../lib/settings/environments.ts';
import type { GatewayStage } from '../../../shared/accounts/gateway-plans/api-gateway-gateway-keys.ts';
import { DIRECTORY_MAX_AGE_MS } from '../../../shared/accounts/organizations/key-directory.ts';
import type { QuietTimes } from '../../../shared/operations/organization-data/erase-organization.ts';
import type { S3ClientOptions } from '../../../shared/platform/s3/s3-client.ts';
import { CommandFailedError, UsageError } from '../failures/command-errors.ts';
import type { QueueAddresses } from './event-queues.ts';
import { findLocalHost } from './local-host-file.ts';
import type { SearchDomainFacts } from './search-domain.ts';

/** The service that a command uses: names of its resources, and settings of clients. */
export interface Target extends QueueAddresses {
  /** Names of tables. */
  readonly tables: Readonly<Record<TableName, string>>;
  readonly environment: EnvironmentName;
  readonly quiet: QuietTimes;
  /** URL that runs schedules of the local service on request; a deployment has the AWS console for this. */
  readonly controlUrl?: string;
  /** URL of the local service, and the folder of its data. */
  readonly local?: { readonly url: string; readonly dataDir: string };
  readonly gateway: GatewayStage;
  readonly dynamodb: DynamoDBClientConfig;
  readonly apiGateway: APIGatewayClientConfig;
  readonly lambda: LambdaClientConfig;
  readonly kms: KMSClientConfig;
  /** ARN of the key of webhook secrets. */
  readonly webhookSecretsKey: () => Promise<string>;
  /** ARN of the function that builds the search index. @throws CommandFailedError if there is no index. */
  readonly reindexFunctionArn: () => Promise<string>;
  /** Resolves to undefined if terminals are searched in memory only. */
  readonly describeSearchDomain: () => Promise<SearchDomainFacts | undefined>;
  /** Name of the bucket for load files. @throws CommandFailedError if a deployment has no bucket. */
  readonly uploadsBucket: () => Promise<string>;
  readonly s3: S3ClientOptions;
}

/** API Gateway accepts a new key within seconds. AWS states no bound, so this has a margin. */
const GATEWAY_PROPAGATION_MS = 30_000;

/** Twice the cache time of authorizers, as for replaced gateway keys, and longer than the timeout of each function that sends webhooks. */
const QUIET: QuietTimes = {
  callsEndAfter: 2 * DIRECTORY_MAX_AGE_MS,
  sendersEndAfter: 60_000,
  cachedKeysEndAfter: DIRECTORY_MAX_AGE_MS,
};
const NO_QUIET: QuietTimes = { callsEndAfter: 0, sendersEndAfter: 0, cachedKeysEndAfter: 0 };

/** A local sender waits at most five seconds for a receiver, then writes the outcome. */
const LOCAL_SENDERS_END_AFTER_MS = 6_000;

/**
 * No API caller waits for a command, so a late result is better than a repeated command. Commands that read or delete
 * many items are throttled: the attempts include some seconds of growing pauses.
 */
const PATIENT_REQUESTS = {
  maxAttempts: 8,
  requestHandler: { connectionTimeout: 5_000, requestTimeout: 20_000, throwOnRequestTimeout: true },
} as const;

/** On a busy machine, DynamoDB Local can need seconds where DynamoDB needs milliseconds. */
const LOCAL_REQUESTS = {
  ...PATIENT_REQUESTS,
  requestHandler: { requestTimeout: 60_000, throwOnRequestTimeout: true },
} as const;

/** DynamoDB Local keeps one database for each access key and region. */
const LOCAL_AWS = { region: 'us-east-1', credentials: { accessKeyId: 'local', secretAccessKey: 'local' } };

/**
 * Finds the running local service, or the deployment that `environment` names.
 * @throws UsageError if the environment is unknown; CommandFailedError if the service is not found.
 */
export async function resolveTarget(environment: string | undefined): Promise<Target> {
  if (environment === undefined || environment === 'local') return localTarget();
  const known = ENVIRONMENT_NAMES.find((name) => name === environment);
  if (known === undefined) {
    throw new UsageError(
      `Unknown environment "${environment}". Choose one of: ${ENVIRONMENT_NAMES.join(', ')}.`,
    );
  }
  return deployedTarget(known);
}

async function deployedTarget(environment: EnvironmentName): Promise<Target> {
  // Loaded on demand: commands for the local service do not need it.
  const [
    { SSMClient },
    {
      findDeployedService,
      findQueueUrl,
      findReindexFunction,
      findSearchDomain,
      findUploadsBucket,
      findWebhookSecretsKey,
    },
  ] = await Promise.all([import('@aws-sdk/client-ssm'), import('./stack-parameters.ts')]);
  const lookUp = async <Found>(
    find: (client: SSMClientType, environment: EnvironmentName) => Promise<Found>,
  ): Promise<Found> => {
    const client = new SSMClient({});
    return find(client, environment).finally(() => client.destroy());
  };
  const deployed = await lookUp(findDeployedService);
  const { standardUsagePlanId, restApiId, stageName } = deployed;
  const propagationMs = environment === 'emulator' ? 0 : GATEWAY_PROPAGATION_MS;
  return {
    tables: deployed.tables,
    environment,
    quiet: environment === 'emulator' ? NO_QUIET : QUIET,
    gateway: { restApiId, stageName, standardPlanId: standardUsagePlanId, propagationMs },
    dynamodb: PATIENT_REQUESTS,
    apiGateway: {},
    sqs: {},
    s3: { endpoint: process.env.AWS_ENDPOINT_URL_S3 ?? process.env.AWS_ENDPOINT_URL },
    lambda: {},
    kms: {},
    webhookSecretsKey: () => lookUp(findWebhookSecretsKey),
    reindexFunctionArn: () => lookUp(findReindexFunction),
    describeSearchDomain: async () => {
      const arn = await lookUp(findSearchDomain);
      if (arn === undefined) return undefined;
      const [{ OpenSearchClient }, { describeSearchDomain, domainNameOf }] = await Promise.all([
        import('@aws-sdk/client-opensearch'),
        import('./search-domain.ts'),
      ]);
      const domains = new OpenSearchClient({});
      return describeSearchDomain(domains, domainNameOf(arn)).finally(() => domains.destroy());
    },
    uploadsBucket: () => lookUp(findUploadsBucket),
    queueUrl: (queue) => lookUp((client) => findQueueUrl(client, environment, queue)),
  };
}

async function localTarget(): Promise<Target> {
  const folder = stateFolder();
  const host = await findLocalHost(`${folder}/host.json`);
  const { restApiId, stageName, standardUsagePlanId } = host;
  return {
    tables: host.tables,
    environment: 'local',
    // No alarm watches the local gateway, so it may answer cached keys with 500.
    quiet: { ...QUIET, sendersEndAfter: LOCAL_SENDERS_END_AFTER_MS, cachedKeysEndAfter: 0 },
    controlUrl: host.controlUrl,
    local: { url: host.url, dataDir: folder },
    gateway: { restApiId, stageName, standardPlanId: standardUsagePlanId, propagationMs: 0 },
    dynamodb: { ...LOCAL_AWS, ...LOCAL_REQUESTS, endpoint: host.dynamodbEndpoint },
    apiGateway: { ...LOCAL_AWS, endpoint: host.controlUrl },
    sqs: { ...LOCAL_AWS, endpoint: host.sqsEndpoint },
    s3: { ...LOCAL_AWS, endpoint: host.s3Endpoint },
    uploadsBucket: async () => host.uploadsBucket,
    lambda: { ...LOCAL_AWS, endpoint: host.controlUrl },
    kms: { ...LOCAL_AWS, endpoint: host.controlUrl },
    // The local host has one key, whatever its id.
    webhookSecretsKey: async () => 'local',
    reindexFunctionArn: async () => {
      if (host.reindexFunctionArn !== undefined) return host.reindexFunctionArn;
      throw new CommandFailedError(
        'The local service searches terminals in memory only, and has no index to build: npm start -- --opensearch starts one that has.',
      );
    },
    describeSearchDomain: async () => {
      if (host.openSearchEndpoint === undefined) return undefined;
      const { describeLocalNode } = await import('./local-search-node.ts');
      return describeLocalNode(host.openSearchEndpoint);
    },
    queueUrl: async (queue) => {
      const url = host.queueUrls[queue];
      if (url !== undefined) return url;
      throw new CommandFailedError(`The local service has no queue "${queue}". Restart it.`);
    },
  };
}
