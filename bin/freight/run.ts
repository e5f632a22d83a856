import { readFileSync } from 'node:fs';
import { explainFailure } from './failures/explain-failure.ts';
import { createProgram } from './program.ts';
import type { CliContext } from './session/cli-context.ts';

const PACKAGE_FILE = new URL('../../package.json', import.meta.url);

/**
 * Runs one command of the operator's command line.
 * @returns the exit code: 0 succeeded, 1 failed or rejected part of the work, 2 used incorrectly.
 */
export async function runFreight(args: readonly string[], context: CliContext): Promise<number> {
  const isJson = args.includes('--json');
  if (args[0] === '--version' || args[0] === '-V') {
    const { version } = JSON.parse(readFileSync(PACKAGE_FILE, 'utf8')) as { version: string };
    context.print(isJson ? JSON.stringify({ version }) : version);
    return 0;
  }
  // With --json, a usage error is printed once, as JSON.
  const program = createProgram(context, isJson ? () => {} : context.printError);
  try {
    await program.parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    const { exitCode, code, message, text } = explainFailure(error);
    if (exitCode !== 0 && isJson) context.printError(JSON.stringify({ error: { code, message } }));
    else if (text !== undefined) context.printError(text);
    return exitCode;
  }
}
