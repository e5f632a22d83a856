import type { EnvironmentSettings } from '../../lib/settings/environments.ts';
import { MIN_UNRESERVED_EXECUTIONS, SIZES } from '../../lib/settings/sizes.ts';
import {
  STANDARD_PLAN_THROTTLE,
  type Throttle,
} from '../../shared/accounts/organizations/organization-plan.ts';

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

/** Of an environment without a size: below this limit, a burst of one organization gets errors. */
const RECOMMENDED_EXECUTIONS = 100;

/** Result of preflight checks; each message is one line. */
export interface PreflightResult {
  /** Prevents the deployment. */
  readonly error?: string;
  readonly warnings: readonly string[];
}

type SizedSettings = Pick<
  EnvironmentSettings,
  'name' | 'size' | 'plans' | 'reservedExecutions' | 'provisionedExecutions'
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
  const place = `Account ${account} in ${region}`;
  const limit = await facts.concurrency();
  const reserved = reservedIn(settings);
  if (limit !== undefined && reserved > 0 && limit < reserved + MIN_UNRESERVED_EXECUTIONS) {
    const needed = Math.max(reserved + MIN_UNRESERVED_EXECUTIONS, neededIn(settings));
    return {
      error: `${place}: Lambda rejects the ${reserved} reserved executions of ${name}, since the account has a limit of ${limit} and ${MIN_UNRESERVED_EXECUTIONS} must stay unreserved. Request ${needed} in Service Quotas (AWS Lambda, "Concurrent executions"; free of charge), or set a smaller size.`,
      warnings: [],
    };
  }
  const warnings = [
    ...executionWarnings(settings, limit),
    ...gatewayWarnings(settings, await facts.gatewayThrottle()),
  ];
  return { warnings: warnings.map((warning) => `${place}: ${warning}`) };
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
