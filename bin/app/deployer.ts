import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Deployer } from './account-checks.ts';

/** Default region of the CDK. */
const DEFAULT_REGION = 'us-east-1';

const REGION_VARIABLES = ['AWS_REGION', 'AMAZON_REGION', 'AWS_DEFAULT_REGION', 'AMAZON_DEFAULT_REGION'];

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Account and region of the deployment, from the variables and context of the CDK command line.
 * @returns undefined unless stacks are deployed, compared or synthesized: for bootstrap and destroy, or if another program
 *   runs the app.
 */
export function deployerOf(
  context: Readonly<Record<string, unknown>>,
  variables: Variables,
): Deployer | undefined {
  const region = variables.CDK_DEFAULT_REGION;
  const stacks = context['aws:cdk:bundling-stacks'];
  if (region === undefined || !Array.isArray(stacks) || stacks.length === 0) return undefined;
  const named = REGION_VARIABLES.some((name) => variables[name]);
  return {
    account: variables.CDK_DEFAULT_ACCOUNT,
    region,
    regionIsGiven: named || region !== DEFAULT_REGION || profilesName(DEFAULT_REGION, variables),
  };
}

/** Whether any AWS profile has that region; the profile of the CDK is not known here. */
function profilesName(region: string, variables: Variables): boolean {
  const home = variables.HOME ?? homedir();
  const files = [
    variables.AWS_CONFIG_FILE ?? join(home, '.aws', 'config'),
    variables.AWS_SHARED_CREDENTIALS_FILE ?? join(home, '.aws', 'credentials'),
  ];
  return files.some((file) => new RegExp(`^\\s*region\\s*=\\s*${region}\\s*$`, 'm').test(textOf(file)));
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // The file is optional.
    return '';
  }
}
