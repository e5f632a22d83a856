import type { LambdaClientConfig } from '@aws-sdk/client-lambda';
import type { EnvironmentName } from '../../../lib/settings/environments.ts';
import { requestSettings } from '../../../shared/platform/aws/request-settings.ts';
import type { NetworkInterface, NetworkVersion, SearchNetwork } from './search-release.ts';
import { findSearchSubnets } from './stack-parameters.ts';

const LIMITS = { timeoutMs: 20_000, attempts: 5 };

/**
 * Finds the functions of an environment by their description, because their names are generated.
 * @param config of all clients; timeouts are set here.
 */
export function createAwsSearchNetwork(
  environment: EnvironmentName,
  config: Pick<LambdaClientConfig, 'endpoint' | 'region' | 'credentials'> = {},
): SearchNetwork {
  const settings = { ...requestSettings(LIMITS), ...config };
  // Loaded on demand: other commands do not need these clients.
  const withLambda = async <Result>(
    task: (
      client: import('@aws-sdk/client-lambda').LambdaClient,
      sdk: typeof import('@aws-sdk/client-lambda'),
    ) => Promise<Result>,
  ): Promise<Result> => {
    const sdk = await import('@aws-sdk/client-lambda');
    const client = new sdk.LambdaClient(settings);
    return task(client, sdk).finally(() => client.destroy());
  };

  /** Folder of a function by its description, such as "prod: search-terminals"; undefined for other functions. */
  const functionOf = (description = ''): string | undefined =>
    new RegExp(`^${environment}: ([\\w-]+)`).exec(description)?.[1];

  return {
    versions: () =>
      withLambda(async (client, { paginateListAliases, paginateListFunctions }) => {
        const aliasesOf = async (FunctionName: string) => {
          const found: { readonly alias: string; readonly version: string }[] = [];
          for await (const { Aliases = [] } of paginateListAliases({ client }, { FunctionName })) {
            for (const { Name: alias = '', FunctionVersion = '', RoutingConfig } of Aliases) {
              const weighted = Object.keys(RoutingConfig?.AdditionalVersionWeights ?? {});
              for (const version of [FunctionVersion, ...weighted]) found.push({ alias, version });
            }
          }
          return found;
        };
        const found: Omit<NetworkVersion, 'aliases'>[] = [];
        for await (const { Functions = [] } of paginateListFunctions(
          { client },
          { FunctionVersion: 'ALL' },
        )) {
          for (const { Description, FunctionName, Version, VpcConfig } of Functions) {
            const name = functionOf(Description);
            if (name === undefined || !VpcConfig?.VpcId || !FunctionName || !Version) continue;
            found.push({ function: name, functionName: FunctionName, version: Version });
          }
        }
        const aliases = new Map(
          await Promise.all(
            [...new Set(found.map(({ functionName }) => functionName))].map(
              async (name) => [name, await aliasesOf(name)] as const,
            ),
          ),
        );
        return found.map((one) => ({
          ...one,
          aliases: (aliases.get(one.functionName) ?? [])
            .filter(({ version }) => version === one.version)
            .map(({ alias }) => alias),
        }));
      }),
    interfaces: async () => {
      const { SSMClient } = await import('@aws-sdk/client-ssm');
      const ssm = new SSMClient(settings);
      const subnets = await findSearchSubnets(ssm, environment).finally(() => ssm.destroy());
      if (subnets.length === 0) return [];
      const { EC2Client, paginateDescribeNetworkInterfaces } = await import('@aws-sdk/client-ec2');
      const client = new EC2Client(settings);
      const Filters = [{ Name: 'subnet-id', Values: [...subnets] }];
      const found: NetworkInterface[] = [];
      try {
        for await (const page of paginateDescribeNetworkInterfaces({ client }, { Filters })) {
          for (const one of page.NetworkInterfaces ?? []) {
            const { NetworkInterfaceId: id = '', InterfaceType: type = '', Description = '' } = one;
            found.push({ id, type, description: Description });
          }
        }
      } finally {
        client.destroy();
      }
      return found;
    },
    deleteVersion: ({ functionName, version }) =>
      withLambda(async (client, { DeleteFunctionCommand }) => {
        // A qualifier deletes only this version; Lambda rejects a version that an alias uses.
        await client.send(new DeleteFunctionCommand({ FunctionName: functionName, Qualifier: version }));
      }),
  };
}
