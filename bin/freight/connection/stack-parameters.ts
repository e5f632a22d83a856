import {
  GetParameterCommand,
  GetParametersCommand,
  ParameterNotFound,
  type SSMClient,
} from '@aws-sdk/client-ssm';
import type { AnyQueueName } from '../../../lib/functions/function-definition.ts';
import { parameterNames } from '../../../lib/parameters/parameter-names.ts';
import type { EnvironmentName } from '../../../lib/settings/environments.ts';
import { chunk } from '../../../shared/platform/collections/chunk.ts';
import { CommandFailedError } from '../failures/command-errors.ts';

/** Of one look-up in Systems Manager. */
const NAMES_AT_ONCE = 10;

/** What the stacks of one environment publish of themselves. */
export interface DeployedService {
  readonly organizationsTable: string;
  readonly usageTable: string;
  readonly terminalsTable: string;
  readonly strategiesTable: string;
  readonly quotesTable: string;
  readonly marketTable: string;
  readonly idempotencyTable: string;
  readonly webhooksTable: string;
  readonly deliveriesTable: string;
  readonly standardUsagePlanId: string;
  readonly restApiId: string;
  readonly stageName: string;
}

/**
 * Looks a deployment up in Systems Manager, in the account and region of the operator's AWS settings.
 * @throws CommandFailedError when the stacks are not there.
 */
export async function findDeployedService(
  client: SSMClient,
  environment: EnvironmentName,
): Promise<DeployedService> {
  const names = parameterNames(environment);
  const wanted = {
    organizationsTable: names.table('organizations'),
    usageTable: names.table('usage'),
    terminalsTable: names.table('terminals'),
    strategiesTable: names.table('strategies'),
    quotesTable: names.table('quotes'),
    marketTable: names.table('market'),
    idempotencyTable: names.table('idempotency'),
    webhooksTable: names.table('webhooks'),
    deliveriesTable: names.table('deliveries'),
    standardUsagePlanId: names.standardUsagePlanId,
    restApiId: names.restApiId,
    stageName: names.stageName,
  };
  const answers = await Promise.all(
    chunk(Object.values(wanted), NAMES_AT_ONCE).map((Names) =>
      client.send(new GetParametersCommand({ Names })),
    ),
  );
  const Parameters = answers.flatMap((answer) => answer.Parameters ?? []);
  const published = (name: string): string => {
    const value = Parameters.find(({ Name }) => Name === name)?.Value;
    if (value !== undefined) return value;
    throw new CommandFailedError(
      `Nothing is deployed as environment "${environment}" in this account and region (no parameter ${name}).`,
    );
  };
  return {
    organizationsTable: published(wanted.organizationsTable),
    usageTable: published(wanted.usageTable),
    terminalsTable: published(wanted.terminalsTable),
    strategiesTable: published(wanted.strategiesTable),
    quotesTable: published(wanted.quotesTable),
    marketTable: published(wanted.marketTable),
    idempotencyTable: published(wanted.idempotencyTable),
    webhooksTable: published(wanted.webhooksTable),
    deliveriesTable: published(wanted.deliveriesTable),
    standardUsagePlanId: published(wanted.standardUsagePlanId),
    restApiId: published(wanted.restApiId),
    stageName: published(wanted.stageName),
  };
}

/** A published value; undefined where there is none. */
async function findParameter(client: SSMClient, Name: string): Promise<string | undefined> {
  try {
    return (await client.send(new GetParameterCommand({ Name }))).Parameter?.Value;
  } catch (error) {
    if (error instanceof ParameterNotFound) return undefined;
    throw error;
  }
}

/**
 * The ARN of the function that builds the search index of one environment.
 * @throws CommandFailedError when there is none.
 */
export async function findReindexFunction(client: SSMClient, environment: EnvironmentName): Promise<string> {
  const Name = parameterNames(environment).reindexFunctionArn;
  const found = await findParameter(client, Name);
  if (found !== undefined) return found;
  throw new CommandFailedError(
    `Environment "${environment}" searches terminals in memory only, and has no index to build (no parameter ${Name}).`,
  );
}

/** The ARN of the search domain of one environment; undefined when it has none. */
export const findSearchDomain = (
  client: SSMClient,
  environment: EnvironmentName,
): Promise<string | undefined> => findParameter(client, parameterNames(environment).searchDomainArn);

/**
 * The name of the bucket that files of loads are uploaded to, of one environment.
 * @throws CommandFailedError when there is none.
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
 * The address of a queue of one environment.
 * @throws CommandFailedError when there is none.
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
