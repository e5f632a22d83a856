import type { Command } from 'commander';
import { example } from '../session/help-example.ts';
import type { Session } from '../session/session.ts';
import { setAccessorials, showAccessorials } from './accessorial-actions.ts';
import { type ModeOption, modeOption } from './mode-option.ts';

/** `freight accessorials ...`: accessorial tariffs of organizations. */
export function addAccessorialCommands(program: Command, session: Session): void {
  const accessorials = program
    .command('accessorials')
    .description('Manage accessorial tariffs of organizations');

  accessorials
    .command('show <org>')
    .description('Show the accessorials that can apply; with --json, in the format that set reads')
    .addOption(modeOption())
    .addHelpText('after', example('freight accessorials show org_123 --json > tariff.json'))
    .action((orgId: string, options: ModeOption) => showAccessorials(session, orgId, options.mode));

  accessorials
    .command('set <org> <file>')
    .description('Replace the own tariff with a JSON file; a file without accessorials removes it')
    .addOption(modeOption())
    .addHelpText('after', example('freight accessorials set org_123 ./tariff.json --mode live'))
    .action((orgId: string, file: string, options: ModeOption) =>
      setAccessorials(session, orgId, options.mode, file),
    );
}
