import { readFile } from 'node:fs/promises';
import { APIGatewayClient } from '@aws-sdk/client-api-gateway';
import type { DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import type { LambdaClientConfig } from '@aws-sdk/client-lambda';
import type { SQSClientConfig } from '@aws-sdk/client-sqs';
import type { SSMClient } from '@aws-sdk/client-ssm';
import * as v from 'valibot';
import {
  type AnyQueueName,
  forEachTable,
  TABLE_NAMES,
  type TableName,
} from '../../../functions/definition-types.ts';
import { dataFolder, hostFileSchema } from '../../../lib/local/data-folder.ts';
import { parameterNames } from '../../../lib/parameters/parameter-names.ts';
import { ENVIRONMENT_NAMES, type EnvironmentName } from '../../../lib/settings/environments.ts';
import {
  CONTROL_PLANE_RETRIES,
  createApiGatewayGatewayKeys,
  type GatewayKeys,
} from '../../../shared/accounts/gateway-plans/api-gateway-gateway-keys.ts';
import { DIRECTORY_MAX_AGE_MS } from '../../../shared/accounts/organizations/dynamodb-key-directory.ts';
import type { QuietTimes } from '../../../shared/operations/organization-data/erase-organization.ts';
import { chunk } from '../../../shared/platform/collections/chunk.ts';
import type { S3ClientOptions } from '../../../shared/platform/s3/s3-client.ts';
import { CommandFailedError, NoLocalServiceError, UsageError } from './failures.ts';
import { createLocalGatewayKeys } from './local-host.ts';
import type { SearchDomainFacts } from './search-domain.ts';

/** The service that a command uses: names of its resources, and settings of clients. */
export interface Target {
  readonly environment: EnvironmentName;
  readonly tables: Readonly<Record<TableName, string>>;
  readonly quiet: QuietTimes;
  /** URLs of the local service and its control server, the folder of its data, and its bucket of mails. */
  readonly local?: {
    readonly url: string;
    readonly controlUrl: string;
    readonly dataDir: string;
    readonly mailBucket: string;
  };
  /** @param notify receives messages about waiting times. */
  readonly gatewayKeys: (notify: (line: string) => void) => GatewayKeys;
  readonly dynamodb: DynamoDBClientConfig;
  readonly sqs: SQSClientConfig;
  readonly s3: S3ClientOptions;
  /** Settings of the client of Lambda. */
  readonly control: Pick<LambdaClientConfig, 'endpoint' | 'region' | 'credentials'>;
  readonly queueUrl: (queue: AnyQueueName) => Promise<string>;
  readonly uploadsBucket: () => Promise<string>;
  /** ARN of the function that builds the search index. @throws CommandFailedError if there is no index. */
  readonly reindexFunctionArn: () => Promise<string>;
  /** Resolves to undefined if terminals are searched in memory only. */
  readonly describeSearchDomain: () => Promise<SearchDomainFacts | undefined>;
  /** Ids of the subnets of the search domain; empty if it has none. */
  readonly searchSubnets: () => Promise<readonly string[]>;
}

/** Twice the cache time of authorizers, as for replaced gateway keys, and longer than the timeout of each function that sends webhooks. */
const QUIET: QuietTimes = {
  callsEndAfter: 2 * DIRECTORY_MAX_AGE_MS,
  sendersEndAfter: 60_000,
  cachedKeysEndAfter: DIRECTORY_MAX_AGE_MS,
};
const NO_QUIET: QuietTimes = { callsEndAfter: 0, sendersEndAfter: 0, cachedKeysEndAfter: 0 };

/**
 * No API caller waits for a command, so a late result is better than a repeated command. Commands that read or delete
 * many items are throttled: the attempts include some seconds of growing pauses.
 */
const PATIENT_REQUESTS = {
  maxAttempts: 8,
  requestHandler: { connectionTimeout: 5_000, requestTimeout: 20_000, throwOnRequestTimeout: true },
} as const;

/** DynamoDB Local keeps one database for each access key and region. */
const LOCAL_AWS = { region: 'us-east-1', credentials: { accessKeyId: 'local', secretAccessKey: 'local' } };

/** Finds the running local service, or a deployment. @throws UsageError, CommandFailedError if it is not found. */
export async function resolveTarget(environment: string | undefined): Promise<Target> {
  if (environment === undefined || environment === 'local') return localTarget();
  return deployedTarget(environmentNamed(environment));
}

/** @throws UsageError for an unknown name. */
export function environmentNamed(text: string): EnvironmentName {
  const known = ENVIRONMENT_NAMES.find((name) => name === text);
  if (known !== undefined) return known;
  throw new UsageError(`Unknown environment "${text}". Choose one of: ${ENVIRONMENT_NAMES.join(', ')}.`);
}

const NAMES_AT_ONCE = 10;

/** Finds a deployment by its parameters in Systems Manager. @throws CommandFailedError if one is missing. */
export async function findDeployedService(client: SSMClient, environment: EnvironmentName) {
  const { GetParametersCommand } = await import('@aws-sdk/client-ssm');
  const { table, standardUsagePlanId, restApiId, stageName } = parameterNames(environment);
  const names = [...TABLE_NAMES.map(table), standardUsagePlanId, restApiId, stageName];
  const answers = await Promise.all(
    chunk(names, NAMES_AT_ONCE).map((Names) => client.send(new GetParametersCommand({ Names }))),
  );
  const parameters = answers.flatMap((answer) => answer.Parameters ?? []);
  const published = (name: string): string => {
    const value = parameters.find(({ Name }) => Name === name)?.Value;
    if (value !== undefined) return value;
    throw new CommandFailedError(
      `Nothing is deployed as environment "${environment}" in this account and region (no parameter ${name}).`,
    );
  };
  return {
    tables: forEachTable((name) => published(table(name))),
    standardPlanId: published(standardUsagePlanId),
    restApiId: published(restApiId),
    stageName: published(stageName),
  };
}

/** The value of a parameter; undefined if it does not exist. */
export async function findParameter(client: SSMClient, Name: string): Promise<string | undefined> {
  const { GetParameterCommand, ParameterNotFound } = await import('@aws-sdk/client-ssm');
  try {
    return (await client.send(new GetParameterCommand({ Name }))).Parameter?.Value;
  } catch (error) {
    if (error instanceof ParameterNotFound) return undefined;
    throw error;
  }
}

async function deployedTarget(environment: EnvironmentName): Promise<Target> {
  // Loaded on demand, as all clients that only some commands need.
  const { SSMClient } = await import('@aws-sdk/client-ssm');
  const withClient = <Found>(task: (client: SSMClient) => Promise<Found>): Promise<Found> => {
    const client = new SSMClient({});
    return task(client).finally(() => client.destroy());
  };
  const find = (Name: string) => withClient((client) => findParameter(client, Name));
  const findOrFail = async (Name: string, what: string): Promise<string> => {
    const found = await find(Name);
    if (found !== undefined) return found;
    throw new CommandFailedError(
      `Environment "${environment}" has no ${what} in this account and region (no parameter ${Name}).`,
    );
  };
  const names = parameterNames(environment);
  const { tables, ...stage } = await withClient((client) => findDeployedService(client, environment));
  const isEmulator = environment === 'emulator';
  return {
    environment,
    tables,
    quiet: isEmulator ? NO_QUIET : QUIET,
    gatewayKeys: (notify) =>
      createApiGatewayGatewayKeys(
        new APIGatewayClient(CONTROL_PLANE_RETRIES),
        // API Gateway accepts a new key within seconds. AWS states no bound, so this has a margin.
        { ...stage, propagationMs: isEmulator ? 0 : 30_000 },
        notify,
      ),
    dynamodb: PATIENT_REQUESTS,
    sqs: {},
    s3: { endpoint: process.env.AWS_ENDPOINT_URL_S3 ?? process.env.AWS_ENDPOINT_URL },
    control: {},
    queueUrl: (queue) => findOrFail(names.queueUrl(queue), `queue "${queue}"`),
    uploadsBucket: () => findOrFail(names.uploadsBucket, 'bucket of uploads'),
    reindexFunctionArn: () => findOrFail(names.reindexFunctionArn, 'search index to build'),
    describeSearchDomain: async () => {
      const arn = await find(names.searchDomainArn);
      if (arn === undefined) return undefined;
      const [{ OpenSearchClient }, { describeSearchDomain, domainNameOf }] = await Promise.all([
        import('@aws-sdk/client-opensearch'),
        import('./search-domain.ts'),
      ]);
      const domains = new OpenSearchClient({});
      return describeSearchDomain(domains, domainNameOf(arn)).finally(() => domains.destroy());
    },
    searchSubnets: async () => (await find(names.searchSubnets))?.split(',') ?? [],
  };
}

async function localTarget(): Promise<Target> {
  const dataDir = dataFolder();
  const content = await readFile(`${dataDir}/host.json`, 'utf8').catch(() => undefined);
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), hostFileSchema), content);
  if (!parsed.success || !isAlive(parsed.output.pid)) {
    throw new NoLocalServiceError(
      'No local service is running. Start it with npm start or name a deployment with --environment.',
    );
  }
  const { url, controlUrl, tables, queueUrls, ...host } = parsed.output;
  const { standardUsagePlanId, openSearchEndpoint } = host;
  return {
    environment: 'local',
    tables,
    // A sender waits at most five seconds. No alarm watches the local gateway, so it may answer cached keys with 500.
    quiet: { ...QUIET, sendersEndAfter: 6_000, cachedKeysEndAfter: 0 },
    local: { url, controlUrl, dataDir, mailBucket: host.mailBucket },
    gatewayKeys: () => createLocalGatewayKeys(controlUrl, standardUsagePlanId),
    // On a busy machine, DynamoDB Local can need seconds where DynamoDB needs milliseconds.
    dynamodb: {
      ...{ ...LOCAL_AWS, ...PATIENT_REQUESTS, endpoint: host.dynamodbEndpoint },
      requestHandler: { requestTimeout: 60_000, throwOnRequestTimeout: true },
    },
    sqs: { ...LOCAL_AWS, endpoint: host.sqsEndpoint },
    s3: { ...LOCAL_AWS, endpoint: host.s3Endpoint },
    control: { ...LOCAL_AWS, endpoint: controlUrl },
    queueUrl: async (queue) => {
      const found = queueUrls[queue];
      if (found !== undefined) return found;
      throw new CommandFailedError(`The local service has no queue "${queue}". Restart it.`);
    },
    uploadsBucket: async () => host.uploadsBucket,
    reindexFunctionArn: async () => {
      if (host.reindexFunctionArn !== undefined) return host.reindexFunctionArn;
      throw new CommandFailedError(
        'The local service searches terminals in memory only, and has no index to build: npm start -- --opensearch starts one that has.',
      );
    },
    describeSearchDomain: async () => {
      if (openSearchEndpoint === undefined) return undefined;
      const { describeLocalNode } = await import('./search-domain.ts');
      return describeLocalNode(openSearchEndpoint);
    },
    searchSubnets: async () => [],
  };
}

function isAlive(pid: number): boolean {
  try {
    // Signal 0 only checks whether the process exists.
    return process.kill(pid, 0);
  } catch (error) {
    // EPERM: the process exists and belongs to another user.
    return Object(error).code === 'EPERM';
  }
}
