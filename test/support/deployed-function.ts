import { LambdaClient, paginateListFunctions } from '@aws-sdk/client-lambda';

/** The name that CloudFormation gave a function of an environment, found by its description. */
export async function deployedFunction(environment: string, name: string): Promise<string> {
  const client = new LambdaClient({});
  try {
    for await (const { Functions = [] } of paginateListFunctions({ client }, {})) {
      const found = Functions.find(({ Description }) => Description === `${environment}: ${name}`);
      if (found?.FunctionName !== undefined) return found.FunctionName;
    }
    throw new Error(`${environment} has no function ${name}.`);
  } finally {
    client.destroy();
  }
}
