import { Command, Help, Option } from 'commander';
import { addMcpCommand } from './agents/mcp-command.ts';
import { addSearchCommands } from './catalogue/search-commands.ts';
import { addTerminalCommands } from './catalogue/terminal-commands.ts';
import { addClockCommands } from './local/clock-commands.ts';
import { addScheduleCommands } from './local/schedule-commands.ts';
import { addAlarmCommands } from './operations/alarm-commands.ts';
import { addBackupCommands } from './operations/backup-commands.ts';
import { addDlqCommands } from './operations/dlq-commands.ts';
import { addFailedEventCommands } from './operations/failed-event-commands.ts';
import { addTeardownCommand } from './operations/teardown-command.ts';
import { addDieselCommands } from './pricing/diesel-commands.ts';
import { addMarketCommands } from './pricing/market/market-commands.ts';
import { addQuoteCommands } from './pricing/quote-commands.ts';
import { addRateCommands } from './pricing/rate-commands.ts';
import type { CliContext } from './session/cli-context.ts';
import { createSession } from './session/create-session.ts';
import { addKeyCommands } from './tenants/key-commands.ts';
import { addOrgCommands } from './tenants/org-commands.ts';
import { addUsageCommands } from './tenants/usage-commands.ts';
import { addEventCommands } from './webhooks/event-commands.ts';
import { addListenCommand } from './webhooks/listen-command.ts';

/** Groups of commands in the order of `freight --help`. */
const GROUPS = [
  ['Tenants:', [addOrgCommands, addKeyCommands, addUsageCommands]],
  ['Pricing:', [addRateCommands, addDieselCommands, addMarketCommands, addQuoteCommands]],
  ['Catalogue:', [addTerminalCommands, addSearchCommands]],
  ['Webhooks:', [addListenCommand, addEventCommands]],
  ['Agents:', [addMcpCommand]],
  [
    'Operations:',
    [addAlarmCommands, addDlqCommands, addFailedEventCommands, addBackupCommands, addTeardownCommand],
  ],
  ['Local:', [addClockCommands, addScheduleCommands]],
] as const;

const FOOTER = `
Run a command with --help for its options and an example.
From a clone of the repository, run commands as: npm run -s freight -- COMMAND`;

/** Listed in the help only: `runFreight` reads it. */
const VERSION_OPTION = new Option('-V, --version', 'print the version');

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
    .helpOption('-h, --help', 'print help')
    .configureHelp({
      showGlobalOptions: true,
      visibleCommands: (command) =>
        standardHelp.visibleCommands(command).filter((listed) => listed.name() !== 'help'),
      visibleOptions: (command) => [
        ...standardHelp.visibleOptions(command),
        ...(command.parent === null ? [VERSION_OPTION] : []),
      ],
    })
    .addHelpText('after', FOOTER)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => context.print(text.trimEnd()),
      writeErr: (text) => writeUsageError(text.trimEnd()),
    });

  const session = createSession(program, context);
  for (const [heading, commands] of GROUPS) {
    program.commandsGroup(heading);
    for (const addCommands of commands) addCommands(program, session);
  }
  return program;
}
