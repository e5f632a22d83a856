import type { EnvironmentSettings } from '../../lib/settings/environments.ts';
import type { Deployer } from './account-checks.ts';

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
