import { type Command, Option } from 'commander';
import { KEY_MODES } from '../../../shared/platform/account/account.ts';
import { calendarDay, containerEquipment } from '../session/arguments.ts';
import type { Session } from '../session/session.ts';
import { type ExplainOptions, explain } from './rate-actions.ts';

/** `freight rate ...`: how rates come about. */
export function addRateCommands(program: Command, session: Session): void {
  const rate = program.command('rate').description('market rates, as POST /api/v1/rates answers them');

  rate
    .command('explain <terminal> <destination>')
    .description(
      'print how the rate of a lane is made, line by line; the destination is a city, ZIP, locode or terminal',
    )
    .option('--equipment <type>', 'a container in any common spelling', containerEquipment, 'container_40')
    .option('--hazmat', 'with hazardous materials')
    .option('--overweight', 'with an overweight container')
    .option('--date <day>', 'priced for a day, YYYY-MM-DD (default: today, UTC)', calendarDay)
    .option('--org <org>', 'as this organization is answered, which has loads of its own')
    .addOption(
      new Option('--mode <mode>', 'of its test or its live keys').choices([...KEY_MODES]).default('test'),
    )
    .action((terminal: string, destination: string, options: ExplainOptions) =>
      explain(session, terminal, destination, options),
    );
}
