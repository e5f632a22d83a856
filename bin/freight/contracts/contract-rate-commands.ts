import type { Command } from 'commander';
import { type ApiOptions, withApiOptions } from '../session/api-service.ts';
import { calendarDay, wholeNumber } from '../session/arguments.ts';
import { example } from '../session/help-example.ts';
import { importTable } from '../session/import-table.ts';
import type { Session } from '../session/session.ts';
import {
  deleteContractRate,
  type ExportOptions,
  exportContractRates,
  type ListOptions,
  listContractRates,
  type ShowOptions,
  showContractRate,
} from './contract-rate-actions.ts';

/** `freight contract-rates ...`: contract rates of an organization, over the API with its key. */
export function addContractRateCommands(program: Command, session: Session): void {
  const rates = program.command('contract-rates').description('Import and read contract rates over the API');

  withApiOptions(
    rates
      .command('import <file>')
      .description(
        'Send a file of at most 100,000 rates; rejected rows are written to FILE.rejected.csv, and a repeated command writes no rate twice',
      ),
  )
    .addHelpText('after', example('freight contract-rates import rates.csv'))
    .action((file: string, options: ApiOptions) =>
      importTable(
        session,
        { rows: 'rates', uploads: (client) => client.contractRates.uploads },
        file,
        options,
      ),
    );

  withApiOptions(
    withFilters(
      rates.command('export').description('Print contract rates as CSV, which an import reads'),
    ).option('--to <file>', 'write to a file; an existing file is replaced'),
  )
    .addHelpText('after', example('freight contract-rates export --to rates.csv'))
    .action((options: ExportOptions) => exportContractRates(session, options));

  withApiOptions(
    withFilters(rates.command('list').description('List contract rates, newest first')).option(
      '--limit <number>',
      'maximum number of rates',
      wholeNumber,
      20,
    ),
  )
    .addHelpText('after', example('freight contract-rates list --customer "Acme Imports"'))
    .action((options: ListOptions) => listContractRates(session, options));

  withApiOptions(
    rates
      .command('show <rate>')
      .description('Show a contract rate')
      .option('--version <number>', 'an earlier version, also of a deleted rate', wholeNumber),
  )
    .addHelpText('after', example('freight contract-rates show C-...'))
    .action((rateId: string, options: ShowOptions) => showContractRate(session, rateId, options));

  withApiOptions(rates.command('delete <rate>').description('Delete a contract rate'))
    .addHelpText('after', example('freight contract-rates delete C-...'))
    .action((rateId: string, options: ApiOptions) => deleteContractRate(session, rateId, options));
}

const withFilters = (command: Command): Command =>
  command
    .option('--customer <name>', 'only rates of this customer')
    .option('--origin <text>', 'only rates whose origin contains this text')
    .option('--destination <text>', 'only rates whose destination contains this text')
    .option('--effective-on <day>', 'only rates that apply on this day, YYYY-MM-DD', calendarDay)
    .option('--external-id <id>', 'only rates with this id in your system');
