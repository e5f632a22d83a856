import type { EnvironmentSettings } from '../../lib/settings/environments.ts';

/** What AWS says of the account that is deployed to; undefined where it does not say. */
export interface AccountFacts {
  /** Number of the account whose credentials are at hand here. */
  readonly account: () => Promise<string | undefined>;
  readonly isBootstrapped: () => Promise<boolean | undefined>;
  /** Lambda functions that may run at once in the region. */
  readonly concurrency: () => Promise<number | undefined>;
}

/** Who deploys, as the CDK's command line has found out. */
export interface Deployer {
  /** Absent where there are no credentials. */
  readonly account?: string | undefined;
  readonly region: string;
  /** Whether somebody has said so; the CDK takes us-east-1 where nobody has. */
  readonly regionIsGiven: boolean;
}

/** Lambda keeps so many executions for functions that reserve none. */
const LEAST_UNRESERVED = 100;

/** Below it, a burst of one organization is refused for want of executions. */
const FEW_EXECUTIONS = 100;

/** What stands in the way of a deployment, or should be known before it: a line each. */
export interface Checked {
  readonly refusal?: string;
  readonly warnings: readonly string[];
}

/**
 * Looks at what a deployment needs of its account, before anything is changed. What AWS does not say, a missing right for
 * one, holds nothing up.
 */
export async function checkAccount(
  settings: Pick<EnvironmentSettings, 'name' | 'reservedExecutions'>,
  { account, region, regionIsGiven }: Deployer,
  facts: AccountFacts,
): Promise<Checked> {
  const { name, reservedExecutions = {} } = settings;
  const reserved = Object.values(reservedExecutions).reduce((sum, executions) => sum + executions, 0);
  if (account === undefined) {
    return {
      warnings: ['No AWS credentials: enough to synthesize. To deploy, sign in, or set AWS_PROFILE.'],
    };
  }
  if (!regionIsGiven) {
    return {
      refusal:
        'No AWS region is set: set AWS_REGION, or region in your AWS profile. Nothing is deployed to a region that nobody has named.',
      warnings: [],
    };
  }
  // Credentials that were named to the CDK alone are not seen here: then these are somebody else's.
  if ((await facts.account()) !== account) return { warnings: [] };
  if ((await facts.isBootstrapped()) === false) {
    return {
      refusal: `Account ${account} is not bootstrapped in ${region}, once for all environments: npm run -s cdk -- bootstrap -c environment=${name}`,
      warnings: [],
    };
  }
  const limit = await facts.concurrency();
  if (limit === undefined) return { warnings: [] };
  const ask = `ask for more in Service Quotas (AWS Lambda, "Concurrent executions", ${region}; it costs nothing)`;
  if (reserved > 0 && limit < reserved + LEAST_UNRESERVED) {
    return {
      refusal: `Account ${account} may run ${limit} functions at once, and ${name} needs ${reserved + LEAST_UNRESERVED}, of which it reserves ${reserved}: ${ask}, or lower reservedExecutions in lib/settings/environments.ts.`,
      warnings: [],
    };
  }
  return {
    warnings:
      limit < FEW_EXECUTIONS
        ? [
            `Account ${account} may run ${limit} functions at once, as new accounts do: enough to try ${name}; callers get 500 beyond. To serve many, ${ask}.`,
          ]
        : [],
  };
}
