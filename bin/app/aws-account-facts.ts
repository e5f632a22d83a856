import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { GetParameterCommand, ParameterNotFound, SSMClient } from '@aws-sdk/client-ssm';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { requestSettings } from '../../shared/platform/aws/request-settings.ts';
import type { AccountFacts } from './account-checks.ts';

const LIMITS = { timeoutMs: 5_000, attempts: 1 };

export interface AccountAddress {
  readonly region: string;
  /** Of the bootstrap stack, where it is not the CDK's own. */
  readonly qualifier: string;
}

/**
 * Asks STS, Systems Manager and Lambda, with the operator's credentials and AWS_ENDPOINT_URL. What they do not answer is
 * not known.
 */
export function awsAccountFacts({ region, qualifier }: AccountAddress): AccountFacts {
  const settings = { region, ...requestSettings(LIMITS) };
  return {
    account: orUnknown(async () => {
      const sts = new STSClient(settings);
      return (await sts.send(new GetCallerIdentityCommand())).Account;
    }),
    isBootstrapped: orUnknown(async () => {
      const ssm = new SSMClient(settings);
      try {
        await ssm.send(new GetParameterCommand({ Name: `/cdk-bootstrap/${qualifier}/version` }));
        return true;
      } catch (error) {
        return error instanceof ParameterNotFound ? false : undefined;
      }
    }),
    concurrency: orUnknown(async () => {
      const lambda = new LambdaClient(settings);
      return (await lambda.send(new GetAccountSettingsCommand())).AccountLimit?.ConcurrentExecutions;
    }),
  };
}

const orUnknown =
  <T>(ask: () => Promise<T | undefined>) =>
  (): Promise<T | undefined> =>
    ask().catch(() => undefined);
