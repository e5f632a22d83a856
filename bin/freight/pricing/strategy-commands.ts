import { type Command, Option } from 'commander';
import { KEY_MODES, type KeyMode } from '../../../shared/platform/account/account.ts';
import { wholeNumber } from '../session/arguments.ts';
import type { Session } from '../session/session.ts';
import { setStrategy, showHistory, showStrategy } from './strategy-actions.ts';

interface ModeOption {
  readonly mode: KeyMode;
}

const mode = () =>
  new Option('--mode <mode>', 'of its test or its live quotes').choices(KEY_MODES).default('test');

/** `freight strategy ...`: how an organization's quotes are priced. */
export function addStrategyCommands(program: Command, session: Session): void {
  const strategy = program.command('strategy').description('pricing strategies of organizations');

  strategy
    .command('show <org>')
    .description('print the strategy in force; as JSON it is what set reads')
    .addOption(mode())
    .option('--version <number>', 'an earlier one; 0 is what every organization begins with', wholeNumber)
    .action((orgId: string, options: ModeOption & { version?: number }) =>
      showStrategy(session, orgId, options.mode, options.version),
    );

  strategy
    .command('set <org> <file>')
    .description('replace the strategy by that of a JSON file, as a whole; earlier versions are kept')
    .addOption(mode())
    .action((orgId: string, file: string, options: ModeOption) =>
      setStrategy(session, orgId, options.mode, file),
    );

  strategy
    .command('history <org>')
    .description('print a line for each version, newest first')
    .addOption(mode())
    .action((orgId: string, options: ModeOption) => showHistory(session, orgId, options.mode));
}
