import type { APIGatewayClientConfig } from '@aws-sdk/client-api-gateway';
import type { DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import type { KMSClientConfig } from '@aws-sdk/client-kms';
import type { LambdaClientConfig } from '@aws-sdk/client-lambda';
import { stateFolder } from '../../../lib/local/state-folder.ts';
import { ENVIRONMENT_NAMES, type EnvironmentName } from '../../../lib/settings/environments.ts';
import type { GatewayStage } from '../../../shared/accounts/gateway-plans/api-gateway-gateway-keys.ts';
import { DIRECTORY_MAX_AGE_MS } from '../../../shared/accounts/organizations/key-directory.ts';
import type { QuietTimes } from '../../../shared/operations/organization-data/erase-organization.ts';
import { CommandFailedError, UsageError } from '../failures/command-errors.ts';
import type { QueueAddresses } from './event-queues.ts';
import { findLocalHost } from './local-host-file.ts';
import type { SearchDomainFacts } from './search-domain.ts';

/** The service that a command works on: where its tables and its throttle buckets are. */
export interface Target extends QueueAddresses {
  readonly organizationsTable: string;
  readonly usageTable: string;
  readonly terminalsTable: string;
  readonly strategiesTable: string;
  readonly quotesTable: string;
  readonly marketTable: string;
  readonly idempotencyTable: string;
  readonly webhooksTable: string;
  readonly deliveriesTable: string;
  /** "prod", "local". */
  readonly environment: EnvironmentName;
  readonly quiet: QuietTimes;
  /** Where the schedules of the service on this machine are run by hand; a deployment has AWS's own console. */
  readonly controlUrl?: string;
  /** Address of the service on this machine, and the folder that it keeps its data in. */
  readonly local?: { readonly url: string; readonly dataDir: string };
  readonly gateway: GatewayStage;
  readonly dynamodb: DynamoDBClientConfig;
  readonly apiGateway: APIGatewayClientConfig;
  readonly lambda: LambdaClientConfig;
  readonly kms: KMSClientConfig;
  /** ARN of the key of webhook secrets. */
  readonly webhookSecretsKey: () => Promise<string>;
  /** ARN of the function that builds the search index. @throws CommandFailedError where there is no index. */
  readonly reindexFunctionArn: () => Promise<string>;
  /** Undefined where terminals are searched in memory only. */
  readonly describeSearchDomain: () => Promise<SearchDomainFacts | undefined>;
  /** Bucket that files of loads are uploaded to; a deployment's alone. @throws CommandFailedError where it has none. */
  readonly uploadsBucket?: () => Promise<string>;
}

/** A new gateway key is known within seconds; AWS states no bound, so a good margin is kept. */
const GATEWAY_PROPAGATION_MS = 30_000;

/** Twice what authorizers remember, as for replaced gateway keys; longer than any function lives that sends webhooks. */
const QUIET = { callsEndAfter: 2 * DIRECTORY_MAX_AGE_MS, sendersEndAfter: 60_000 };

/** Here the answer of a receiver is all that is waited for: five seconds at most, and its writes. */
const LOCAL_SENDERS_END_AFTER_MS = 6_000;

/**
 * No caller waits behind a command: better late than to be done again. What reads and deletes much meets throttles:
 * some seconds of growing pauses.
 */
const PATIENT_REQUESTS = {
  maxAttempts: 8,
  requestHandler: { connectionTimeout: 5_000, requestTimeout: 20_000, throwOnRequestTimeout: true },
} as const;

/** A machine with other work may take seconds for what DynamoDB does in milliseconds. */
const LOCAL_REQUESTS = {
  ...PATIENT_REQUESTS,
  requestHandler: { requestTimeout: 60_000, throwOnRequestTimeout: true },
} as const;

/** DynamoDB Local keeps one database for each access key and region. */
const LOCAL_AWS = { region: 'us-east-1', credentials: { accessKeyId: 'local', secretAccessKey: 'local' } };

/**
 * Finds the service to work on: the local host that runs now, or the deployment that `environment` names.
 * @throws UsageError for a name that is no environment; CommandFailedError when it is not there.
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
  // Loaded only here: a command against the local host need not wait for it.
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
  const client = new SSMClient({});
  const deployed = await findDeployedService(client, environment).finally(() => client.destroy());
  const { standardUsagePlanId, restApiId, stageName } = deployed;
  const propagationMs = environment === 'emulator' ? 0 : GATEWAY_PROPAGATION_MS;
  return {
    organizationsTable: deployed.organizationsTable,
    usageTable: deployed.usageTable,
    terminalsTable: deployed.terminalsTable,
    strategiesTable: deployed.strategiesTable,
    quotesTable: deployed.quotesTable,
    marketTable: deployed.marketTable,
    idempotencyTable: deployed.idempotencyTable,
    webhooksTable: deployed.webhooksTable,
    deliveriesTable: deployed.deliveriesTable,
    environment,
    quiet: environment === 'emulator' ? { callsEndAfter: 0, sendersEndAfter: 0 } : QUIET,
    gateway: { restApiId, stageName, standardPlanId: standardUsagePlanId, propagationMs },
    dynamodb: PATIENT_REQUESTS,
    apiGateway: {},
    sqs: {},
    lambda: {},
    kms: {},
    webhookSecretsKey: async () => {
      const lookUps = new SSMClient({});
      return findWebhookSecretsKey(lookUps, environment).finally(() => lookUps.destroy());
    },
    reindexFunctionArn: async () => {
      const lookUps = new SSMClient({});
      return findReindexFunction(lookUps, environment).finally(() => lookUps.destroy());
    },
    describeSearchDomain: async () => {
      const lookUps = new SSMClient({});
      const arn = await findSearchDomain(lookUps, environment).finally(() => lookUps.destroy());
      if (arn === undefined) return undefined;
      const [{ OpenSearchClient }, { describeSearchDomain, domainNameOf }] = await Promise.all([
        import('@aws-sdk/client-opensearch'),
        import('./search-domain.ts'),
      ]);
      const domains = new OpenSearchClient({});
      return describeSearchDomain(domains, domainNameOf(arn)).finally(() => domains.destroy());
    },
    uploadsBucket: async () => {
      const lookUps = new SSMClient({});
      return findUploadsBucket(lookUps, environment).finally(() => lookUps.destroy());
    },
    queueUrl: async (queue) => {
      const lookUps = new SSMClient({});
      return findQueueUrl(lookUps, environment, queue).finally(() => lookUps.destroy());
    },
  };
}

async function localTarget(): Promise<Target> {
  const folder = stateFolder();
  const host = await findLocalHost(`${folder}/host.json`);
  const { restApiId, stageName, standardUsagePlanId } = host;
  return {
    organizationsTable: host.organizationsTable,
    usageTable: host.usageTable,
    terminalsTable: host.terminalsTable,
    strategiesTable: host.strategiesTable,
    quotesTable: host.quotesTable,
    marketTable: host.marketTable,
    idempotencyTable: host.idempotencyTable,
    webhooksTable: host.webhooksTable,
    deliveriesTable: host.deliveriesTable,
    environment: 'local',
    quiet: { ...QUIET, sendersEndAfter: LOCAL_SENDERS_END_AFTER_MS },
    controlUrl: host.controlUrl,
    local: { url: host.url, dataDir: folder },
    gateway: { restApiId, stageName, standardPlanId: standardUsagePlanId, propagationMs: 0 },
    dynamodb: { ...LOCAL_AWS, ...LOCAL_REQUESTS, endpoint: host.dynamodbEndpoint },
    apiGateway: { ...LOCAL_AWS, endpoint: host.controlUrl },
    sqs: { ...LOCAL_AWS, endpoint: host.sqsEndpoint },
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
