import type { Command } from 'commander';
import { wholeNumber } from '../session/arguments.ts';
import { example } from '../session/help-example.ts';
import type { Session } from '../session/session.ts';
import { type ModeOption, modeOption } from './mode-option.ts';
import { setStrategy, showHistory, showStrategy } from './strategy-actions.ts';

/** `freight strategy ...`: pricing strategies for quotes. */
export function addStrategyCommands(program: Command, session: Session): void {
  const strategy = program.command('strategy').description('Manage pricing strategies of organizations');

  strategy
    .command('show <org>')
    .description('Show the current strategy; with --json, in the format that set reads')
    .addOption(modeOption())
    .option('--version <number>', 'show an earlier version; 0 is the default strategy', wholeNumber)
    .addHelpText('after', example('freight strategy show org_123 --json > strategy.json'))
    .action((orgId: string, options: ModeOption & { version?: number }) =>
      showStrategy(session, orgId, options.mode, options.version),
    );

  strategy
    .command('set <org> <file>')
    .description('Replace the strategy with a JSON file; earlier versions are kept')
    .addOption(modeOption())
    .addHelpText('after', example('freight strategy set org_123 ./strategy.json --mode live'))
    .action((orgId: string, file: string, options: ModeOption) =>
      setStrategy(session, orgId, options.mode, file),
    );

  strategy
    .command('history <org>')
    .description('List the versions of a strategy, newest first')
    .addOption(modeOption())
    .addHelpText('after', example('freight strategy history org_123'))
    .action((orgId: string, options: ModeOption) => showHistory(session, orgId, options.mode));
}
