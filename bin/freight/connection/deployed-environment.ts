import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { APIGatewayClient } from '@aws-sdk/client-api-gateway';
import {
  DeleteTableCommand,
  DynamoDBClient,
  paginateListTables,
  ResourceNotFoundException,
  waitUntilTableNotExists,
} from '@aws-sdk/client-dynamodb';
import { SSMClient } from '@aws-sdk/client-ssm';
import { parameterNames } from '../../../lib/parameters/parameter-names.ts';
import type { EnvironmentName } from '../../../lib/settings/environments.ts';
import {
  CONTROL_PLANE_RETRIES,
  createApiGatewayGatewayKeys,
} from '../../../shared/accounts/gateway-plans/api-gateway-gateway-keys.ts';
import { CommandFailedError } from './failures.ts';
import { readParameters } from './target.ts';

export type DeployedEnvironment = ReturnType<typeof reachDeployedEnvironment>;

/** Tables of the data stack, tables that an operator restored, and those of interrupted `backup verify` runs. */
const OWN_TABLES = /^freight-\w+-(data|restored|verify)-/;
const TABLE_GONE_WITHIN_S = 600;

/**
 * An environment in the account and region of the operator's AWS settings. Works even if its stacks do not exist.
 * @param app a synthesized cloud assembly, instead of one that is made now.
 */
export function reachDeployedEnvironment(environment: EnvironmentName, app?: string) {
  const apiGateway = new APIGatewayClient(CONTROL_PLANE_RETRIES);
  const dynamodb = new DynamoDBClient({});
  const ssm = new SSMClient({});
  // By names alone: the stage may be gone already.
  const stage = { restApiId: '', stageName: environment, standardPlanId: '', propagationMs: 0 };
  const { listCreated, deleteKey, deletePlan } = createApiGatewayGatewayKeys(apiGateway, stage);
  // Operators create them by hand, and stacks do not delete them.
  const kept = (['eia-api-key', 'probe'] as const).map((secret) =>
    parameterNames(environment).secret(secret),
  );
  /** Names of parameters that the stacks publish; empty after the stacks are deleted. */
  const published = async (): Promise<readonly string[]> => {
    const names = Object.keys(await readParameters(ssm, environment));
    return names.filter((name) => !kept.includes(name));
  };

  return {
    /** Keys of organizations, and usage plans of single organizations: CloudFormation does not manage them. */
    listCreated,
    deleteKey,
    deletePlan,
    published,
    /** Deletes its stacks in the order of their dependencies. @throws CommandFailedError if a stack is not deleted. */
    destroyStacks: async () => {
      const hasDomain = (await published()).includes(parameterNames(environment).searchEndpoint);
      const made = ['-c', `environment=${environment}`, ...(hasDomain ? ['-c', 'opensearch=true'] : [])];
      await cdk('destroy', '--all', '--force', ...(app === undefined ? made : ['--app', app]));
    },
    /** Existing tables, including tables kept after their stacks were deleted. */
    tables: async (): Promise<readonly string[]> => {
      const names: string[] = [];
      for await (const { TableNames = [] } of paginateListTables({ client: dynamodb }, {})) {
        const ours = TableNames.filter((name) => name.startsWith(`freight-${environment}-`));
        names.push(...ours.filter((name) => OWN_TABLES.test(name)));
      }
      return names;
    },
    deleteTable: async (TableName: string) => {
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

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** Runs the CDK CLI in this project; its output goes to standard error. @throws CommandFailedError if it fails. */
async function cdk(...args: readonly string[]): Promise<void> {
  const command = [`${ROOT}node_modules/aws-cdk/bin/cdk`, ...args, '--no-notices', '--ci'];
  const child = spawn(process.execPath, command, {
    cwd: ROOT,
    stdio: ['ignore', process.stderr, process.stderr],
  });
  const stop = (signal: NodeJS.Signals) => void child.kill(signal);
  process.on('SIGTERM', stop);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject).on('close', resolve);
  });
  process.off('SIGTERM', stop);
  if (code === 0) return;
  throw new CommandFailedError(
    `cdk ${args[0]} failed; see its output above. Fix the cause and run the command again; completed steps are kept.`,
  );
}
