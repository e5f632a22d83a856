import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { GetParameterCommand, ParameterNotFound, SSMClient } from '@aws-sdk/client-ssm';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import type { EnvironmentSettings } from '../../lib/settings/environments.ts';
import { MIN_UNRESERVED_EXECUTIONS, SIZES } from '../../lib/settings/sizes.ts';
import {
  STANDARD_PLAN_THROTTLE,
  type Throttle,
} from '../../shared/accounts/organizations/organization-plan.ts';
import { requestSettings } from '../../shared/platform/aws/request-settings.ts';

/** Facts about the AWS account; undefined if AWS does not return them. */
export type AccountFacts = ReturnType<typeof awsAccountFacts>;

/** Account and region of the deployment, from the CDK command line. */
export interface Deployer {
  /** Absent without credentials. */
  readonly account?: string | undefined;
  readonly region: string;
  /** Whether the region is configured; otherwise the CDK uses us-east-1. */
  readonly regionIsGiven: boolean;
}

/** Of an environment without a size: below this limit, a burst of one organization gets errors. */
const RECOMMENDED_EXECUTIONS = 100;

type SizedSettings = Pick<
  EnvironmentSettings,
  'name' | 'size' | 'plans' | 'reservedExecutions' | 'provisionedExecutions'
>;

/**
 * Checks the account before a deployment changes anything. Facts that AWS does not return, for example because of a
 * missing right, do not prevent the deployment.
 * @returns warnings of one line each.
 * @throws Error of one line for what prevents the deployment.
 */
export async function checkAccount(
  settings: SizedSettings,
  { account, region, regionIsGiven }: Deployer,
  facts: AccountFacts,
): Promise<readonly string[]> {
  const { name } = settings;
  if (account === undefined) {
    return ['No AWS credentials: synthesis works without them. To deploy, sign in or set AWS_PROFILE.'];
  }
  if (!regionIsGiven) {
    throw new Error('No AWS region is set. Set AWS_REGION, or region in your AWS profile.');
  }
  // The CDK can use credentials that are not visible here: then these facts are about another account.
  if ((await facts.account()) !== account) return [];
  if ((await facts.isBootstrapped()) === false) {
    throw new Error(
      `Account ${account} is not bootstrapped in ${region}. Run once for all environments: npm run -s cdk -- bootstrap -c environment=${name}`,
    );
  }
  const place = `Account ${account} in ${region}`;
  const limit = await facts.concurrency();
  const reserved = reservedIn(settings);
  if (limit !== undefined && reserved > 0 && limit < reserved + MIN_UNRESERVED_EXECUTIONS) {
    const needed = Math.max(reserved + MIN_UNRESERVED_EXECUTIONS, neededIn(settings));
    throw new Error(
      `${place}: Lambda rejects the ${reserved} reserved executions of ${name}, since the account has a limit of ${limit} and ${MIN_UNRESERVED_EXECUTIONS} must stay unreserved. Request ${needed} in Service Quotas (AWS Lambda, "Concurrent executions"; free of charge), or set a smaller size.`,
    );
  }
  const warnings = [
    ...executionWarnings(settings, limit),
    ...gatewayWarnings(settings, await facts.gatewayThrottle()),
  ];
  return warnings.map((warning) => `${place}: ${warning}`);
}

const sumOf = (executions: Readonly<Record<string, number>>) =>
  Object.values(executions).reduce((sum, each) => sum + each, 0);

/** Reserved executions, and provisioned ones of functions without a reservation. */
function reservedIn({ reservedExecutions = {}, provisionedExecutions = {} }: SizedSettings): number {
  return sumOf({ ...provisionedExecutions, ...reservedExecutions });
}

/** Quota of concurrent executions that the size of the environment needs. */
const neededIn = ({ size }: SizedSettings): number =>
  size === undefined ? RECOMMENDED_EXECUTIONS : SIZES[size].accountExecutions;

/** @param limit of concurrent executions; undefined if it is unknown. */
function executionWarnings(settings: SizedSettings, limit = Number.POSITIVE_INFINITY): string[] {
  const needed = neededIn(settings);
  return limit >= needed
    ? []
    : [
        `it has a limit of ${limit} concurrent executions, and ${settings.size ?? settings.name} needs ${needed}. Above the limit callers get 500. Request ${needed} in Service Quotas (AWS Lambda, "Concurrent executions"; free of charge).`,
      ];
}

/** @param account throttle of the account; undefined if it is unknown. */
function gatewayWarnings({ plans }: SizedSettings, account: Throttle | undefined): string[] {
  if (plans === undefined || account === undefined) return [];
  const sold = Math.ceil(
    plans.standardOrganizations * STANDARD_PLAN_THROTTLE.rateLimit + plans.enterpriseRequestsPerMinute / 60,
  );
  const burst = plans.standardOrganizations > 0 ? STANDARD_PLAN_THROTTLE.burstLimit : 0;
  if (account.rateLimit >= sold && account.burstLimit >= burst) return [];
  // By default the burst is half of the rate; AWS raises it only with the rate.
  return [
    `API Gateway accepts ${account.rateLimit} calls a second and ${account.burstLimit} at once, and the plans need ${sold} and ${burst}. Request ${Math.max(sold, 2 * burst)} in Service Quotas (Amazon API Gateway, "Throttle rate"); AWS raises the burst with it.`,
  ];
}

const LIMITS = { timeoutMs: 5_000, attempts: 1 };

/**
 * Reads facts from STS, Systems Manager, API Gateway and Lambda, with the credentials of the operator and AWS_ENDPOINT_URL.
 * A failed request gives undefined.
 * @param qualifier of the CDK bootstrap stack.
 */
export function awsAccountFacts(region: string, qualifier: string) {
  const settings = { region, ...requestSettings(LIMITS) };
  let account: Promise<string | undefined> | undefined;
  const askAccount = orUndefined(async () => {
    const sts = new STSClient(settings);
    return (await sts.send(new GetCallerIdentityCommand())).Account;
  });
  return {
    /** Id of the account of the credentials in this process. */
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
    /** Throttle of API Gateway for all APIs of the account and region. */
    gatewayThrottle: orUndefined(async (): Promise<Throttle | undefined> => {
      // Loaded only here: environments that are not sized do not ask for it.
      const { APIGatewayClient, GetAccountCommand } = await import('@aws-sdk/client-api-gateway');
      const { throttleSettings = {} } = await new APIGatewayClient(settings).send(new GetAccountCommand());
      const { rateLimit, burstLimit } = throttleSettings;
      return rateLimit === undefined || burstLimit === undefined ? undefined : { rateLimit, burstLimit };
    }),
    /** Concurrent execution limit of Lambda in the region. */
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

/**
 * Compares the account and region of a deployment with those of the environment.
 * @param file of the operator settings, for the error.
 * @returns the error in one line; undefined without credentials, since a synthesis has no target.
 */
export function findWrongTarget(
  { name, account, region }: Pick<EnvironmentSettings, 'name' | 'account' | 'region'>,
  deployer: Deployer,
  file: string,
): string | undefined {
  if (deployer.account === undefined) return undefined;
  if (account !== undefined && account !== deployer.account) {
    return `${name} belongs to account ${account} (${file}), and these credentials are of account ${deployer.account}: sign in to account ${account}.`;
  }
  if (region !== undefined && region !== deployer.region) {
    return `${name} belongs to region ${region} (${file}), and this deployment would go to ${deployer.region}: set AWS_REGION=${region}.`;
  }
  return undefined;
}
