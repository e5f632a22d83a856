import { Argument, type Command, Option } from 'commander';
import { KEY_MODES } from '../../../../shared/platform/account/account.ts';
import type { Session } from '../../session/session.ts';
import { type ImportFlags, importMarket, setSharing, setSimulated } from './market-actions.ts';

/** `freight market ...`: the loads that market rates are learned from. */
export function addMarketCommands(program: Command, session: Session): void {
  const market = program.command('market').description('loads that market rates are learned from');

  market
    .command('import <file>')
    .description(
      'bring in the loads of a CSV file; the same file again changes nothing, refused rows are told beside it',
    )
    .option('--org <org>', "as this organization's own; without it they serve all")
    .addOption(
      new Option('--mode <mode>', 'of its test or its live keys (default: test)').choices([...KEY_MODES]),
    )
    .option('--upload', 'have a deployment bring it in by itself, from its bucket, and follow that')
    .option('--simulated', 'as simulated loads: rates that rest on them say so')
    .action((file: string, flags: ImportFlags) => importMarket(session, file, flags));

  market
    .command('sharing <org>')
    .description(
      "say whether an organization's live loads are in everybody's market, too; at first they are not",
    )
    .addArgument(new Argument('<state>').choices(['pooled', 'private']))
    .action((org: string, state: string) => setSharing(session, org, state === 'pooled'));

  market
    .command('simulated')
    .description('take simulated loads out of the market, or let them in again')
    .addArgument(new Argument('<state>').choices(['in', 'out']))
    .action((state: string) => setSimulated(session, state === 'in'));
}
