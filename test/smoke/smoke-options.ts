import { Command } from 'commander';
import { UsageError } from '../../bin/freight/failures.ts';

export interface SmokeOptions {
  readonly environment?: string;
  readonly url?: string;
  readonly apiKey?: string;
  readonly withOrganization?: true;
  readonly receiver?: string;
  readonly json?: true;
}

const PAIRS: readonly (readonly [keyof SmokeOptions, keyof SmokeOptions])[] = [
  ['withOrganization', 'environment'],
  ['receiver', 'withOrganization'],
];

/**
 * Reads the command line of `npm run smoke`; the key may also be in FREIGHT_API_KEY.
 * @throws CommanderError, UsageError for invalid options.
 */
export function readSmokeOptions(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  output: { readonly print: (line: string) => void; readonly complain: (line: string) => void },
): SmokeOptions {
  const options = new Command('smoke')
    .description('Checks a deployment. It only reads, unless --with-organization is given.')
    .option('--environment <name>', 'what was deployed, found by your AWS settings')
    .option('--url <url>', 'where the API is called, instead of the address that the deployment publishes')
    .option('--api-key <key>', 'a key to read with (or FREIGHT_API_KEY)')
    .option('--with-organization', 'make two test organizations, write with them, and remove them')
    .option('--receiver <url>', 'a public address that answers 2xx to POST: webhooks are sent there')
    .option('--json', 'print JSON')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => output.print(text.trimEnd()),
      writeErr: (text) => output.complain(text.trimEnd()),
    })
    .parse(args, { from: 'user' })
    .opts<SmokeOptions>();
  if (options.environment === undefined && options.url === undefined) {
    throw new UsageError('Name what to check: --environment NAME, or --url URL with --api-key KEY.');
  }
  for (const [option, needed] of PAIRS) {
    if (options[option] !== undefined && options[needed] === undefined) {
      const flag = (name: string) => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
      throw new UsageError(`${flag(option)} needs ${flag(needed)}.`);
    }
  }
  const apiKey = options.apiKey ?? environment.FREIGHT_API_KEY;
  return { ...options, ...(apiKey === undefined || apiKey === '' ? {} : { apiKey }) };
}
