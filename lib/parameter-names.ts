import type { SecretName, TableName } from './endpoints.ts';
import type { EnvironmentName } from './environments.ts';

/** Where a stack publishes what others look up: parameters, since exported values block updates of their stack. */
export const parameterNames = (environment: EnvironmentName) => ({
  table: (table: TableName) => `/freight/${environment}/tables/${table}`,
  secret: (secret: SecretName) => `/freight/${environment}/${secret}`,
  restApiId: `/freight/${environment}/rest-api-id`,
  stageName: `/freight/${environment}/stage-name`,
  standardUsagePlanId: `/freight/${environment}/standard-usage-plan-id`,
  url: `/freight/${environment}/url`,
});
