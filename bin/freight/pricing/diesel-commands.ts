import type { Command } from 'commander';
import type { Session } from '../session/session.ts';
import { importDiesel, type RecordingFlags, rebuildDiesel, setDiesel, showDiesel } from './diesel-actions.ts';

/** `freight diesel ...`: the weekly diesel prices that rates are made with. */
export function addDieselCommands(program: Command, session: Session): void {
  const diesel = program
    .command('diesel')
    .description('weekly diesel prices; rates follow a change within two minutes');

  diesel
    .command('show')
    .description('print the newest prices, or those of one week with all that was changed in them')
    .option('--week <monday>', 'a Monday, YYYY-MM-DD')
    .action(({ week }: { week?: string }) => showDiesel(session, week));

  recording(
    diesel
      .command('set <monday> <area=price...>')
      .description(
        'record prices of a week, USD a gallon; a new week needs all areas: NUS R1X R1Y R1Z R20 R30 R40 R50',
      ),
  ).action((monday: string, prices: readonly string[], flags: RecordingFlags) =>
    setDiesel(session, monday, prices, flags),
  );

  recording(
    diesel
      .command('import <file>')
      .description(
        'record the weeks of a CSV file, a column an area, or as the EIA gives it out; all rows or none',
      ),
  ).action((file: string, flags: RecordingFlags) => importDiesel(session, file, flags));

  diesel
    .command('rebuild')
    .description('make the recorded prices anew from the changes that were kept, where they are broken')
    .action(() => rebuildDiesel(session));
}

const recording = (command: Command): Command =>
  command
    .option('--source <text>', 'whose figures they are; those of "EIA ..." are revised by the weekly refresh')
    .option('--force', 'record prices that differ by more than 30% from the week before');
