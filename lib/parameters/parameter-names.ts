import type { AnyQueueName, SecretName, TableName } from '../functions/function-definition.ts';
import type { EnvironmentName } from '../settings/environments.ts';
import type { LogSource, WatchedFunction } from './watched.ts';

/** Where a stack publishes what others look up: parameters, since exported values block updates of their stack. */
export const parameterNames = (environment: EnvironmentName) => ({
  table: (table: TableName) => `/freight/${environment}/tables/${table}`,
  queueUrl: (queue: AnyQueueName) => `/freight/${environment}/queues/${queue}/url`,
  queueArn: (queue: AnyQueueName) => `/freight/${environment}/queues/${queue}/arn`,
  /** What follows is the stack's name and where in it the queue is: "webhooks/quotes-stream". */
  givenUpPath: `/freight/${environment}/given-up/`,
  streamArn: (table: TableName) => `/freight/${environment}/${table}-stream-arn`,
  /** Of the OpenSearch domain: its URL, its ARN, where functions that ask it live, and the function that fills it. */
  searchEndpoint: `/freight/${environment}/search/endpoint`,
  searchDomainArn: `/freight/${environment}/search/domain-arn`,
  searchSubnets: `/freight/${environment}/search/subnets`,
  searchSecurityGroup: `/freight/${environment}/search/security-group`,
  reindexFunctionArn: `/freight/${environment}/search/reindex-function-arn`,
  /** Of the bucket that files of loads are uploaded to. */
  uploadsBucket: `/freight/${environment}/uploads-bucket`,
  webhookSecretsKeyArn: `/freight/${environment}/webhook-secrets-key-arn`,
  /** Names of what dashboard, alarms and queries look at. */
  functionName: (name: WatchedFunction) => `/freight/${environment}/functions/${name}`,
  /** Comma between them. */
  logGroups: (source: LogSource) => `/freight/${environment}/log-groups/${source}`,
  secret: (secret: SecretName) => `/freight/${environment}/${secret}`,
  restApiId: `/freight/${environment}/rest-api-id`,
  stageName: `/freight/${environment}/stage-name`,
  standardUsagePlanId: `/freight/${environment}/standard-usage-plan-id`,
  url: `/freight/${environment}/url`,
});
