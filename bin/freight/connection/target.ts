import { readFile } from 'node:fs/promises';
import { APIGatewayClient } from '@aws-sdk/client-api-gateway';
import type { DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import type { LambdaClientConfig } from '@aws-sdk/client-lambda';
import type { SQSClientConfig } from '@aws-sdk/client-sqs';
import type { SSMClient } from '@aws-sdk/client-ssm';
import * as v from 'valibot';
import { type AnyQueueName, forEachTable } from '../../../functions/definition-types.ts';
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
import type { S3ClientOptions } from '../../../shared/platform/s3/s3-client.ts';
import { CommandFailedError, NoLocalServiceError, UsageError } from './failures.ts';
import { createLocalGatewayKeys } from './local-host.ts';
import type { SearchDomainFacts } from './search-domain.ts';

/** The service that a command uses: what its stacks publish, and settings of clients. */
export interface Target {
  readonly environment: EnvironmentName;
  readonly published: PublishedValues;
  readonly quiet: QuietTimes;
  /** URLs of the local service and its control server, and the folder of its data. */
  readonly local?: { readonly url: string; readonly controlUrl: string; readonly dataDir: string };
  /** @param notify receives messages about waiting times. */
  readonly gatewayKeys: (notify: (line: string) => void) => GatewayKeys;
  readonly dynamodb: DynamoDBClientConfig;
  readonly sqs: SQSClientConfig;
  readonly s3: S3ClientOptions;
  /** Settings of the client of Lambda. */
  readonly control: Pick<LambdaClientConfig, 'endpoint' | 'region' | 'credentials'>;
  /** Resolves to undefined if terminals are searched in memory only. */
  readonly describeSearchDomain: () => Promise<SearchDomainFacts | undefined>;
}

export type PublishedValues = ReturnType<typeof publishedValues>;

type Parameters = Readonly<Record<string, string>>;

/** Finds a parameter of an environment by its name. @throws CommandFailedError if it is missing. */
export const findParameter =
  (environment: EnvironmentName, parameters: Parameters) =>
  (name: string): string => {
    const found = parameters[name];
    if (found !== undefined) return found;
    throw new CommandFailedError(
      Object.keys(parameters).length === 0
        ? `Nothing is deployed as environment "${environment}" in this account and region (no parameter ${name}).`
        : `Environment "${environment}" publishes no ${name}: deploy first.`,
    );
  };

/**
 * The values that the stacks of an environment publish.
 * @param parameters by their names. @throws CommandFailedError if one is missing.
 */
export function publishedValues(environment: EnvironmentName, parameters: Parameters) {
  const names = parameterNames(environment);
  const find = findParameter(environment, parameters);
  return {
    parameters,
    tables: forEachTable((table) => find(names.table(table))),
    standardPlanId: find(names.standardUsagePlanId),
    restApiId: find(names.restApiId),
    stageName: find(names.stageName),
    queueUrl: (queue: AnyQueueName) => find(names.queueUrl(queue)),
    uploadsBucket: () => find(names.uploadsBucket),
    mailBucket: () => find(names.mailBucket),
    searchDomainArn: parameters[names.searchDomainArn],
    /** ARN of the function that builds the search index. @throws CommandFailedError if there is no index. */
    reindexFunctionArn: (): string => {
      const arn = parameters[names.reindexFunctionArn];
      if (arn !== undefined) return arn;
      throw new CommandFailedError(
        environment === 'local'
          ? 'The local service searches terminals in memory only, and has no index to build.'
          : `Environment "${environment}" has no search index to build (no parameter ${names.reindexFunctionArn}).`,
      );
    },
  };
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

/** The parameters of an environment in Systems Manager, by name; those with secrets are encrypted. */
export async function readParameters(client: SSMClient, environment: EnvironmentName): Promise<Parameters> {
  const { paginateGetParametersByPath } = await import('@aws-sdk/client-ssm');
  const parameters: Record<string, string> = {};
  const search = { Path: `/freight/${environment}/`, Recursive: true };
  for await (const { Parameters = [] } of paginateGetParametersByPath({ client }, search)) {
    for (const { Name = '', Value = '' } of Parameters) parameters[Name] = Value;
  }
  return parameters;
}

async function deployedTarget(environment: EnvironmentName): Promise<Target> {
  // Loaded on demand, as all clients that only some commands need.
  const { SSMClient } = await import('@aws-sdk/client-ssm');
  const client = new SSMClient({});
  const parameters = await readParameters(client, environment).finally(() => client.destroy());
  const published = publishedValues(environment, parameters);
  const isEmulator = environment === 'emulator';
  return {
    environment,
    published,
    quiet: isEmulator ? NO_QUIET : QUIET,
    gatewayKeys: (notify) =>
      createApiGatewayGatewayKeys(
        new APIGatewayClient(CONTROL_PLANE_RETRIES),
        // API Gateway accepts a new key within seconds. AWS states no bound, so this has a margin.
        { ...published, propagationMs: isEmulator ? 0 : 30_000 },
        notify,
      ),
    dynamodb: PATIENT_REQUESTS,
    sqs: {},
    s3: { endpoint: process.env.AWS_ENDPOINT_URL_S3 ?? process.env.AWS_ENDPOINT_URL },
    control: {},
    describeSearchDomain: async () => {
      const { searchDomainArn: arn } = published;
      if (arn === undefined) return undefined;
      const [{ OpenSearchClient }, { describeSearchDomain, domainNameOf }] = await Promise.all([
        import('@aws-sdk/client-opensearch'),
        import('./search-domain.ts'),
      ]);
      const domains = new OpenSearchClient({});
      return describeSearchDomain(domains, domainNameOf(arn)).finally(() => domains.destroy());
    },
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
  const { url, controlUrl, parameters, openSearchEndpoint, ...host } = parsed.output;
  const published = publishedValues('local', parameters);
  return {
    environment: 'local',
    published,
    // A sender waits at most five seconds. No alarm watches the local gateway, so it may answer cached keys with 500.
    quiet: { ...QUIET, sendersEndAfter: 6_000, cachedKeysEndAfter: 0 },
    local: { url, controlUrl, dataDir },
    gatewayKeys: () => createLocalGatewayKeys(controlUrl, published.standardPlanId),
    // On a busy machine, DynamoDB Local can need seconds where DynamoDB needs milliseconds.
    dynamodb: {
      ...{ ...LOCAL_AWS, ...PATIENT_REQUESTS, endpoint: host.dynamodbEndpoint },
      requestHandler: { requestTimeout: 60_000, throwOnRequestTimeout: true },
    },
    sqs: { ...LOCAL_AWS, endpoint: host.sqsEndpoint },
    s3: { ...LOCAL_AWS, endpoint: host.s3Endpoint },
    control: { ...LOCAL_AWS, endpoint: controlUrl },
    describeSearchDomain: async () =>
      openSearchEndpoint === undefined
        ? undefined
        : { name: openSearchEndpoint, inProgress: [], unknown: [] },
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
