import {
  GetParameterCommand,
  GetParametersCommand,
  ParameterNotFound,
  type SSMClient,
} from '@aws-sdk/client-ssm';
import {
  type AnyQueueName,
  forEachTable,
  TABLE_NAMES,
  type TableName,
} from '../../../functions/definition-types.ts';
import { parameterNames } from '../../../lib/parameters/parameter-names.ts';
import type { EnvironmentName } from '../../../lib/settings/environments.ts';
import { chunk } from '../../../shared/platform/collections/chunk.ts';
import { CommandFailedError } from '../failures/command-errors.ts';

/** Maximum number of names in one request to Systems Manager. */
const NAMES_AT_ONCE = 10;

/** Resources that the stacks of an environment publish. */
export interface DeployedService {
  /** Names of tables. */
  readonly tables: Readonly<Record<TableName, string>>;
  readonly standardUsagePlanId: string;
  readonly restApiId: string;
  readonly stageName: string;
}

/**
 * Finds a deployment by its parameters in Systems Manager, in the account and region of the operator's AWS settings.
 * @throws CommandFailedError if a parameter is missing.
 */
export async function findDeployedService(
  client: SSMClient,
  environment: EnvironmentName,
): Promise<DeployedService> {
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
    standardUsagePlanId: published(standardUsagePlanId),
    restApiId: published(restApiId),
    stageName: published(stageName),
  };
}

/** The value of a parameter; undefined if it does not exist. */
async function findParameter(client: SSMClient, Name: string): Promise<string | undefined> {
  try {
    return (await client.send(new GetParameterCommand({ Name }))).Parameter?.Value;
  } catch (error) {
    if (error instanceof ParameterNotFound) return undefined;
    throw error;
  }
}

/**
 * Finds the ARN of the function that builds the search index of an environment.
 * @throws CommandFailedError if there is none.
 */
export async function findReindexFunction(client: SSMClient, environment: EnvironmentName): Promise<string> {
  const Name = parameterNames(environment).reindexFunctionArn;
  const found = await findParameter(client, Name);
  if (found !== undefined) return found;
  throw new CommandFailedError(
    `Environment "${environment}" searches terminals in memory only, and has no index to build (no parameter ${Name}).`,
  );
}

/** Finds the ARN of the search domain of an environment; undefined if it has none. */
export const findSearchDomain = (
  client: SSMClient,
  environment: EnvironmentName,
): Promise<string | undefined> => findParameter(client, parameterNames(environment).searchDomainArn);

/** Ids of the subnets of the search domain of one environment; empty when it has none. */
export async function findSearchSubnets(
  client: SSMClient,
  environment: EnvironmentName,
): Promise<readonly string[]> {
  const subnets = await findParameter(client, parameterNames(environment).searchSubnets);
  return subnets === undefined ? [] : subnets.split(',');
}

/**
 * Finds the name of an environment's bucket for load files.
 * @throws CommandFailedError if there is none.
 */
export async function findUploadsBucket(client: SSMClient, environment: EnvironmentName): Promise<string> {
  const Name = parameterNames(environment).uploadsBucket;
  const found = await findParameter(client, Name);
  if (found !== undefined) return found;
  throw new CommandFailedError(
    `Environment "${environment}" has no bucket of uploads in this account and region (no parameter ${Name}).`,
  );
}

/**
 * Finds the URL of a queue of an environment.
 * @throws CommandFailedError if there is none.
 */
export async function findQueueUrl(
  client: SSMClient,
  environment: EnvironmentName,
  queue: AnyQueueName,
): Promise<string> {
  const Name = parameterNames(environment).queueUrl(queue);
  const found = await findParameter(client, Name);
  if (found !== undefined) return found;
  throw new CommandFailedError(
    `Environment "${environment}" has no queue "${queue}" in this account and region (no parameter ${Name}).`,
  );
}

/**
 * The ARN of the key of webhook secrets of one environment.
 * @throws CommandFailedError if there is none.
 */
export async function findWebhookSecretsKey(
  client: SSMClient,
  environment: EnvironmentName,
): Promise<string> {
  const Name = parameterNames(environment).webhookSecretsKeyArn;
  const found = await findParameter(client, Name);
  if (found !== undefined) return found;
  throw new CommandFailedError(
    `Environment "${environment}" has no key of webhook secrets in this account and region (no parameter ${Name}).`,
  );
}
