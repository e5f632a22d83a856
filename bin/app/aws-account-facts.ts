import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { GetParameterCommand, ParameterNotFound, SSMClient } from '@aws-sdk/client-ssm';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { requestSettings } from '../../shared/platform/aws/request-settings.ts';
import type { AccountFacts } from './account-checks.ts';

const LIMITS = { timeoutMs: 5_000, attempts: 1 };

export interface AccountAddress {
  readonly region: string;
  /** Qualifier of the CDK bootstrap stack. */
  readonly qualifier: string;
}

/**
 * Reads facts from STS, Systems Manager, API Gateway and Lambda, with the credentials of the operator and AWS_ENDPOINT_URL. A failed
 * request gives undefined.
 */
export function awsAccountFacts({ region, qualifier }: AccountAddress): AccountFacts {
  const settings = { region, ...requestSettings(LIMITS) };
  let account: Promise<string | undefined> | undefined;
  const askAccount = orUndefined(async () => {
    const sts = new STSClient(settings);
    return (await sts.send(new GetCallerIdentityCommand())).Account;
  });
  return {
    account: () => {
      account ??= askAccount();
      return account;
    },
    isBootstrapped: orUndefined(async () => {
      const ssm = new SSMClient(settings);
      try {
        await ssm.send(new GetParameterCommand({ Name: `/cdk-bootstrap/${qualifier}/version` }));
        return true;
      } catch (error) {
        return error instanceof ParameterNotFound ? false : undefined;
      }
    }),
    gatewayThrottle: orUndefined(async () => {
      // Loaded only here: environments that are not sized do not ask for it.
      const { APIGatewayClient, GetAccountCommand } = await import('@aws-sdk/client-api-gateway');
      const { throttleSettings = {} } = await new APIGatewayClient(settings).send(new GetAccountCommand());
      const { rateLimit, burstLimit } = throttleSettings;
      return rateLimit === undefined || burstLimit === undefined ? undefined : { rateLimit, burstLimit };
    }),
    concurrency: orUndefined(async () => {
      const lambda = new LambdaClient(settings);
      return (await lambda.send(new GetAccountSettingsCommand())).AccountLimit?.ConcurrentExecutions;
    }),
  };
}

const orUndefined =
  <T>(request: () => Promise<T | undefined>) =>
  (): Promise<T | undefined> =>
    request().catch(() => undefined);
