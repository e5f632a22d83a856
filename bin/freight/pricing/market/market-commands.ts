import { type Command, Option } from 'commander';
import { KEY_MODES } from '../../../../shared/platform/account/account.ts';
import { example } from '../../session/help-example.ts';
import type { Session } from '../../session/session.ts';
import { type ImportFlags, importMarket, setDemoMarket } from './market-actions.ts';

/** `freight market ...`: the loads that market rates are computed from. */
export function addMarketCommands(program: Command, session: Session): void {
  const market = program
    .command('market')
    .description('Manage the loads that market rates are computed from');

  market
    .command('import <file>')
    .description('Import loads from a CSV file; rejected rows are written to FILE.rejected.csv')
    .option(
      '--org <org>',
      'import as loads of this organization (default: loads of the operator, which rates of all organizations use)',
    )
    .addOption(
      new Option('--mode <mode>', 'mode of the organization (default: test)').choices([...KEY_MODES]),
    )
    .option('--upload', 'upload the file to the bucket of a deployment and wait until it is imported')
    .option('--simulated', 'import as simulated loads; rates computed from them are marked as simulated')
    .addHelpText(
      'after',
      example(
        'freight market import ./loads.csv',
        'freight --environment prod market import ./loads.csv --org org_123 --mode live --upload',
      ),
    )
    .action((file: string, flags: ImportFlags) => importMarket(session, file, flags));

  const demo = market.command('demo').description('Include or exclude simulated loads');

  demo
    .command('enable')
    .description('Include simulated loads in market rates')
    .addHelpText('after', example('freight market demo enable'))
    .action(() => setDemoMarket(session, true));

  demo
    .command('disable')
    .description('Exclude simulated loads from market rates')
    .addHelpText('after', example('freight market demo disable'))
    .action(() => setDemoMarket(session, false));
}
