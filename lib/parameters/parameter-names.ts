import type { AnyQueueName, SecretName, TableName } from '../../functions/definition-types.ts';
import type { EnvironmentName } from '../settings/environments.ts';

/** Names of the SSM parameters that stacks publish for each other. Exported values would block updates of their stack. */
export const parameterNames = (environment: EnvironmentName) => ({
  table: (table: TableName) => `/freight/${environment}/tables/${table}`,
  queueUrl: (queue: AnyQueueName) => `/freight/${environment}/queues/${queue}/url`,
  /** Followed by stack and construct of the queue: "workers/quotes-stream". */
  failedEventsPath: `/freight/${environment}/failed-events/`,
  streamArn: (table: TableName) => `/freight/${environment}/${table}-stream-arn`,
  /** The OpenSearch domain: URL, ARN, subnets and security group of functions that call it, and the function that rebuilds the index. */
  searchEndpoint: `/freight/${environment}/search/endpoint`,
  searchDomainArn: `/freight/${environment}/search/domain-arn`,
  searchSubnets: `/freight/${environment}/search/subnets`,
  searchSecurityGroup: `/freight/${environment}/search/security-group`,
  reindexFunctionArn: `/freight/${environment}/search/reindex-function-arn`,
  /** Name of the bucket for load files. */
  uploadsBucket: `/freight/${environment}/uploads-bucket`,
  /** Name of the bucket for mails. Only if the environment has a mail domain. */
  mailBucket: `/freight/${environment}/mail-bucket`,
  /** Name of the bucket for pages. */
  pagesBucket: `/freight/${environment}/pages-bucket`,
  webhookSecretsKeyArn: `/freight/${environment}/webhook-secrets-key-arn`,
  secret: (secret: SecretName) => `/freight/${environment}/${secret}`,
  restApiId: `/freight/${environment}/rest-api-id`,
  stageName: `/freight/${environment}/stage-name`,
  standardUsagePlanId: `/freight/${environment}/standard-usage-plan-id`,
  url: `/freight/${environment}/url`,
});
