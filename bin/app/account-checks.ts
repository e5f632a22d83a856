import { defaultGatewayThrottle } from '../../lib/capacity/aws-limits.ts';
import { neededExecutions } from '../../lib/capacity/needed-executions.ts';
import { requiredCapacity } from '../../lib/capacity/required-capacity.ts';
import type { EnvironmentSettings } from '../../lib/settings/environments.ts';
import type { Throttle } from '../../shared/accounts/organizations/organization-plan.ts';

/** Facts about the AWS account; undefined if AWS does not return them. */
export interface AccountFacts {
  /** Id of the account of the credentials in this process. */
  readonly account: () => Promise<string | undefined>;
  readonly isBootstrapped: () => Promise<boolean | undefined>;
  /** Concurrent execution limit of Lambda in the region. */
  readonly concurrency: () => Promise<number | undefined>;
  /** Throttle of API Gateway for all APIs of the account and region. */
  readonly gatewayThrottle: () => Promise<Throttle | undefined>;
}

/** Account and region of the deployment, from the CDK command line. */
export interface Deployer {
  /** Absent without credentials. */
  readonly account?: string | undefined;
  readonly region: string;
  /** Whether the region is configured; otherwise the CDK uses us-east-1. */
  readonly regionIsGiven: boolean;
}

/** Below this limit, a burst of one organization gets errors. */
const RECOMMENDED_EXECUTIONS = 100;

/** Result of preflight checks; each message is one line. */
export interface PreflightResult {
  /** Prevents the deployment. */
  readonly error?: string;
  readonly warnings: readonly string[];
}

type SizedSettings = Pick<
  EnvironmentSettings,
  'name' | 'plans' | 'reservedExecutions' | 'provisionedExecutions'
>;

/**
 * Checks the account before a deployment changes anything. Facts that AWS does not return, for example because of a
 * missing right, do not prevent the deployment.
 */
export async function checkAccount(
  settings: SizedSettings,
  { account, region, regionIsGiven }: Deployer,
  facts: AccountFacts,
): Promise<PreflightResult> {
  const { name } = settings;
  if (account === undefined) {
    return {
      warnings: ['No AWS credentials: synthesis works without them. To deploy, sign in or set AWS_PROFILE.'],
    };
  }
  if (!regionIsGiven) {
    return {
      error: 'No AWS region is set. Set AWS_REGION, or region in your AWS profile.',
      warnings: [],
    };
  }
  // The CDK can use credentials that are not visible here: then these facts are about another account.
  if ((await facts.account()) !== account) return { warnings: [] };
  if ((await facts.isBootstrapped()) === false) {
    return {
      error: `Account ${account} is not bootstrapped in ${region}. Run once for all environments: npm run -s cdk -- bootstrap -c environment=${name}`,
      warnings: [],
    };
  }
  const executions = checkExecutions(settings, await facts.concurrency());
  const gateway =
    settings.plans === undefined
      ? { warnings: [] }
      : checkGateway(requiredCapacity(settings.plans).gateway, region, await facts.gatewayThrottle());
  const errors = [executions, gateway].flatMap(({ error }) => error ?? []);
  const place = `Account ${account} in ${region}`;
  return {
    ...(errors.length === 0
      ? {}
      : {
          error: `${place} is too small for ${name}: ${errors.join(' ')} Or lower the settings of ${name} in lib/settings/environments.ts.`,
        }),
    warnings: [executions, gateway].flatMap(({ warnings }) =>
      warnings.map((warning) => `${place}: ${warning}`),
    ),
  };
}

/** @param limit of concurrent executions; undefined if it is unknown. */
function checkExecutions(settings: SizedSettings, limit: number | undefined): PreflightResult {
  const { name } = settings;
  const { kept, quota } = neededExecutions(settings);
  if (limit === undefined) return { warnings: [] };
  if (limit < quota) {
    return {
      error: `it has a limit of ${limit} concurrent executions, and ${name} needs ${quota}, of which it reserves ${kept}. Request ${quota} in Service Quotas (AWS Lambda, "Concurrent executions"; free of charge).`,
      warnings: [],
    };
  }
  return {
    warnings:
      limit < RECOMMENDED_EXECUTIONS
        ? [
            `it has a limit of ${limit} concurrent executions, as new accounts do. That is enough to try ${name}; above the limit callers get 500. For production traffic, request an increase in Service Quotas (AWS Lambda, "Concurrent executions"; free of charge).`,
          ]
        : [],
  };
}

/** @param account throttle of the account; undefined if it is unknown. */
function checkGateway(
  { rateLimit, burstLimit }: Throttle,
  region: string,
  account: Throttle | undefined,
): PreflightResult {
  const { rateLimit: rate, burstLimit: burst } = account ?? defaultGatewayThrottle(region);
  if (rate >= rateLimit && burst >= burstLimit) return { warnings: [] };
  // By default the burst is half of the rate; AWS raises it only with the rate.
  const requested = Math.ceil(Math.max(rateLimit, 2 * burstLimit));
  const problem = `API Gateway accepts ${rate} calls a second and ${burst} at once, and the plans need ${Math.ceil(rateLimit)} and ${burstLimit}. Request ${requested} in Service Quotas (Amazon API Gateway, "Throttle rate"); AWS raises the burst with it.`;
  return account === undefined
    ? { warnings: [`unless the throttle was raised, ${problem}`] }
    : { error: problem, warnings: [] };
}
