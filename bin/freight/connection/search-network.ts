import type { LambdaClient } from '@aws-sdk/client-lambda';
import type { EnvironmentName } from '../../../lib/settings/environments.ts';
import { requestSettings } from '../../../shared/platform/aws/request-settings.ts';

/** A version of a function that is in the network of the search domain. */
export interface NetworkVersion {
  /** Folder under functions/, such as search-terminals. */
  readonly function: string;
  /** Name in Lambda. */
  readonly functionName: string;
  /** A number, or `$LATEST`. */
  readonly version: string;
  /** Aliases that send traffic to it. */
  readonly aliases: readonly string[];
}

export type SearchNetwork = ReturnType<typeof createAwsSearchNetwork>;

const SETTINGS = requestSettings({ timeoutMs: 20_000, attempts: 5 });

/** Finds the functions of an environment by their description, because their names are generated. */
export function createAwsSearchNetwork(environment: EnvironmentName, subnets: readonly string[]) {
  const withLambda = async <Result>(
    task: (client: LambdaClient, sdk: typeof import('@aws-sdk/client-lambda')) => Promise<Result>,
  ): Promise<Result> => {
    const sdk = await import('@aws-sdk/client-lambda');
    const client = new sdk.LambdaClient(SETTINGS);
    return task(client, sdk).finally(() => client.destroy());
  };
  /** Of a description such as "prod: search-terminals". */
  const folder = new RegExp(`^${environment}: ([\\w-]+)`);

  return {
    /** All versions that are in a network; also after the stack of the domain was deleted in part. */
    versions: () =>
      withLambda(async (client, { paginateListAliases, paginateListFunctions }) => {
        const aliasesOf = async (FunctionName: string, version: string) => {
          const found: string[] = [];
          for await (const { Aliases = [] } of paginateListAliases({ client }, { FunctionName })) {
            for (const { Name = '', FunctionVersion, RoutingConfig } of Aliases) {
              const weighted = Object.keys(RoutingConfig?.AdditionalVersionWeights ?? {});
              if ([FunctionVersion, ...weighted].includes(version)) found.push(Name);
            }
          }
          return found;
        };
        const found: NetworkVersion[] = [];
        const all = paginateListFunctions({ client }, { FunctionVersion: 'ALL' });
        for await (const { Functions = [] } of all) {
          for (const { Description = '', FunctionName, Version: version, VpcConfig } of Functions) {
            const name = folder.exec(Description)?.[1];
            if (name === undefined || !VpcConfig?.VpcId || !FunctionName || !version) continue;
            const aliases = await aliasesOf(FunctionName, version);
            found.push({ function: name, functionName: FunctionName, version, aliases });
          }
        }
        return found;
      }),
    interfaces: async () => {
      if (subnets.length === 0) return [];
      const { EC2Client, paginateDescribeNetworkInterfaces } = await import('@aws-sdk/client-ec2');
      const client = new EC2Client(SETTINGS);
      const Filters = [{ Name: 'subnet-id', Values: [...subnets] }];
      const found: { readonly id: string; readonly type: string; readonly description: string }[] = [];
      for await (const page of paginateDescribeNetworkInterfaces({ client }, { Filters })) {
        for (const one of page.NetworkInterfaces ?? []) {
          const { NetworkInterfaceId: id = '', InterfaceType: type = '', Description = '' } = one;
          found.push({ id, type, description: Description });
        }
      }
      client.destroy();
      return found;
    },
    deleteVersion: ({ functionName, version }: NetworkVersion) =>
      withLambda(async (client, { DeleteFunctionCommand }) => {
        // A qualifier deletes only this version; Lambda rejects a version that an alias uses.
        await client.send(new DeleteFunctionCommand({ FunctionName: functionName, Qualifier: version }));
      }),
  };
}
