import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Deployer } from './account-checks.ts';

/** What the CDK takes where nobody has named a region. */
const FALLBACK = 'us-east-1';

const NAMED_BY = ['AWS_REGION', 'AMAZON_REGION', 'AWS_DEFAULT_REGION', 'AMAZON_DEFAULT_REGION'];

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Who deploys, by what the CDK's command line tells its app.
 * @returns undefined where nothing is about to be deployed, compared or synthesized by it: at a bootstrap, a destruction,
 *   or where something else runs the app.
 */
export function deployerOf(
  context: Readonly<Record<string, unknown>>,
  variables: Variables,
): Deployer | undefined {
  const region = variables.CDK_DEFAULT_REGION;
  const stacks = context['aws:cdk:bundling-stacks'];
  if (region === undefined || !Array.isArray(stacks) || stacks.length === 0) return undefined;
  const named = NAMED_BY.some((name) => variables[name]);
  return {
    account: variables.CDK_DEFAULT_ACCOUNT,
    region,
    regionIsGiven: named || region !== FALLBACK || filesName(FALLBACK, variables),
  };
}

/** Whether a profile is in that region; which one the CDK was told of is not known here. */
function filesName(region: string, variables: Variables): boolean {
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
    // Not everybody has profiles.
    return '';
  }
}
