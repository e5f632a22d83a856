import { APIGatewayClient } from '@aws-sdk/client-api-gateway';
import {
  DeleteTableCommand,
  DynamoDBClient,
  paginateListTables,
  ResourceNotFoundException,
  waitUntilTableNotExists,
} from '@aws-sdk/client-dynamodb';
import { paginateGetParametersByPath, SSMClient } from '@aws-sdk/client-ssm';
import { parameterNames } from '../../../lib/parameters/parameter-names.ts';
import type { EnvironmentName } from '../../../lib/settings/environments.ts';
import {
  CONTROL_PLANE_RETRIES,
  createApiGatewayGatewayKeys,
} from '../../../shared/accounts/gateway-plans/api-gateway-gateway-keys.ts';
import { cdk } from './cdk-command.ts';
import type { DeployedEnvironment } from './teardown.ts';

/** Tables of the data stack, tables that an operator restored, and those of interrupted `backup verify` runs. */
const OWN_TABLES = (environment: EnvironmentName) =>
  new RegExp(`^freight-${environment}-(data|restored|verify)-`);

const TABLE_GONE_WITHIN_S = 600;

/**
 * An environment in the account and region of the operator's AWS settings.
 * @param app a synthesized cloud assembly, instead of one that is made now.
 */
export function reachDeployedEnvironment(
  environment: EnvironmentName,
  notify: (line: string) => void,
  app?: string,
): DeployedEnvironment {
  const apiGateway = new APIGatewayClient(CONTROL_PLANE_RETRIES);
  const dynamodb = new DynamoDBClient({});
  const ssm = new SSMClient({});
  // By names alone: the stage may be gone already.
  const stage = { restApiId: '', stageName: environment, standardPlanId: '', propagationMs: 0 };
  const { listCreated, deleteKey, deletePlan } = createApiGatewayGatewayKeys(apiGateway, stage, {
    notify,
  });
  // Operators create them by hand, and stacks do not delete them.
  const kept = (['eia-api-key', 'probe'] as const).map((secret) =>
    parameterNames(environment).secret(secret),
  );
  const published = async () => {
    const names: string[] = [];
    const search = { Path: `/freight/${environment}/`, Recursive: true };
    for await (const { Parameters = [] } of paginateGetParametersByPath({ client: ssm }, search)) {
      names.push(...Parameters.map(({ Name = '' }) => Name).filter((name) => !kept.includes(name)));
    }
    return names;
  };

  return {
    listCreated,
    deleteKey,
    deletePlan,
    published,
    destroyStacks: async () => {
      const hasDomain = (await published()).includes(parameterNames(environment).searchEndpoint);
      const synthesized = [
        '-c',
        `environment=${environment}`,
        ...(hasDomain ? ['-c', 'opensearch=true'] : []),
      ];
      await cdk('destroy', '--all', '--force', ...(app === undefined ? synthesized : ['--app', app]));
    },
    tables: async () => {
      const names: string[] = [];
      for await (const { TableNames = [] } of paginateListTables({ client: dynamodb }, {})) {
        names.push(...TableNames.filter((name) => OWN_TABLES(environment).test(name)));
      }
      return names;
    },
    deleteTable: async (TableName) => {
      try {
        await dynamodb.send(new DeleteTableCommand({ TableName }));
      } catch (error) {
        if (!(error instanceof ResourceNotFoundException)) throw error;
      }
      await waitUntilTableNotExists({ client: dynamodb, maxWaitTime: TABLE_GONE_WITHIN_S }, { TableName });
    },
    close: () => {
      for (const client of [apiGateway, dynamodb, ssm]) client.destroy();
    },
  };
}
