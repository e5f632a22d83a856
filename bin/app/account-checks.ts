import type { EnvironmentSettings } from '../../lib/settings/environments.ts';

/** Facts about the AWS account; undefined if AWS does not return them. */
export interface AccountFacts {
  /** Id of the account of the credentials in this process. */
  readonly account: () => Promise<string | undefined>;
  readonly isBootstrapped: () => Promise<boolean | undefined>;
  /** Concurrent execution limit of Lambda in the region. */
  readonly concurrency: () => Promise<number | undefined>;
}

/** Account and region of the deployment, from the CDK command line. */
export interface Deployer {
  /** Absent without credentials. */
  readonly account?: string | undefined;
  readonly region: string;
  /** Whether the region is configured; otherwise the CDK uses us-east-1. */
  readonly regionIsGiven: boolean;
}

/** Lambda requires this many unreserved executions. */
const MIN_UNRESERVED = 100;

/** Below this limit, a burst of one organization gets errors. */
const RECOMMENDED_EXECUTIONS = 100;

/** Result of preflight checks; each message is one line. */
export interface PreflightResult {
  /** Prevents the deployment. */
  readonly error?: string;
  readonly warnings: readonly string[];
}

/**
 * Checks the account before a deployment changes anything. Facts that AWS does not return, for example because of a
 * missing right, do not prevent the deployment.
 */
export async function checkAccount(
  settings: Pick<EnvironmentSettings, 'name' | 'reservedExecutions'>,
  { account, region, regionIsGiven }: Deployer,
  facts: AccountFacts,
): Promise<PreflightResult> {
  const { name, reservedExecutions = {} } = settings;
  const reserved = Object.values(reservedExecutions).reduce((sum, executions) => sum + executions, 0);
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
  const limit = await facts.concurrency();
  if (limit === undefined) return { warnings: [] };
  const increase = `request an increase in Service Quotas (AWS Lambda, "Concurrent executions", ${region}; free of charge)`;
  if (reserved > 0 && limit < reserved + MIN_UNRESERVED) {
    return {
      error: `Account ${account} has a limit of ${limit} concurrent executions, and ${name} needs ${reserved + MIN_UNRESERVED}, of which it reserves ${reserved}: ${increase}, or lower reservedExecutions in lib/settings/environments.ts.`,
      warnings: [],
    };
  }
  return {
    warnings:
      limit < RECOMMENDED_EXECUTIONS
        ? [
            `Account ${account} has a limit of ${limit} concurrent executions, as new accounts do. That is enough to try ${name}; above the limit callers get 500. For production traffic, ${increase}.`,
          ]
        : [],
  };
}
