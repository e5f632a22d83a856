import { type Command, InvalidArgumentError } from 'commander';
import { percentage } from '../session/arguments.ts';
import type { Session } from '../session/session.ts';
import { cleanBackups, type DrillOptions, drillBackups } from './backup-actions.ts';

/** Rows that come in the minutes that backups are behind, on a busy day. */
const TOLERANCE_PERCENT = 5;

/** `freight backup ...`: whether what is backed up can be had again. */
export function addBackupCommands(program: Command, session: Session): void {
  const backup = program.command('backup').description('point-in-time backups of a deployment');

  backup
    .command('drill')
    .description('restore tables under other names, count their rows, compare, and delete them again')
    .option('--at <moment>', 'as of then (2026-11-20T08:00:00Z); the newest one otherwise', moment)
    .option('--tables <names>', 'only these, with commas between them', (text) => text.split(','))
    .option('--tolerance <percent>', 'fewer rows than now that are no fault', percentage, TOLERANCE_PERCENT)
    .option('--against <manifest>', 'compare one organization with manifest.json of its export, to the row')
    .action((options: DrillOptions) => drillBackups(session, options));

  backup
    .command('clean')
    .description('delete the tables that a drill left because it was cut off')
    .action(() => cleanBackups(session));
}

function moment(text: string): Date {
  const at = new Date(/^\d{4}-\d\d-\d\dT.*Z$/.test(text) ? text : Number.NaN);
  if (Number.isNaN(at.getTime()))
    throw new InvalidArgumentError('It must be a time such as 2026-11-20T08:00:00Z.');
  return at;
}
