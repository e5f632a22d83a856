import type { Command } from 'commander';
import { example } from '../session/help-example.ts';
import type { Session } from '../session/session.ts';
import { importDiesel, type RecordingFlags, rebuildDiesel, setDiesel, showDiesel } from './diesel-actions.ts';

/** `freight diesel ...`: weekly diesel prices for fuel surcharges. */
export function addDieselCommands(program: Command, session: Session): void {
  const diesel = program
    .command('diesel')
    .description('Manage weekly diesel prices; rates use a change within two minutes');

  diesel
    .command('show')
    .description('Show the latest prices, or one week with its history of changes')
    .option('--week <monday>', 'Monday of the week, YYYY-MM-DD')
    .addHelpText('after', example('freight diesel show --week 2026-10-05'))
    .action(({ week }: { week?: string }) => showDiesel(session, week));

  withRecordingOptions(
    diesel
      .command('set <monday> <area=price...>')
      .description(
        'Record prices of a week in USD per gallon; a new week needs all areas (NUS R1X R1Y R1Z R20 R30 R40 R50)',
      ),
  )
    .addHelpText('after', example('freight diesel set 2026-10-05 R50=4.259'))
    .action((monday: string, prices: readonly string[], flags: RecordingFlags) =>
      setDiesel(session, monday, prices, flags),
    );

  withRecordingOptions(
    diesel
      .command('import <file>')
      .description(
        'Import weekly prices from a CSV file (one column per area, or EIA format); all rows or none',
      ),
  )
    .addHelpText('after', example('freight diesel import ./diesel.csv'))
    .action((file: string, flags: RecordingFlags) => importDiesel(session, file, flags));

  diesel
    .command('rebuild')
    .description('Rebuild damaged prices from the stored history of changes')
    .addHelpText('after', example('freight diesel rebuild'))
    .action(() => rebuildDiesel(session));
}

const withRecordingOptions = (command: Command): Command =>
  command
    .option(
      '--source <text>',
      'source of the prices; the weekly refresh revises prices whose source starts with EIA',
    )
    .option('--force', 'accept prices that differ by more than 30% from the previous week');
