import { type Command, InvalidArgumentError } from 'commander';
import { percentage } from '../session/arguments.ts';
import { example } from '../session/help-example.ts';
import type { Session } from '../session/session.ts';
import { cleanBackups, runVerification, type VerifyOptions } from './backup-actions.ts';

/** Share of rows that a busy day adds in the minutes by which backups lag behind. */
const TOLERANCE_PERCENT = 5;

/** `freight backup ...`: verifies that tables can be restored. */
export function addBackupCommands(program: Command, session: Session): void {
  const backup = program.command('backup').description('Verify point-in-time backups of a deployment');

  backup
    .command('verify')
    .description(
      'Restore tables under temporary names (billed while they exist), compare row counts and delete them',
    )
    .option(
      '--at <moment>',
      'time to restore to, such as 2026-11-20T08:00:00Z (default: the latest)',
      utcTime,
    )
    .option('--tables <names>', 'comma-separated tables to restore (default: all)', (text) => text.split(','))
    .option(
      '--tolerance <percent>',
      'accepted shortfall of rows against the live table',
      percentage,
      TOLERANCE_PERCENT,
    )
    .option('--against <manifest>', 'compare one organization exactly with the manifest.json of its export')
    .addHelpText('after', example('freight --environment prod backup verify --tables quotes,usage'))
    .action((options: VerifyOptions) => runVerification(session, options));

  backup
    .command('clean')
    .description('Delete restored tables of interrupted verifications')
    .addHelpText('after', example('freight --environment prod backup clean'))
    .action(() => cleanBackups(session));
}

function utcTime(text: string): Date {
  const at = new Date(/^\d{4}-\d\d-\d\dT.*Z$/.test(text) ? text : Number.NaN);
  if (Number.isNaN(at.getTime()))
    throw new InvalidArgumentError('It must be a UTC time such as 2026-11-20T08:00:00Z.');
  return at;
}
