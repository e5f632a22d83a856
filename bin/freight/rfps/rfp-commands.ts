import { type Command, Option } from 'commander';
import { RFP_STATUSES } from '../../../shared/rfps/record/rfp-status.ts';
import { type ApiOptions, withApiOptions } from '../session/api-service.ts';
import { calendarDay, wholeNumber } from '../session/arguments.ts';
import { example } from '../session/help-example.ts';
import type { Session } from '../session/session.ts';
import {
  type ImportOptions,
  importRfp,
  type ListOptions,
  listRfps,
  type ResultsOptions,
  readResults,
  showRfp,
} from './rfp-actions.ts';

/** `freight rfp ...`: RFPs of an organization, over the API with its key. */
export function addRfpCommands(program: Command, session: Session): void {
  const rfp = program.command('rfp').description('Price the lanes of an RFP over the API');

  withApiOptions(
    rfp
      .command('import <file>')
      .description('Create an RFP with the lanes of a CSV or XLSX file, at most 100,000; the API prices them')
      .requiredOption('--name <name>', 'name of the RFP')
      .option('--customer <name>', 'name of the customer')
      .option('--reference <text>', 'your own reference')
      .option('--equipment <type>', 'equipment of lanes without their own (default: container_40)')
      .option('--requirements <names>', 'comma-separated accessorials of lanes without their own', names)
      .option('--contract-start <day>', 'first day of the contract, YYYY-MM-DD', calendarDay)
      .option('--contract-end <day>', 'last day of the contract, YYYY-MM-DD', calendarDay)
      .option('--idempotency-key <key>', 'a repeated command with this key creates no second RFP')
      .option('--wait', 'wait until all lanes are priced, and show the progress'),
  )
    .addHelpText('after', example('freight rfp import lanes.csv --name "Drayage 2027" --wait'))
    .action((file: string, options: ImportOptions) => importRfp(session, file, options));

  withApiOptions(rfp.command('show <rfp>').description('Show the progress and sums of an RFP'))
    .addHelpText('after', example('freight rfp show R-...'))
    .action((rfpId: string, options: ApiOptions) => showRfp(session, rfpId, options));

  withApiOptions(
    rfp
      .command('list')
      .description('List RFPs, newest first')
      .addOption(new Option('--status <status>', 'only RFPs with this status').choices([...RFP_STATUSES]))
      .option('--customer <name>', 'only RFPs of this customer')
      .option('--created-from <day>', 'created on this day (UTC) or later', calendarDay)
      .option('--created-to <day>', 'created on this day (UTC) or earlier', calendarDay)
      .option('--limit <number>', 'maximum number of RFPs', wholeNumber, 20),
  )
    .addHelpText('after', example('freight rfp list --status priced'))
    .action((options: ListOptions) => listRfps(session, options));

  withApiOptions(
    rfp
      .command('results <rfp>')
      .description('Print the lanes of a priced RFP with their results as CSV')
      .option('--to <file>', 'write to a file; an existing file is replaced')
      .option('--version <number>', 'results of an earlier version', wholeNumber),
  )
    .addHelpText('after', example('freight rfp results R-... --to results.csv'))
    .action((rfpId: string, options: ResultsOptions) => readResults(session, rfpId, options));
}

const names = (text: string): readonly string[] =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
