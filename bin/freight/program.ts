import { readFileSync } from 'node:fs';
import { Command, Help } from 'commander';
import { addBackupCommands } from './backups.ts';
import { addBenchmarkCommands } from './benchmarks.ts';
import { explainFailure } from './connection/failures.ts';
import { addDieselCommands } from './diesel.ts';
import { addDoctorCommand } from './doctor.ts';
import { addKeyCommands } from './keys.ts';
import { addLocalCommands } from './local.ts';
import { addMailCommands } from './mail.ts';
import { addMarketCommands } from './market.ts';
import { addOrgCommands, addUsageCommands } from './organizations.ts';
import { addQueueCommands } from './queues.ts';
import { addQuoteCommands } from './quotes.ts';
import { addRateCommands } from './rates.ts';
import { addRestoreCommand } from './restore.ts';
import { addSearchCommands } from './search.ts';
import { type CliContext, createSession } from './session.ts';
import { addTerminalCommands } from './terminals.ts';
import { addWebhookCommands } from './webhooks.ts';

/** Groups of commands in the order of `freight --help`. */
const GROUPS = {
  'Tenants:': [addOrgCommands, addKeyCommands, addUsageCommands],
  'Pricing:': [addRateCommands, addDieselCommands, addBenchmarkCommands, addMarketCommands, addQuoteCommands],
  'Catalogue:': [addTerminalCommands, addSearchCommands],
  'Webhooks:': [addWebhookCommands],
  'Operations:': [addDoctorCommand, addQueueCommands, addBackupCommands, addRestoreCommand],
  'Local:': [addLocalCommands, addMailCommands],
};

const FOOTER = `
Run a command with --help for its options.
From a clone of the repository, run commands as: npx freight COMMAND, or npm run -s freight -- COMMAND`;

const VERSION = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version;

/** The program with all commands. It throws `CommanderError` instead of ending the process. */
export function createProgram(context: CliContext, writeUsageError: (text: string) => void): Command {
  const standardHelp = new Help();
  const program = new Command('freight')
    .description('Operate the freight pricing service: the local one, or a deployment.')
    .option(
      '--environment <name>',
      'use a deployment: dev, staging, prod or emulator (default: the local service)',
    )
    .option('--json', 'print results and errors as JSON')
    .version(VERSION, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .configureHelp({
      showGlobalOptions: true,
      visibleCommands: (command) =>
        standardHelp.visibleCommands(command).filter((listed) => listed.name() !== 'help'),
    })
    .addHelpText('after', FOOTER)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => context.print(text.trimEnd()),
      writeErr: (text) => writeUsageError(text.trimEnd()),
    });
  const session = createSession(program, context);
  for (const [heading, commands] of Object.entries(GROUPS)) {
    program.commandsGroup(heading);
    for (const addCommands of commands) addCommands(program, session);
  }
  return program;
}

/** Runs one command. @returns the exit code: 0 succeeded, 1 failed or rejected part of the work, 2 used incorrectly. */
export async function runFreight(args: readonly string[], context: CliContext): Promise<number> {
  const isJson = args.includes('--json');
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
