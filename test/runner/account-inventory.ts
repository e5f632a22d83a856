import {
  APIGatewayClient,
  GetApiKeysCommand,
  GetRestApisCommand,
  GetUsagePlansCommand,
} from '@aws-sdk/client-api-gateway';
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { CloudWatchClient, DescribeAlarmsCommand, ListDashboardsCommand } from '@aws-sdk/client-cloudwatch';
import { CloudWatchLogsClient, DescribeLogGroupsCommand } from '@aws-sdk/client-cloudwatch-logs';
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { EventBridgeClient, ListRulesCommand } from '@aws-sdk/client-eventbridge';
import { IAMClient, ListPoliciesCommand, ListRolesCommand } from '@aws-sdk/client-iam';
import { LambdaClient, ListEventSourceMappingsCommand, ListFunctionsCommand } from '@aws-sdk/client-lambda';
import { ListBucketsCommand } from '@aws-sdk/client-s3';
import { ListTopicsCommand, SNSClient } from '@aws-sdk/client-sns';
import { ListQueuesCommand } from '@aws-sdk/client-sqs';
import { DescribeParametersCommand, SSMClient } from '@aws-sdk/client-ssm';
import { failureReason } from '../../shared/platform/aws/failure-reason.ts';
import { requestSettings } from '../../shared/platform/aws/request-settings.ts';
import { createS3Client } from '../../shared/platform/s3/s3-client.ts';
import { createSqsClient } from '../../shared/platform/sqs/sqs-message-queue.ts';

/** The resource types of AWS, and the existing resources of each type. */
export type Inventory = Readonly<Record<string, readonly string[]>>;

type Listing = () => Promise<readonly (string | undefined)[]>;

const OWN = /^freight-/;

/** An emulator on a loaded machine may be slow. */
const LIMITS = { timeoutMs: 60_000, attempts: 3 };

/**
 * What is in the account that `environment` points at, by kind: the first page of each, which on an emulator is all.
 * Deleted KMS keys are listed until their time is over, so none is looked for.
 * @throws Error if a resource type cannot be listed.
 */
export async function accountInventory({
  AWS_ENDPOINT_URL: endpoint = '',
  AWS_REGION: region = '',
  AWS_ACCESS_KEY_ID: accessKeyId = '',
  AWS_SECRET_ACCESS_KEY: secretAccessKey = '',
}: Readonly<Record<string, string>>): Promise<Inventory> {
  const credentials = { accessKeyId, secretAccessKey };
  const settings = { endpoint, region, credentials, ...requestSettings(LIMITS) };
  const lambda = new LambdaClient(settings);
  const gateway = new APIGatewayClient(settings);
  const cloudWatch = new CloudWatchClient(settings);
  const iam = new IAMClient(settings);
  const formation = new CloudFormationClient(settings);
  const dynamodb = new DynamoDBClient(settings);
  const s3 = createS3Client(settings);
  const sqs = createSqsClient(settings);
  const ssm = new SSMClient(settings);
  const logs = new CloudWatchLogsClient(settings);
  const events = new EventBridgeClient(settings);
  const sns = new SNSClient(settings);
  /** Kinds of which the stacks make any. */
  const listings: Readonly<Record<string, Listing>> = {
    stacks: async () =>
      (await formation.send(new DescribeStacksCommand())).Stacks?.map(({ StackName }) => StackName) ?? [],
    tables: async () =>
      (await dynamodb.send(new ListTablesCommand())).TableNames?.filter((name) => OWN.test(name)) ?? [],
    buckets: async () =>
      (await s3.send(new ListBucketsCommand())).Buckets?.flatMap(({ Name = '' }) =>
        OWN.test(Name) ? [Name] : [],
      ) ?? [],
    queues: async () => (await sqs.send(new ListQueuesCommand())).QueueUrls ?? [],
    functions: async () =>
      (await lambda.send(new ListFunctionsCommand())).Functions?.map(({ FunctionName }) => FunctionName) ??
      [],
    'event source mappings': async () =>
      (await lambda.send(new ListEventSourceMappingsCommand())).EventSourceMappings?.map(
        ({ UUID }) => UUID,
      ) ?? [],
    'REST APIs': async () => (await gateway.send(new GetRestApisCommand())).items?.map(({ id }) => id) ?? [],
    'usage plans': async () =>
      (await gateway.send(new GetUsagePlansCommand())).items?.map(({ name }) => name) ?? [],
    'gateway keys': async () =>
      (await gateway.send(new GetApiKeysCommand())).items?.map(({ name }) => name) ?? [],
    parameters: async () =>
      (await ssm.send(new DescribeParametersCommand())).Parameters?.map(({ Name }) => Name) ?? [],
    'log groups': async () =>
      (await logs.send(new DescribeLogGroupsCommand())).logGroups?.map(({ logGroupName }) => logGroupName) ??
      [],
    rules: async () => (await events.send(new ListRulesCommand())).Rules?.map(({ Name }) => Name) ?? [],
    roles: async () => (await iam.send(new ListRolesCommand())).Roles?.map(({ RoleName }) => RoleName) ?? [],
    policies: async () =>
      (await iam.send(new ListPoliciesCommand())).Policies?.map(({ PolicyName }) => PolicyName) ?? [],
    topics: async () =>
      (await sns.send(new ListTopicsCommand())).Topics?.map(({ TopicArn }) => TopicArn) ?? [],
    alarms: async () =>
      (await cloudWatch.send(new DescribeAlarmsCommand())).MetricAlarms?.map(({ AlarmName }) => AlarmName) ??
      [],
    dashboards: async () =>
      (await cloudWatch.send(new ListDashboardsCommand())).DashboardEntries?.map(
        ({ DashboardName }) => DashboardName,
      ) ?? [],
  };
  const clients = [lambda, gateway, cloudWatch, iam, formation, dynamodb, s3, sqs, ssm, logs, events, sns];
  try {
    const entries = Object.entries(listings).map(
      async ([kind, listing]) => [kind, await list(kind, listing)] as const,
    );
    return Object.fromEntries(await Promise.all(entries));
  } finally {
    for (const client of clients) client.destroy();
  }
}

/** What is in `after` and was not in `before`: only kinds of which there is any. */
export function broughtSince(before: Inventory, after: Inventory): Inventory {
  return Object.fromEntries(
    Object.entries(after)
      .map(([kind, names]) => [kind, names.filter((name) => !before[kind]?.includes(name))] as const)
      .filter(([, names]) => names.length > 0),
  );
}

async function list(kind: string, listing: Listing): Promise<string[]> {
  const names = await listing().catch((error: unknown) => {
    throw new Error(`${kind} cannot be listed: ${failureReason(error)}`);
  });
  return names.filter((name) => name !== undefined);
}
